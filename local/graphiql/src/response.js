/** The visible response as data; null if there is none yet, or one in words. */
export function parsed(response) {
  try {
    return JSON.parse(response);
  } catch {
    return null;
  }
}
