import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type LeadStatus } from '#schemas/lead-steps.ts';
import { nextRevs } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { recordEdits } from './lead-history.ts';

/** Leads that no person moves, each with where it goes; the company is locked. */
export async function moveBySystem(
  trx: Transaction<Database>,
  companyId: string,
  moves: readonly { readonly uuid: string; readonly to: LeadStatus }[],
  now: number,
): Promise<void> {
  if (moves.length === 0) return;
  const firstRev = await nextRevs(trx, companyId, moves.length);
  const rows = moves.map((move, at) => ({ ...move, op_id: randomUUID(), rev: firstRev + at }));
  await sql`
    update leads set
      status = moved."to", op_id = moved.op_id, rev = moved.rev, expires_on = null,
      updated_at = ${new Date(now)}, moved_at = ${new Date(now)}, moved_by = 'system', mover_id = null
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as moved(uuid uuid, "to" text, op_id uuid, rev bigint)
    where leads.uuid = moved.uuid`.execute(trx);
  const done = rows.map(({ uuid, op_id, rev }) => {
    return { leadUuid: uuid, opId: op_id, rev, parts: ['status'] as const };
  });
  await recordEdits(trx, done, now);
}
