import { Panel } from "../../parts/Panel.tsx";
import { said } from "../../parts/words.ts";
import type { NovaData } from "./Nova.tsx";

/** The papers on a nova, with the ways to read them. */
export function Papers({ nova }: { nova: NovaData }) {
  return (
    <Panel title="Papers" aside={<span className="soft">{nova.references.length}</span>}>
      {nova.references.length === 0 && <p className="soft">No paper is linked.</p>}
      <ul className="nova-papers">
        {nova.references.map(({ id, role, reference }) => (
          <li key={id}>
            <p>{reference?.title ?? "A paper that is not stored"}</p>
            <p className="soft row">
              {[reference && authors(reference.authors), reference?.year, said(role)].filter(Boolean).join(" · ")}
              {reference?.bibcode && <Out to={`https://ui.adsabs.harvard.edu/abs/${encodeURIComponent(reference.bibcode)}`}>ADS</Out>}
              {reference?.doi && <Out to={`https://doi.org/${encodeURI(reference.doi)}`}>DOI</Out>}
              {reference?.arxivId && <Out to={`https://arxiv.org/abs/${encodeURI(reference.arxivId)}`}>arXiv</Out>}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Out({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function authors(names: readonly string[]): string {
  return names.length > 3 ? `${names[0]} and ${names.length - 1} others` : names.join("; ");
}
