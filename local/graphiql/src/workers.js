// Monaco validates and completes in its own workers, which are next to this script.
const FILES = { json: "json.worker.js", graphql: "graphql.worker.js" };

globalThis.MonacoEnvironment = {
  getWorker: (_, label) => new Worker(new URL(FILES[label] ?? "editor.worker.js", import.meta.url)),
};
