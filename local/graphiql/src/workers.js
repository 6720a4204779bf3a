// Monaco checks and completes in workers of its own; they lie beside this script.
const FILES = { json: "json.worker.js", graphql: "graphql.worker.js" };

globalThis.MonacoEnvironment = {
  getWorker: (_, label) => new Worker(new URL(FILES[label] ?? "editor.worker.js", import.meta.url)),
};
