import type { Page } from "./useDocument.ts";

/** The fields of forms on a page: what they are called, and what stands there. */
export function Forms({ forms }: { forms: Page["forms"] }) {
  if (!forms.length) return <p className="soft">There is no field on this page.</p>;
  return (
    <dl className="document-forms">
      {forms.map(({ key, value, confidence }, index) => (
        <div key={index} title={confidence === null ? undefined : `${Math.round(confidence)} % sure`}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
