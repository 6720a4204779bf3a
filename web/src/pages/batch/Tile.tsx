import { memo } from "react";
import { verdictOf } from "../../cats/counts.ts";
import { LabelChip } from "../../parts/LabelChip.tsx";
import { Progress } from "../../parts/Progress.tsx";
import type { Upload } from "../../uploads/Uploads.ts";
import type { Cat } from "./useBatch.ts";

interface Given {
  image: Cat;
  /** If the file comes from this tab. */
  upload: Upload | undefined;
  onOpen: () => void;
  onSend: () => void;
}

/** One picture: how far its upload is, then whether it shows a cat, or why that is not known. */
export const Tile = memo(
  function Tile({ image, upload, onOpen, onSend }: Given) {
    const { state, name } = verdictOf(image);
    const title = image.fileName ?? image.fingerprint.slice(0, 12);
    const isSending = upload && !upload.isSent && !upload.fault;
    return (
      <article className="tile" data-file={title} data-verdict={name}>
        <button className="tile-picture" onClick={onOpen} aria-label={`${title}: ${name}. More about it`} data-instead={image.labels?.[0]?.name ?? title.split(".").at(-1)}>
          {upload && <Preview file={upload.file} />}
        </button>
        <p className="tile-name" title={title}>
          {title}
        </p>
        {isSending ? <Progress value={100 * upload.share} status="PENDING" label={`Upload of ${title}`} /> : !upload?.fault && <LabelChip state={state}>{name}</LabelChip>}
        {upload?.fault && (
          <p className="tile-fault" role="alert">
            {upload.fault} <button onClick={onSend}>Send again</button>
          </p>
        )}
        {image.status === "FAIL" && <p className="tile-fault">{image.error ?? "The reason was not recorded."}</p>}
        {image.status === "SUCCESS" && <p className="soft tile-labels">{image.labels?.map((label) => label.name).join(", ")}</p>}
      </article>
    );
  },
  (before, after) => before.image === after.image && before.upload === after.upload,
);

/** The file as it is on this machine: what was uploaded is not read back. */
const Preview = memo(function Preview({ file }: { file: File }) {
  const show = (picture: HTMLImageElement) => {
    const address = URL.createObjectURL(file);
    picture.src = address;
    return () => URL.revokeObjectURL(address);
  };
  return <img ref={show} alt="" onError={({ currentTarget }) => void (currentTarget.hidden = true)} />;
});
