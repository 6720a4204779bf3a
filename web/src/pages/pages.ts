import { lazy, type ComponentType } from "react";

// A page is loaded when it is first opened: one pays for what one looks at.
const Api = lazy(async () => ({ default: (await import("./api/Api.tsx")).Api }));
const Batch = lazy(async () => ({ default: (await import("./batch/Batch.tsx")).Batch }));
const Cats = lazy(async () => ({ default: (await import("./cats/Cats.tsx")).Cats }));
const DataTable = lazy(async () => ({ default: (await import("./data/DataTable.tsx")).DataTable }));
const Desk = lazy(async () => ({ default: (await import("./desk/Desk.tsx")).Desk }));
const Document = lazy(async () => ({ default: (await import("./document/Document.tsx")).Document }));
const Documents = lazy(async () => ({ default: (await import("./documents/Documents.tsx")).Documents }));
const Home = lazy(async () => ({ default: (await import("./home/Home.tsx")).Home }));
const Job = lazy(async () => ({ default: (await import("./job/Job.tsx")).Job }));
const Jobs = lazy(async () => ({ default: (await import("./jobs/Jobs.tsx")).Jobs }));
const Node = lazy(async () => ({ default: (await import("./data/Node.tsx")).Node }));
const Nova = lazy(async () => ({ default: (await import("./nova/Nova.tsx")).Nova }));
const Novae = lazy(async () => ({ default: (await import("./novae/Novae.tsx")).Novae }));
const Receipt = lazy(async () => ({ default: (await import("./receipt/Receipt.tsx")).Receipt }));
const Receipts = lazy(async () => ({ default: (await import("./receipts/Receipts.tsx")).Receipts }));
const Review = lazy(async () => ({ default: (await import("./review/Review.tsx")).Review }));
const Sweep = lazy(async () => ({ default: (await import("./sweep/Sweep.tsx")).Sweep }));
const Types = lazy(async () => ({ default: (await import("./data/Types.tsx")).Types }));

export interface PageEntry {
  path: string;
  // Each page takes the parameters of its own path.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  component: ComponentType<any>;
  /** For pages that one goes to from anywhere: the key after `g`, and the paths of the pages below. */
  rail?: { name: string; key: string; icon: string; above?: readonly string[] };
}

/** Every page; those with a rail entry are in the rail, in this order. */
export const PAGES: readonly PageEntry[] = [
  { path: "/", component: Home, rail: { name: "Home", key: "h", icon: "M4 11l8-7 8 7v9h-5v-6H9v6H4z" } },
  {
    path: "/receipts",
    component: Receipts,
    rail: { name: "Receipts", key: "r", icon: "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6" },
  },
  { path: "/receipts/:imageId/:receiptId", component: Receipt },
  { path: "/review", component: Review, rail: { name: "Review", key: "l", icon: "M4 12l5 5L20 6M4 20h16" } },
  {
    path: "/jobs",
    component: Jobs,
    rail: { name: "Jobs", key: "j", icon: "M4 20V4M4 20h16M8 16l4-5 3 3 5-7", above: ["/jobs", "/sweeps"] },
  },
  { path: "/jobs/:jobId", component: Job },
  { path: "/sweeps/:sweepId", component: Sweep },
  {
    path: "/novae",
    component: Novae,
    rail: { name: "Novae", key: "n", icon: "M12 3v18M3 12h18M6 6l12 12M18 6L6 18", above: ["/desk"] },
  },
  { path: "/novae/:name", component: Nova },
  { path: "/desk", component: Desk },
  { path: "/cats", component: Cats, rail: { name: "Cats", key: "c", icon: "M5 4l4 4h6l4-4v9a7 7 0 0 1-14 0zM9 12h0M15 12h0M11 16h2" } },
  { path: "/cats/:batchId", component: Batch },
  { path: "/documents", component: Documents, rail: { name: "Documents", key: "d", icon: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" } },
  { path: "/documents/:jobId", component: Document },
  {
    path: "/data",
    component: Types,
    rail: { name: "Data", key: "t", icon: "M4 5h16v14H4zM4 10h16M10 10v9", above: ["/node"] },
  },
  { path: "/data/:type", component: DataTable },
  { path: "/node/:id", component: Node },
  { path: "/api", component: Api, rail: { name: "API", key: "a", icon: "M8 6l-5 6 5 6M16 6l5 6-5 6" } },
];

/** A job's page belongs to the jobs, and a sweep's too. */
export function isWithin(location: string, path: string, above: readonly string[] = []): boolean {
  return location === path || [path, ...above].some((each) => each !== "/" && `${location}/`.startsWith(`${each}/`));
}
