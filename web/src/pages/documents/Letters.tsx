import { useMemo, useState } from "react";
import { DeadLettersDocument, RedriveDocument, type DeadLettersQuery } from "../../api/generated/graphql.ts";
import { useChange } from "../../api/useChange.ts";
import { usePage } from "../../api/usePage.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Table, type Column } from "../../parts/Table.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { age, plural, said } from "../../parts/words.ts";

type Letter = DeadLettersQuery["deadLetters"]["nodes"][number];

/** Messages that no worker could process, and a way to send them again. */
export function Letters() {
  const { data, problem, isLoading } = usePage(DeadLettersDocument, {});
  const redrive = useChange(RedriveDocument);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, string>>(new Map());
  const { run } = redrive;
  const send = async (ids: string[]) => {
    const done = await run({ input: { ids } });
    // What was sent stays in sight with what became of it, until the page is opened anew.
    if (done) setOutcomes((before) => new Map([...before, ...done.redriveDeadLetters.map(({ id, isRedriven, reason }) => [id, isRedriven ? "sent again" : (reason ?? "not sent")] as const)]));
  };
  const letters = data?.deadLetters.nodes ?? [];
  const waiting = letters.filter(({ id }) => !outcomes.has(id)).map(({ id }) => id);
  useKeys(waiting.length ? [{ keys: "e", does: "Redrive all dead letters", run: () => void send(waiting) }] : []);
  const columns = useMemo(() => columnsOf(outcomes, (id) => void send([id])), [outcomes]); // eslint-disable-line react-hooks/exhaustive-deps
  if (isLoading && !problem) return <Loading rows={2} />;
  return (
    <div className="stack">
      <Trouble problem={problem ?? redrive.problem} />
      {letters.length > 0 ? <Table label="Dead letters" columns={columns} rows={letters} keyOf={({ id }) => id} height={280} /> : !problem && <p className="soft">No message was given up.</p>}
      {letters.length > 0 && (
        <p className="row soft">
          {plural(letters.length, "message")}
          {data?.deadLetters.pageInfo.hasNextPage && " and more"}
          <button onClick={() => void send(waiting)} disabled={!waiting.length || redrive.isRunning} title="Send all of them again (e)">
            Redrive all
          </button>
        </p>
      )}
    </div>
  );
}

function columnsOf(outcomes: ReadonlyMap<string, string>, send: (id: string) => void): Column<Letter>[] {
  return [
    { title: "About", width: "minmax(96px, 2fr)", cell: ({ jobId, letterId }) => (jobId ? <a href={`#/documents/${jobId}`}>{jobId}</a> : letterId) },
    { title: "Queue", width: "64px", isExtra: true, cell: ({ queue }) => said(queue) },
    { title: "Why", width: "minmax(96px, 4fr)", cell: ({ reason }) => <span title={reason ?? ""}>{reason}</span> },
    { title: "Tries", width: "40px", isNumber: true, from: 1000, cell: ({ receiveCount }) => receiveCount },
    { title: "Age", width: "48px", isNumber: true, isExtra: true, cell: ({ receivedAt }) => age(receivedAt) },
    {
      title: "Action",
      width: "minmax(72px, 2fr)",
      cell: ({ id, letterId }) =>
        outcomes.has(id) ? (
          <span title={outcomes.get(id)}>{outcomes.get(id)}</span>
        ) : (
          <button className="plain" aria-label={`Redrive ${letterId}`} onClick={() => send(id)}>
            Redrive
          </button>
        ),
    },
  ];
}
