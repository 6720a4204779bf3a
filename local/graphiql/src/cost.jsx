import { useGraphiQL } from "@graphiql/react";
import { useMemo } from "react";
import { parsed } from "./response.js";

/** The cost of the visible response and its plan; nothing if the server does not report them. */
export function Cost() {
  const response = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.response);
  const cost = useMemo(() => parsed(response)?.extensions?.tessera, [response]);
  if (!cost) return null;
  const plan = cost.plan ?? [];
  return (
    <details className="tessera-cost">
      <summary>
        {sumsOf(cost).map(([value, unit]) => (
          <span key={unit} data-unit={unit}>
            <b>{value}</b> {unit}
          </span>
        ))}
        {plan.length > 0 && <span className="tessera-more">plan</span>}
      </summary>
      {plan.length > 0 && <Plan steps={plan} />}
    </details>
  );
}

function Plan({ steps }) {
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
              {named(step.operation)} <small>{[step.table, step.index].filter(Boolean).join(" ")}</small>
            </td>
            <td className="tessera-range">{shown(step.range)}</td>
            <td className="number">{shown(step.items)}</td>
            <td className="number">{shown(step.units)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumsOf({ lambdaCalls, requests, readUnits, writeUnits, milliseconds }) {
  const sums = [
    [lambdaCalls, "Lambda call"],
    [requests, "request"],
    [readUnits, "read unit"],
    [writeUnits || null, "write unit"],
    [milliseconds === undefined ? null : Math.round(milliseconds), "millisecond"],
  ];
  return sums.filter(([value]) => value != null).map(([value, unit]) => [value, value === 1 ? unit : `${unit}s`]);
}

function shown(value) {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** `batch_get_item` as DynamoDB calls it: BatchGetItem. */
function named(operation) {
  return shown(operation).replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase());
}
