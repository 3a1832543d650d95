import { type Transaction } from 'kysely';
import { editParts, type EditPart } from '#schemas/lead-edit.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';

/** An edit that was done to a lead. */
interface DoneEdit {
  readonly op_id: string;
  readonly rev: number;
  readonly parts: readonly EditPart[];
}

/** Everything that was done to a lead, in order. */
export async function loadLeadHistory(
  trx: Transaction<Database>,
  leadUuid: string,
): Promise<readonly DoneEdit[]> {
  const rows = await trx
    .selectFrom('lead_edits')
    .select(['op_id', 'rev', 'parts'])
    .where('lead_uuid', '=', leadUuid)
    .orderBy('rev')
    .execute();
  // Written by `recordEdits` below.
  return rows.map(({ op_id, rev, parts }) => ({ op_id, rev, parts: parts as EditPart[] }));
}

export async function recordEdits(
  trx: Transaction<Database>,
  edits: readonly {
    readonly leadUuid: string;
    readonly opId: string;
    readonly rev: number;
    readonly parts: readonly EditPart[];
  }[],
  now: number,
): Promise<void> {
  if (edits.length === 0) return;
  await trx
    .insertInto('lead_edits')
    .values(
      edits.map(({ leadUuid, opId, rev, parts }) => ({
        lead_uuid: leadUuid,
        op_id: opId,
        rev,
        parts: toJsonb(parts),
        created_at: new Date(now),
      })),
    )
    .execute();
}

/**
 * Which parts of a lead were changed after an edit. Pure.
 * @param base the edit's id; of one that is not known, everything counts as changed since; null: none
 */
export function changedSince(
  history: readonly DoneEdit[],
  base: string | null,
): ReadonlySet<EditPart> {
  if (base === null) return new Set();
  const known = history.find(({ op_id }) => op_id === base);
  if (!known) return new Set(editParts);
  return new Set(history.filter(({ rev }) => rev > known.rev).flatMap(({ parts }) => parts));
}
