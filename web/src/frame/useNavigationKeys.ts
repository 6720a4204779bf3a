import { useLocation } from "wouter";
import { PAGES } from "../pages/pages.ts";
import { useKeys } from "./keyboard.tsx";

/** `g` and a letter go to a page, Escape goes up. */
export function useNavigationKeys(): void {
  const [location, navigate] = useLocation();
  const up = () => {
    if (document.activeElement instanceof HTMLElement && document.activeElement.matches("input, select, textarea")) {
      document.activeElement.blur();
      return;
    }
    const page = PAGES.find(({ path, rail }) => path !== location && rail?.above?.some((each) => `${location}/`.startsWith(`${each}/`)));
    navigate(page?.path ?? (location.lastIndexOf("/") > 0 ? location.slice(0, location.indexOf("/", 1)) : "/"));
  };
  useKeys([
    ...PAGES.flatMap(({ path, rail }) =>
      rail ? [{ keys: `g ${rail.key}`, does: `Go to ${rail.name}`, run: () => navigate(path) }] : [],
    ),
    { keys: "Escape", does: "Go up", run: up },
  ]);
}
