import { type Kysely, sql } from 'kysely';

/** The part of the balance that a ledger line belongs to, exactly as in server/points/ledger-parts.ts. */
const part = `(case
  when event in ('order_reservation', 'order_reject', 'order_complete') then 'spent'
  when event = 'points_expired' or variation = 'expired' then 'expired'
  when event in ('project_correction', 'other') or variation <> 'positive' then 'corrected'
  else 'earned' end)`;

/**
 * Adds indexes for the console's ledger list: by country, by country with a filter, and by company. Each index ends
 * with the list's order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const order = 'created_at, uuid';
  const statements = [
    `create index ledger_region on ledger (region_id, ${order})`,
    `create index ledger_event on ledger (region_id, event, ${order})`,
    `create index ledger_part on ledger (region_id, ${part}, ${order})`,
    `create index ledger_company on ledger (company_id, ${order})`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
