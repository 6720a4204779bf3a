/** Where a file goes: an address that takes these bytes, once. */
export interface Target {
  url: string;
  method: string;
  headers: readonly { name: string; value: string }[];
}

const OF_BROWSERS = new Set(["content-length", "host"]); // a page cannot set these: the browser does
const ALREADY_THERE = 412;

/** Sends a file to the storage; resolves to why that failed, or to null. `fetch` does not tell how far it is. */
export function put({ url, method, headers }: Target, file: Blob, onShare: (share: number) => void): Promise<string | null> {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const { name, value } of headers) if (!OF_BROWSERS.has(name.toLowerCase())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onShare(total ? loaded / total : 0);
    request.onload = () => done(faultOf(request.status, request.responseText));
    request.onerror = () => done("The storage does not answer.");
    request.send(file);
  });
}

function faultOf(status: number, text: string): string | null {
  // The same bytes were sent before, and only the answer was lost: the address takes no others.
  if ((status >= 200 && status < 300) || status === ALREADY_THERE) return null;
  const said = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? /<Code>([^<]*)<\/Code>/.exec(text)?.[1];
  return `The storage refused the file: ${said ?? status}`;
}
