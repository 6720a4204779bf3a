import "./Tabs.css";

interface Tab {
  name: string;
  href: string;
  isCurrent: boolean;
}

/** Links side by side, of which one is where one is. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ name, href, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? "true" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
