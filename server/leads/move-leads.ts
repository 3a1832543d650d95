import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type LeadStatus, canMove } from '#schemas/lead-status.ts';
import { nextRevs } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { recordEdits } from './lead-row.ts';

/** Moves leads automatically, for example on expiry. The company must be locked. */
export async function moveLeadsBySystem(
  trx: Transaction<Database>,
  companyId: string,
  moves: readonly { readonly uuid: string; readonly to: LeadStatus }[],
  now: number,
): Promise<void> {
  if (moves.length === 0) return;
  const firstRev = await nextRevs(trx, companyId, moves.length);
  const rows = moves.map((move, index) => ({
    ...move,
    op_id: randomUUID(),
    rev: firstRev + index,
  }));
  await sql`
    update leads set
      status = moved."to", op_id = moved.op_id, rev = moved.rev, expires_on = null,
      updated_at = ${new Date(now)}, moved_at = ${new Date(now)}, moved_by = 'system', mover_id = null
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as moved(uuid uuid, "to" text, op_id uuid, rev bigint)
    where leads.uuid = moved.uuid`.execute(trx);
  const edits = rows.map(({ uuid, op_id, rev }) => {
    return { leadUuid: uuid, opId: op_id, rev, parts: ['status'] as const };
  });
  await recordEdits(trx, edits, now);
}

/**
 * Moves the leads of projects that are being closed or lost, in the same transaction.
 * @param to the new status; leads that can't move to it keep theirs
 * @param now milliseconds since 1970
 */
export async function moveProjectLeads(
  trx: Transaction<Database>,
  companyId: string,
  projectUuids: readonly string[],
  to: Extract<LeadStatus, 'closed' | 'expired-agreement'>,
  now: number,
): Promise<void> {
  if (projectUuids.length === 0) return;
  const leads = await trx
    .selectFrom('leads')
    .select(['uuid', 'status'])
    .where('company_id', '=', companyId)
    .where('project_id', 'in', projectUuids)
    .where('deleted', '=', false)
    .execute();
  const moves = leads.flatMap(({ uuid, status }) =>
    canMove(status, to, 'system') ? [{ uuid, to }] : [],
  );
  await moveLeadsBySystem(trx, companyId, moves, now);
}

/**
 * Assigns new revs to the leads that a person moved, because devices show that person's name (`moved_by`).
 * Call in the transaction that renames the person, with the company locked. Keeps each `op_id`, so
 * concurrent edits based on it stay valid.
 * @param now milliseconds since 1970
 */
export async function renewLeadRevs(
  trx: Transaction<Database>,
  mover: { readonly userId: string; readonly companyId: string },
  now: number,
): Promise<void> {
  const affectedLeads = trx
    .selectFrom('leads')
    .where('company_id', '=', mover.companyId)
    .where('mover_id', '=', mover.userId)
    .where('deleted', '=', false);
  const { count } = await affectedLeads
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count === 0) return;
  const firstRev = await nextRevs(trx, mover.companyId, count);
  await trx
    .with('affected', () =>
      affectedLeads.select(['uuid', sql<number>`row_number() over (order by rev)`.as('position')]),
    )
    .updateTable('leads')
    .from('affected')
    .set((eb) => ({
      rev: sql<number>`${firstRev}::bigint + ${eb.ref('affected.position')} - 1`,
      updated_at: new Date(now),
    }))
    .whereRef('leads.uuid', '=', 'affected.uuid')
    .execute();
}
