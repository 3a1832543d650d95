import { sql } from 'kysely';
import type { Call } from '#schemas/api/call.ts';
import type { ClubServer } from './club-server.ts';

/** In an order that foreign keys allow for deletion. */
const tables = [
  ...['ledger', 'scans', 'lead_edits', 'leads', 'projects'],
  ...['support_messages', 'support_chats', 'notifications', 'survey_invitations'],
];

/**
 * Backs up the server.
 * @returns a function that restores it, and makes devices detect a new epoch at their next such call
 */
export async function backUp({ app, proxy }: ClubServer): Promise<(next: Call) => Promise<void>> {
  const run = (statement: string) => sql.raw(statement).execute(app.db);
  for (const table of tables) await run(`create table backup_${table} as table ${table}`);
  return async (next) => {
    for (const table of tables) await run(`delete from ${table}`);
    for (const table of tables.toReversed()) {
      await run(`insert into ${table} select * from backup_${table}`);
      await run(`drop table backup_${table}`);
    }
    proxy.addFault(next, { kind: 'refuse', code: 'checkpoint_stale' });
  };
}
