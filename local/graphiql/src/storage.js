/** The browser's storage, apart for each API: tabs of one shall not turn up at another. */
export function storageFor(endpoint) {
  const prefix = `tessera:${endpoint}:`;
  let isClosed = false;
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  const clear = () => keys().forEach((key) => localStorage.removeItem(key));
  return {
    getItem: (key) => localStorage.getItem(prefix + key),
    setItem: (key, value) => isClosed || localStorage.setItem(prefix + key, value),
    removeItem: (key) => localStorage.removeItem(prefix + key),
    clear,
    /** Clear it for good: GraphiQL writes what it has a moment later, and would bring it all back. */
    close: () => {
      isClosed = true;
      clear();
    },
    get length() {
      return keys().length;
    },
  };
}
