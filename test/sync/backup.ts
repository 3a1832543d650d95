import { sql } from 'kysely';
import type { Call } from '#schemas/api/call.ts';
import { transact } from '#server/db/database.ts';
import type { Session } from '#sync/http/session.ts';
import type { ClubServer } from './club-server.ts';

/** Tables in an order in which foreign keys allow deletion. */
const tables = [
  'attachment_parts',
  'attachments',
  'attachment_tombstones',
  'ledger',
  'scans',
  'lead_edits',
  'leads',
  'projects',
  'support_messages',
  'support_chats',
  'notifications',
  'survey_invitations',
];

/**
 * Backs up the server.
 * @returns a function that restores it, and makes a device detect a new epoch at its next request of the given call.
 *   With several devices, specify which one, because their requests come in any order.
 */
export async function backUp({
  app,
  proxy,
}: ClubServer): Promise<(next: Call, sender?: Pick<Session, 'state'>) => Promise<void>> {
  const list = tables.join(', ');
  for (const table of tables) {
    // A test that failed before its restore leaves its backup behind.
    await sql.raw(`drop table if exists backup_${table}`).execute(app.db);
    await sql.raw(`create table backup_${table} as table ${table}`).execute(app.db);
  }
  return async (next, sender) => {
    // Retried after a deadlock with a request that is still running.
    await transact(app.db, async (trx) => {
      const execute = (statement: string) => sql.raw(statement).execute(trx);
      // A request that is still running could otherwise write between two deletions.
      await execute(`lock table ${list} in access exclusive mode`);
      for (const table of tables) await execute(`delete from ${table}`);
      for (const table of tables.toReversed()) {
        const columns = await writableColumns(trx, table);
        await execute(`insert into ${table} (${columns}) select ${columns} from backup_${table}`);
        await execute(`drop table backup_${table}`);
      }
    });
    proxy.addFault(next, { kind: 'refuse', code: 'checkpoint_stale' }, sender ? { sender } : {});
  };
}

/** Names of a table's columns that PostgreSQL doesn't compute itself. */
async function writableColumns(db: ClubServer['app']['db'], table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER'`.execute(db);
  return rows.map(({ name }) => `"${name}"`).join(', ');
}
