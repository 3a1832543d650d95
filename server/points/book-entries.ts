import { randomUUID } from 'node:crypto';
import { type Insertable, type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { type LedgerTable } from './ledger-row.ts';

/** What an entry says; the rest of its row follows from whose it is, and when it is made. */
type NewEntry = Pick<Insertable<LedgerTable>, 'event' | 'points' | 'variation'> &
  Partial<Pick<Insertable<LedgerTable>, 'op_id' | 'project_uuid' | 'order_uuid' | 'created_by'>>;

/** Whose entries they are, and when they are made. */
interface Circumstances {
  readonly companyId: string;
  /** Of the first entry; each further one takes the next. */
  readonly firstRev: number;
  readonly now: Date;
}

/** Adds entries to a company's ledger, in this order: all that a running server books goes in here. */
export async function addLedgerEntries(
  trx: Transaction<Database>,
  bookings: readonly NewEntry[],
  { companyId, firstRev, now }: Circumstances,
): Promise<void> {
  const rows = bookings.map((booking, at) => ({
    uuid: randomUUID(),
    company_id: companyId,
    rev: firstRev + at,
    op_id: randomUUID(),
    created_at: now,
    updated_at: now,
    project_uuid: null,
    ...booking,
  }));
  await trx.insertInto('ledger').values(rows).execute();
}
