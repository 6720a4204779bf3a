import "./Data.css";
import { useMemo } from "react";
import { isAmong } from "../../api/access.ts";
import { NodeTypeDocument } from "../../api/generated/graphql.ts";
import { useObservable, useTessera } from "../../api/tessera.tsx";
import { usePage } from "../../api/usePage.ts";
import { pageOf } from "../../frame/places.ts";
import { Empty } from "../../parts/Empty.tsx";
import { Json } from "../../parts/Json.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Panel } from "../../parts/Panel.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import type { Answer } from "./documents.ts";
import { Raw } from "./Raw.tsx";
import { fieldsOf, nameFieldOf, type Field } from "./stored.ts";
import { columnsOf, isEmpty, shown } from "./values.ts";
import { itemQuery } from "./ways.ts";

/** Any item by its id, whatever it is. */
export function Node({ params: { id } }: { params: { id: string } }) {
  const { data, problem, isLoading } = usePage(NodeTypeDocument, { id }, { isOwn: true });
  const type = data?.node?.__typename;
  if (isLoading) return <Loading rows={12} />;
  if (type) return <Item key={id} id={id} type={type} />;
  return problem ? (
    <Trouble problem={problem} />
  ) : (
    <Empty title="There is nothing with this id, or you may not see it.">
      <a href="#/data">All types</a>
    </Empty>
  );
}

function Item({ id, type }: { id: string; type: string }) {
  const { identity } = useTessera();
  const who = useObservable(identity.chosen);
  const document = useMemo(() => itemQuery(type, (callers) => isAmong(who, callers)), [type, who]);
  const { data, problem, isLoading } = usePage(document, { id }, { isOwn: true });
  const item = data?.["node"] as Answer | null | undefined;
  const place = item && pageOf(type, item);
  return (
    <div className="stack">
      <div className="row">
        <h1>{(item && shown(item[nameFieldOf(type) ?? ""])) || type}</h1>
        <a href={`#/data/${type}`}>All of type {type}</a>
        {place && (
          <a className="push" href={`#${place}`}>
            Open its page
          </a>
        )}
      </div>
      <Trouble problem={problem} />
      {isLoading && <Loading rows={12} />}
      {item && (
        <>
          <Values type={type} item={item} />
          <Links id={id} type={type} item={item} />
          <Raw id={id} />
        </>
      )}
    </div>
  );
}

function Values({ type, item }: { type: string; item: Answer }) {
  const parts = fieldsOf(type).filter(({ kind, name }) => kind === "part" && name in item);
  return (
    <Panel title="Fields">
      <dl className="fields">
        {[...columnsOf(type), ...parts].map((field) => (
          <div key={field.name}>
            <dt className="soft">{field.name}</dt>
            <dd data-field={field.name}>
              <Value field={field} value={item[field.name]} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Value({ field: { kind }, value }: { field: Field; value: unknown }) {
  if (isEmpty(value)) return <span className="soft">–</span>;
  if (kind === "json" || kind === "part") return <Json value={value} />;
  return <>{shown(value)}</>;
}

/** What an item leads to: one other, or a table of them. */
function Links({ id, type, item }: { id: string; type: string; item: Answer }) {
  const relations = fieldsOf(type).filter(({ kind }) => ["one", "list", "page"].includes(kind));
  if (!relations.length) return null;
  return (
    <Panel title="Leads to">
      <dl className="fields">
        {relations.map((field) => (
          <div key={`${field.name} ${field.target}`}>
            <dt className="soft">{field.name}</dt>
            <dd data-relation={field.name}>{field.kind === "one" ? <One field={field} to={item[field.name] as Answer | null} /> : <a href={`#/data/${field.target}?of=${id}&by=${type}.${field.name}`}>{field.target}</a>}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function One({ field: { target }, to }: { field: Field; to: Answer | null | undefined }) {
  if (!to) return <span className="soft">–</span>;
  return <a href={`#/node/${shown(to["id"])}`}>{shown(to[nameFieldOf(target) ?? ""]) || target}</a>;
}
