import "./Batch.css";
import { useState } from "react";
import { RetryCatDocument } from "../../api/generated/graphql.ts";
import { useObservable } from "../../api/tessera.tsx";
import { useChange } from "../../api/useChange.ts";
import { CatBar } from "../../cats/CatBar.tsx";
import { CatDrop } from "../../cats/CatDrop.tsx";
import { uploadKey, useCatUpload } from "../../cats/useCatUpload.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Empty } from "../../parts/Empty.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { DropTrouble } from "../../uploads/Drop.tsx";
import { uploads } from "../../uploads/Uploads.ts";
import { CatDetails } from "./CatDetails.tsx";
import { Tile } from "./Tile.tsx";
import { useBatch } from "./useBatch.ts";

const nothing = () => undefined; // another batch is another page

/** The pictures of one batch: on their way, then with what was seen on them. */
export function Batch({ params: { batchId } }: { params: { batchId: string } }) {
  const { images, counts, problem, isLoading, hasMore, more } = useBatch(batchId);
  const sending = useObservable(uploads.all);
  const upload = useCatUpload(nothing);
  const retry = useChange(RetryCatDocument);
  const [openId, setOpenId] = useState<string | null>(null);
  const failed = images.filter(({ status }) => status === "FAIL");
  const retryAll = async () => {
    for (const { id } of failed) if (!(await retry.run({ input: { id } }))) return;
  };
  useKeys(failed.length ? [{ keys: "t", does: "Try the failed ones again", run: () => void retryAll() }] : []);
  const open = images.find(({ id }) => id === openId);
  return (
    <div className="stack">
      <div className="row">
        <h1>Batch {batchId}</h1>
        <button onClick={() => void retryAll()} disabled={!failed.length || retry.isRunning} title="Try the failed ones again (t)">
          Try again{failed.length > 0 && ` (${failed.length})`}
        </button>
        <CatDrop upload={upload} />
      </div>
      <DropTrouble uploading={upload} />
      <Trouble problem={retry.problem} onAgain={() => void retryAll()} onDismiss={retry.forget} />
      <Trouble problem={problem} />
      {isLoading && !problem && <Loading rows={2} height={200} />}
      {!isLoading && !images.length && !problem && <Empty title="There are no pictures that you may see in this batch.">They are kept for two weeks, and shown to who uploaded them.</Empty>}
      {images.length > 0 && <CatBar counts={counts} />}
      <ul className="batch">
        {images.map((image) => (
          <li key={image.id}>
            <Tile image={image} upload={sending.get(uploadKey(image))} onOpen={() => setOpenId(image.id)} onSend={() => uploads.again(uploadKey(image))} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <p>
          <button onClick={more}>Load more</button>
        </p>
      )}
      {open && <CatDetails image={open} onClose={() => setOpenId(null)} />}
    </div>
  );
}
