import { subscribeToAppSync } from "./appsync.js";
import { sentenceOf } from "./failures.js";
import { subscribeOverTransportWs } from "./transport_ws.js";

const CREATE = `mutation Upload($input: CreateDocumentInput!) {
  createDocument(input: $input) {
    document { jobId status }
    upload { url method headers { name value } }
  }
}`;
const EVENTS = `subscription Doc($id: ID!) {
  onDocumentEvent(jobId: $id) { jobId type status message progress timestamp }
}`;
/** What a tab is opened with when a document has been read. */
export const PAGES = `# What was read on a document's pages.
query Pages($id: ID!) {
  document(jobId: $id) {
    jobId
    status
    pages(first: 10) {
      nodes {
        pageNumber
        lines { text confidence }
        tables { rows }
        forms { key value }
      }
    }
  }
}
`;
const TYPES = { pdf: "application/pdf", jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png", tif: "image/tiff", tiff: "image/tiff" };
const OF_BROWSERS = new Set(["content-length", "host"]); // a page cannot set these: the browser does

/** Uploads a file as the given caller; `report` is told of each event in the document's life. */
export async function upload(file, { config, caller, ask, report }) {
  const created = await createDocument(file, ask);
  const { jobId, status } = created.document;
  report({ jobId, type: status, message: file.name });
  const close = await watch(jobId, config, caller, report);
  const { url, method, headers } = created.upload;
  const sent = headers.filter(({ name }) => !OF_BROWSERS.has(name)).map(({ name, value }) => [name, value]);
  const answer = await fetch(url, { method, headers: sent, body: file });
  if (!answer.ok) {
    close();
    throw new Error(`The storage refused the file: ${answer.status} ${codeIn(await answer.text())}`);
  }
  return close;
}

async function createDocument(file, ask) {
  const input = {
    fileName: file.name,
    byteLength: file.size,
    contentType: file.type || TYPES[file.name.split(".").pop().toLowerCase()] || "application/octet-stream",
    sha256: hexOf(await crypto.subtle.digest("SHA-256", await file.arrayBuffer())),
  };
  const { data, errors } = await ask({ query: CREATE, variables: { input } });
  if (errors?.length) throw new Error(errors[0].message);
  return data.createDocument;
}

/** Resolves when the subscription stands, so that no event is missed. */
async function watch(id, config, caller, report) {
  const subscribe = config.protocol === "appsync" ? subscribeToAppSync : subscribeOverTransportWs;
  const headers = await caller.headers();
  return new Promise((resolve, reject) => {
    let close = () => {};
    const observer = {
      open: () => resolve(() => close()),
      next: ({ data }) => data?.onDocumentEvent && report(data.onDocumentEvent),
      error: (fault) => reject(new Error(sentenceOf(Array.isArray(fault) ? fault[0] : fault))),
      complete: () => {},
    };
    const opened = subscribe(config, { query: EVENTS, variables: { id }, operationName: "Doc" }, headers, observer);
    Promise.resolve(opened).then((stop) => (close = stop), reject);
  });
}

function hexOf(buffer) {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function codeIn(xml) {
  return /<Code>([^<]*)<\/Code>/.exec(xml)?.[1] ?? "";
}
