import "./Rail.css";
import { useLocation } from "wouter";
import { isWithin, PAGES } from "../pages/pages.ts";
import { Icon } from "./Icon.tsx";

/** The pages that one goes to from anywhere. */
export function Rail() {
  const [location] = useLocation();
  return (
    <nav className="rail" aria-label="Pages">
      <ul>
        {PAGES.flatMap(({ path, rail }) =>
          rail ? (
            <li key={path}>
              <a href={`#${path}`} title={`${rail.name} (g ${rail.key})`} aria-current={isWithin(location, path, rail.above) ? "page" : undefined}>
                <Icon path={rail.icon} />
                <span>{rail.name}</span>
              </a>
            </li>
          ) : (
            []
          ),
        )}
      </ul>
    </nav>
  );
}
