/** A file that is about to be sent, with its SHA-256: the storage takes no other bytes than those that were announced. */
export interface Prepared {
  file: File;
  contentType: string;
  sha256: string;
}

/** A file that is not sent, and why. */
export interface LeftOut {
  name: string;
  reason: string;
}

/** Media types that may be sent, each with the most bytes that it may have. */
export type Limits = Readonly<Record<string, number>>;

const MB = 1024 * 1024;
export const PICTURES: Limits = { "image/jpeg": 15 * MB, "image/png": 15 * MB };
export const PAPERS: Limits = { "application/pdf": 500 * MB, "image/tiff": 500 * MB, "image/jpeg": 10 * MB, "image/png": 10 * MB };

const BY_ENDING: Readonly<Record<string, string>> = { pdf: "application/pdf", jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png", tif: "image/tiff", tiff: "image/tiff" };
const NAMES: Readonly<Record<string, string>> = { "application/pdf": "PDF", "image/tiff": "TIFF", "image/jpeg": "JPEG", "image/png": "PNG" };

/** What can be sent, and what cannot with the reason. The same file twice is sent once. */
export async function prepared(files: readonly File[], limits: Limits): Promise<[Prepared[], LeftOut[]]> {
  const ready = new Map<string, Prepared>();
  const left: LeftOut[] = [];
  for (const file of files) {
    const contentType = file.type || (BY_ENDING[file.name.split(".").at(-1)!.toLowerCase()] ?? "");
    let reason = faultOf(file, contentType, limits);
    const sha256 = reason ? "" : await fingerprintOf(file).catch(() => "");
    if (!reason && !sha256) reason = "it cannot be read; folders cannot be sent, only the files in them";
    const same = ready.get(sha256);
    if (same) reason = `it is the same file as ${same.file.name}`;
    if (reason) left.push({ name: file.name, reason });
    else ready.set(sha256, { file, contentType, sha256 });
  }
  return [[...ready.values()], left];
}

/** Why a file cannot be sent, as far as that can be told without reading it; empty if it can. */
export function faultOf({ size }: Pick<File, "size">, contentType: string, limits: Limits): string {
  const most = limits[contentType];
  if (most === undefined) return `only ${new Intl.ListFormat("en", { type: "disjunction" }).format(Object.keys(limits).map((each) => NAMES[each]!))} can be read`;
  if (!size) return "it is empty";
  return size > most ? `it has ${bytes(size)}, and ${bytes(most)} is the most` : "";
}

/** A size as people say it: 1.2 MB. */
export function bytes(count: number): string {
  const [value, unit] = count < 1000 ? [count, "byte"] : count < MB ? [count / 1024, "kilobyte"] : [count / MB, "megabyte"];
  return new Intl.NumberFormat("en", { style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value);
}

async function fingerprintOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
