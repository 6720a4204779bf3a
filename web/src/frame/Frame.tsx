import "./Frame.css";
import type { ReactNode } from "react";
import { Header } from "./Header.tsx";
import { KeyList } from "./KeyList.tsx";
import { Price } from "./Price.tsx";
import { Rail } from "./Rail.tsx";
import { useNavigationKeys } from "./useNavigationKeys.ts";
import { usePageChange } from "./usePageChange.ts";

/** What is around every page: where one can go, who one is, whether it is live, and what it cost. */
export function Frame({ children }: { children: ReactNode }) {
  useNavigationKeys();
  const main = usePageChange();
  return (
    <div className="frame">
      <a className="frame-skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to the page
      </a>
      <Rail />
      <Header />
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Price />
      <KeyList />
    </div>
  );
}
