import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { CatBar } from "../../cats/CatBar.tsx";
import { CatDrop } from "../../cats/CatDrop.tsx";
import { batchesOf, type Batch } from "../../cats/counts.ts";
import { useCatUpload } from "../../cats/useCatUpload.ts";
import { Empty } from "../../parts/Empty.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Table, type Column } from "../../parts/Table.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { age, plural } from "../../parts/words.ts";
import { DropTrouble } from "../../uploads/Drop.tsx";
import { useCats } from "./useCats.ts";

const COLUMNS: readonly Column<Batch>[] = [
  { title: "Batch", width: "minmax(144px, 1fr)", cell: ({ batchId }) => <a href={`#/cats/${batchId}`}>{batchId}</a> },
  { title: "What came of it", width: "minmax(72px, 3fr)", cell: ({ counts }) => <CatBar counts={counts} isBrief /> },
  { title: "Pictures", width: "72px", isNumber: true, isExtra: true, cell: ({ total }) => total },
  { title: "Cats", width: "48px", isNumber: true, cell: ({ counts }) => counts.cats },
  { title: "Failed", width: "56px", isNumber: true, isExtra: true, cell: ({ counts }) => counts.failed },
  { title: "Pending", width: "72px", isNumber: true, isExtra: true, cell: ({ counts }) => counts.pending },
  { title: "Age", width: "56px", isNumber: true, isExtra: true, cell: ({ begun }) => age(begun) },
];

/** Batches of pictures, the newest first; pictures dropped here become another one. */
export function Cats() {
  const clientId = new URLSearchParams(useSearch()).get("client");
  const { images, problem, isLoading, hasMore, more, refetch } = useCats(clientId);
  const upload = useCatUpload(refetch);
  const batches = batchesOf(images);
  return (
    <div className="stack">
      <div className="row">
        <h1>Cats</h1>
        <WhoseBatches key={clientId} clientId={clientId} />
        <CatDrop upload={upload} />
      </div>
      <DropTrouble uploading={upload} />
      <Trouble problem={problem} />
      {isLoading && !problem && <Loading rows={4} />}
      {!isLoading && !batches.length && !problem && (
        <Empty title={clientId ? `${clientId} has no pictures that you may see.` : "You have no pictures yet."}>Drop some JPEG or PNG files anywhere on this page: is there a cat?</Empty>
      )}
      {batches.length > 0 && <Table label="Batches" columns={COLUMNS} rows={batches} keyOf={({ batchId }) => batchId} height={560} />}
      {batches.length > 0 && (
        <p className="row soft">
          {plural(batches.length, "batch").replace("batchs", "batches")}, {plural(images.length, "picture")}
          {hasMore && <button onClick={more}>Load more</button>}
        </p>
      )}
    </div>
  );
}

/** One's own, or another client's for those who may see them. */
function WhoseBatches({ clientId }: { clientId: string | null }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState(clientId ?? "");
  const show = () => navigate(text.trim() ? `/cats?client=${encodeURIComponent(text.trim())}` : "/cats");
  return (
    <form onSubmit={(event) => (event.preventDefault(), show())}>
      <input type="search" aria-label="Batches of this client" placeholder="My own client" value={text} onChange={({ target }) => setText(target.value)} onBlur={() => text.trim() !== (clientId ?? "") && show()} />
    </form>
  );
}
