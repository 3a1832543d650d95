import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { runLoggedOperation } from '../store/operation-log.ts';
import type { ClubDatabase } from '../store/database.ts';

/** User operations that write to several collections, with the ids needed to complete them. */
export const operation = v.variant('kind', [
  /** The customer of an agreed lead cancelled, so the project's products are detached. */
  v.object({ kind: v.literal('reject_lead'), lead: uuid, project: uuid }),
  v.object({ kind: v.literal('accept_lead'), lead: uuid }),
  v.object({ kind: v.literal('withdraw_lead'), lead: uuid }),
  v.object({ kind: v.literal('discard_project'), project: uuid }),
]);
export type Operation = v.InferOutput<typeof operation>;

/**
 * Runs an operation; if the page is killed midway, the next start completes it.
 * @throws the errors of `work`
 */
export function runOperation<Result>(
  database: Pick<ClubDatabase, 'name'>,
  operation: Operation,
  work: () => Promise<Result>,
): Promise<Result> {
  return runLoggedOperation(database.name, operation, work);
}
