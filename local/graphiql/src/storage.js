/** The browser's storage, separate for each API, so that tabs of one do not appear in another. */
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
    /** Clear it permanently: GraphiQL saves its state a moment later, which would restore everything. */
    close: () => {
      isClosed = true;
      clear();
    },
    get length() {
      return keys().length;
    },
  };
}
