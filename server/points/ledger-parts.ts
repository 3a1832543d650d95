import { sql } from 'kysely';
import { type LedgerPart } from '#schemas/operator/company-calls.ts';

/** The part of the balance that a ledger line belongs to. Every line belongs to one, so the parts add up to the balance. */
export const ledgerPart = sql<LedgerPart>`case
  when event in ('order_reservation', 'order_reject', 'order_complete') then 'spent'
  when event = 'points_expired' or variation = 'expired' then 'expired'
  when event in ('project_correction', 'other') or variation <> 'positive' then 'corrected'
  else 'earned' end`;

/** The balance change from a ledger line. */
export const ledgerChange = sql<number>`case when variation = 'positive' then points else -points end`;

/** State of a ledger line as a correction; null for lines that no operator added. */
export const correctionState = sql<'open' | 'reversed' | 'reversal' | null>`(
  select case
    when own.reverses is not null then 'reversal'
    when exists (select from point_corrections later where later.reverses = own.ledger_uuid) then 'reversed'
    else 'open' end
  from point_corrections own where own.ledger_uuid = ledger.uuid)`;
