import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { type Actor } from '../http/handler.ts';
import { type AccountChangesTable } from './account-tables.ts';

/** Records who changed which fields, never the values. */
export async function recordChange(
  trx: Transaction<Database>,
  actor: Pick<Actor, 'userId' | 'companyId'>,
  now: number,
  change: {
    readonly subject: AccountChangesTable['subject'];
    readonly fields: readonly string[];
  },
): Promise<void> {
  if (change.fields.length === 0) return;
  await trx
    .insertInto('account_changes')
    .values({
      id: randomUUID(),
      installer_id: actor.userId,
      company_id: actor.companyId,
      subject: change.subject,
      fields: toJsonb(change.fields),
      created_at: new Date(now),
    })
    .execute();
}
