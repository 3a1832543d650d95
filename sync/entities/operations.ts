import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { runLoggedOperation } from '../store/operation-log.ts';
import type { ClubDatabase } from '../store/database.ts';

/** The acts of people that write to several collections, by what is needed to complete them. */
export const operation = v.variant('kind', [
  /** The customer of an agreed lead has cancelled: its products are without a project again. */
  v.object({ kind: v.literal('reject_lead'), lead: uuid, project: uuid }),
  v.object({ kind: v.literal('accept_lead'), lead: uuid }),
  v.object({ kind: v.literal('withdraw_lead'), lead: uuid }),
  v.object({ kind: v.literal('discard_project'), project: uuid }),
]);
export type Operation = v.InferOutput<typeof operation>;

/** Does an act so that the next start completes it where this page is killed in between. @throws as the work does */
export function runOperation<Result>(
  database: Pick<ClubDatabase, 'name'>,
  noted: Operation,
  work: () => Promise<Result>,
): Promise<Result> {
  return runLoggedOperation(database.name, noted, work);
}
