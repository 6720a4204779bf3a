import "./Drop.css";
import { useEffect, useRef, useState } from "react";
import { useObservable } from "../api/tessera.tsx";
import { useKeys } from "../frame/keyboard.tsx";
import { Trouble } from "../parts/Trouble.tsx";
import { plural } from "../parts/words.ts";
import { uploads } from "./Uploads.ts";
import type { Uploading } from "./useUploading.ts";

interface Given {
  /** What is dropped, such as "pictures". */
  what: string;
  uploading: Uploading;
}

/** Files can be dropped anywhere on the page, or chosen by a button. */
export function Drop({ what, uploading }: Given) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDropped(uploading.send);
  const choose = () => input.current?.click();
  useKeys([{ keys: "u", does: `Choose ${what} to upload`, run: choose }]);
  return (
    <>
      <button onClick={choose} disabled={uploading.isBusy} title={`Choose ${what} to upload, or drop them anywhere (u)`}>
        Upload {what}…
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={Object.keys(uploading.limits).join()}
        onChange={({ target }) => {
          uploading.send([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      {isOver && <div className="drop">Drop the {what} anywhere</div>}
    </>
  );
}

/** Why files were not sent: all of them, or some. */
export function DropTrouble({ uploading }: { uploading: Uploading }) {
  const { limits, files } = useObservable(uploads.leftOut);
  const left = limits === uploading.limits ? files : [];
  return (
    <>
      <Trouble problem={uploading.problem} onAgain={uploading.again} onDismiss={uploading.forget} />
      {left.length > 0 && (
        <div className="notice" data-kind="error" role="alert">
          <div className="drop-left">
            <p>{plural(left.length, "file")} left out:</p>
            <ul>
              {left.map(({ name, reason }, index) => (
                <li key={index}>
                  <b>{name}</b>: {reason}
                </li>
              ))}
            </ul>
          </div>
          <button onClick={() => uploads.leftOut.set({ limits, files: [] })}>Dismiss</button>
        </div>
      )}
    </>
  );
}

/** Whether files are being dragged over the window; those that are dropped are handed over. */
function useDropped(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const handler = useRef(onFiles);
  useEffect(() => {
    handler.current = onFiles;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault(); // otherwise the browser would open the file in place of the page
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!files.length) return;
      event.preventDefault();
      handler.current(files);
    };
    const listeners = { dragover: over, dragleave: leave, drop } as const;
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener as EventListener);
    };
  }, []);
  return isOver;
}
