import type { RxConflictHandler, WithDeleted } from 'rxdb';
import type { ScanDocument } from '#schemas/scan.ts';

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
 * For what this device never edits, and for documents whose push already made the verdict into the
 * whole new document: what the push answered is the truth.
 */
export const keepMaster: RxConflictHandler<unknown> = {
  isEqual: isSame,
  resolve: ({ realMasterState }) => Promise.resolve(realMasterState),
};

/** See `settleScan`. */
export const scanConflicts: RxConflictHandler<ScanDocument> = {
  isEqual: isSame,
  resolve: ({ newDocumentState, realMasterState }) =>
    Promise.resolve(settleScan(newDocumentState, realMasterState)),
};

/**
 * Settles a scan that was pushed with what the push answered.
 * - The answer is of this very edit (same op_id): it is the scan now.
 * - The answer is of another edit: the local one is newer, is kept, and is built on that one.
 */
export function settleScan(
  local: WithDeleted<ScanDocument>,
  answered: WithDeleted<ScanDocument>,
): WithDeleted<ScanDocument> {
  if (local.op_id === answered.op_id) return answered;
  if (local.state === 'sent') return answered;
  return { ...local, base_op_id: answered.base_op_id };
}
