/** Own edits remembered while none was answered; more than anybody makes of one document. */
const KEPT_EDITS = 20;

/** The last of these edits, or of their ids: older ones are forgotten. */
export function lastEdits<T>(edits: readonly T[]): T[] {
  return edits.slice(-KEPT_EDITS);
}
