/** The browser's storage, apart for each API: tabs of one shall not turn up at another. */
export function storageFor(endpoint) {
  const prefix = `tessera:${endpoint}:`;
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  return {
    getItem: (key) => localStorage.getItem(prefix + key),
    setItem: (key, value) => localStorage.setItem(prefix + key, value),
    removeItem: (key) => localStorage.removeItem(prefix + key),
    clear: () => keys().forEach((key) => localStorage.removeItem(key)),
    get length() {
      return keys().length;
    },
  };
}
