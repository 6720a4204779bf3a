import { useGraphiQL } from "@graphiql/react";
import { useRef, useState } from "react";
import { sentenceOf } from "./failures.js";
import { linkTo } from "./link.jsx";
import { PAGES, upload } from "./upload.js";

const ABOUT_DOCUMENTS = /\b(documents?|onDocumentEvent|stuckDocuments)\b/;
const READ = "PROCESSING_COMPLETED";
const LAST = new Set([READ, "PROCESSING_FAILED", "SYSTEM_ERROR", "VALIDATION_ERROR", "PROCESSING_ERROR", "DLQ_ERROR"]);

/** Below queries about documents: uploads a file and shows its life, event by event. */
export function Upload({ config, identity, ask }) {
  const query = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.query ?? "");
  const [life, setLife] = useState([]);
  const [fault, setFault] = useState(null);
  const close = useRef(() => {});
  if (!ABOUT_DOCUMENTS.test(query)) return null;
  const begin = async (file) => {
    close.current();
    setLife([]);
    setFault(null);
    const report = (event) => {
      setLife((before) => [...before, { ...event, at: new Date() }]);
      if (LAST.has(event.type)) close.current();
    };
    try {
      close.current = await upload(file, { config, caller: identity.current(), ask, report });
    } catch (error) {
      setFault(sentenceOf(error));
    }
  };
  return (
    <section className="tessera-upload" aria-label="Upload">
      <label>
        Upload a document…
        <input
          type="file"
          accept=".pdf,.tif,.tiff,.jpg,.jpeg,.png"
          onChange={({ target }) => {
            if (target.files[0]) begin(target.files[0]);
            target.value = "";
          }}
        />
      </label>
      {fault && <p className="tessera-fault">{fault}</p>}
      <Life events={life} />
    </section>
  );
}

function Life({ events }) {
  if (!events.length) return null;
  const { jobId } = events[0];
  const isRead = events.some(({ type }) => type === READ);
  return (
    <>
      <ol role="log" aria-label="The life of the document">
        {events.map((event, number) => (
          <li key={number}>
            <time dateTime={event.at.toISOString()}>{event.at.toLocaleTimeString()}</time> <b>{event.type}</b> {event.message}
          </li>
        ))}
      </ol>
      {isRead && <a href={linkTo(PAGES, JSON.stringify({ id: jobId }))}>Open a tab with its pages</a>}
    </>
  );
}
