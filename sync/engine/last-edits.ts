/** Maximum number of edits stored per document; far more than anyone makes while offline. */
const MAX_EDITS = 20;

/** Keeps the most recent edits or edit ids and drops older ones. */
export function lastEdits<T>(edits: readonly T[]): T[] {
  return edits.slice(-MAX_EDITS);
}
