import { type Transaction } from 'kysely';
import { editParts, type EditPart } from '#schemas/lead-edit.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';

/** An applied edit. */
interface AppliedEdit {
  readonly op_id: string;
  readonly rev: number;
  readonly parts: readonly EditPart[];
}

/** Loads all edits of a lead, oldest first. */
export async function loadLeadHistory(
  trx: Transaction<Database>,
  leadUuid: string,
): Promise<readonly AppliedEdit[]> {
  const rows = await trx
    .selectFrom('lead_edits')
    .select(['op_id', 'rev', 'parts'])
    .where('lead_uuid', '=', leadUuid)
    .orderBy('rev')
    .execute();
  // Written only by `recordEdits`.
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
 * Returns the parts changed after an edit. Pure.
 * @param baseOpId the edit's id; for an unknown id everything counts as changed, for null nothing
 */
export function findPartsChangedSince(
  history: readonly AppliedEdit[],
  baseOpId: string | null,
): ReadonlySet<EditPart> {
  if (baseOpId === null) return new Set();
  const baseEdit = history.find(({ op_id }) => op_id === baseOpId);
  if (!baseEdit) return new Set(editParts);
  return new Set(history.filter(({ rev }) => rev > baseEdit.rev).flatMap(({ parts }) => parts));
}
