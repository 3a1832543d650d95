import type { RxConflictHandler } from 'rxdb';

/** Whether two versions of a document say the same. Pure; called often, so it compares no text twice. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

/**
 * What a push answers is the whole new document already (see `settle` and `closed`), made of the very
 * edit that was sent. A newer local edit is never lost to it: RxDB writes the answer only over that
 * edit, and sends the newer one next, which `settle` then builds on what the server has.
 */
export const keepAnswer: RxConflictHandler<unknown> = {
  isEqual: isSame,
  resolve: ({ realMasterState }) => Promise.resolve(realMasterState),
};
