import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { useLocation } from "wouter";
import { useTessera } from "../api/tessera.tsx";
import { isWithin, PAGES } from "../pages/pages.ts";

/** Another page begins at its top, with nothing spent; focus goes along, so that the keyboard is where the eyes are. */
export function usePageChange(): RefObject<HTMLElement | null> {
  const { prices } = useTessera();
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => prices.clear(), [prices, location]); // before any answer of the new page
  useEffect(() => {
    const name = PAGES.find(({ path, rail }) => rail && isWithin(location, path, rail.above))?.rail?.name;
    document.title = name ? `${name} · Tessera` : "Tessera";
    main.current?.scrollTo({ top: 0 });
    const isTyping = document.activeElement instanceof HTMLElement && document.activeElement.matches("input, textarea, select");
    if (!isTyping) main.current?.focus({ preventScroll: true });
  }, [location]);
  return main;
}
