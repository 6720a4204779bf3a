import "./Price.css";
import { dollarsPerMillion, total, type Priced, type PlanStep } from "../api/prices.ts";
import { useObservable, useTessera } from "../api/tessera.tsx";
import { linkToApi } from "../pages/api/links.ts";

const ABOUT_DOLLARS = "For a million such pages on AWS: AppSync's operations, Lambda's calls of 20 ms, DynamoDB's units on demand.";

/** What the page in sight has asked, and what that cost; open, it shows the plan, and leads to the query itself. */
export function Price() {
  const { prices } = useTessera();
  const asked = useObservable(prices.asked);
  if (!asked.length) return <footer className="price" />;
  return (
    <footer className="price">
      <details>
        <summary>
          <Sum asked={asked} />
          <span className="price-more">plan</span>
        </summary>
        <div className="price-plans">
          {asked.map((each) => (
            <Plan key={each.kind + each.name + JSON.stringify(each.variables)} priced={each} />
          ))}
        </div>
      </details>
    </footer>
  );
}

function Sum({ asked }: { asked: readonly Priced[] }) {
  const sum = total(asked);
  const time = `${Math.round(sum.milliseconds).toLocaleString("en")} ms`;
  if (!sum.isKnown) return <span>{time}</span>;
  const dollars = dollarsPerMillion(sum);
  return (
    <>
      <span data-cost={JSON.stringify([sum.lambdaCalls, sum.requests, sum.readUnits])}>{counted(sum.lambdaCalls, "Lambda call")}</span>
      <span>{counted(sum.requests, "request")}</span>
      <span>{counted(sum.readUnits, "unit")}</span>
      <span title={ABOUT_DOLLARS}>${dollars < 10 ? dollars.toFixed(1) : Math.round(dollars)} per million</span>
      <span>{time}</span>
    </>
  );
}

function counted(count: number, name: string): string {
  return `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
}

function Plan({ priced }: { priced: Priced }) {
  const steps = priced.cost?.plan ?? [];
  return (
    <section>
      <div className="row">
        <h2>{priced.name}</h2>
        <span className="soft">
          {priced.kind === "mutation" ? "the last change" : `${counted(steps.length, "read")}`} · {Math.round(priced.milliseconds)} ms
        </span>
        <a className="push" href={linkToApi(priced.query, priced.variables)}>
          Open in API
        </a>
      </div>
      {steps.length > 0 && <Steps steps={steps} />}
    </section>
  );
}

function Steps({ steps }: { steps: readonly PlanStep[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>field</th>
          <th>read</th>
          <th>range</th>
          <th className="number">items</th>
          <th className="number">units</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, index) => (
          <tr key={index}>
            <td>{step.field}</td>
            <td>
              {operationName(step.operation)} <small>{[step.table, step.index].filter(Boolean).join(" ")}</small>
            </td>
            <td className="mono">{shown(step.range)}</td>
            <td className="number">{shown(step.items)}</td>
            <td className="number">{shown(step.units)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** `batch_get_item` as DynamoDB calls it: BatchGetItem. */
function operationName(operation: string): string {
  return operation.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}
