import { Drop } from "../uploads/Drop.tsx";
import type { CatUpload } from "./useCatUpload.ts";

/** The way for pictures in; with logs if something is to be found out. */
export function CatDrop({ upload }: { upload: CatUpload }) {
  return (
    <span className="row push">
      <label className="row">
        <input type="checkbox" checked={upload.isDebug} onChange={({ target }) => upload.setDebug(target.checked)} />
        Keep logs
      </label>
      <Drop what="pictures" uploading={upload} />
    </span>
  );
}
