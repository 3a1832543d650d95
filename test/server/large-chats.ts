import { randomUUID } from 'node:crypto';
import { type Kysely } from 'kysely';
import { type Database } from '#server/db/tables.ts';

/** Writes chats longer than the current size limit allows, as from before it existed. */
export async function writeLargeChats(
  db: Kysely<Database>,
  account: { readonly id: string; readonly companyId: string },
  { chats, messages, messageLength }: { chats: number; messages: number; messageLength: number },
): Promise<string[]> {
  const { rev } = await db
    .updateTable('companies')
    .set((eb) => ({ rev: eb('rev', '+', chats) }))
    .where('id', '=', account.companyId)
    .returning('rev')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: chats }, (_, index) => ({
    uuid: randomUUID(),
    company_id: account.companyId,
    rev: rev - chats + 1 + index,
    op_id: randomUUID(),
    deleted: false,
    created_at: new Date(1_700_000_000_000 + index * 1000),
    updated_at: new Date(1_700_000_000_000 + index * 1000),
    user_id: account.id,
    title: 'A long story',
    status: 1 as const,
    info: '{}',
  }));
  await db.insertInto('support_chats').values(rows).execute();
  for (const { uuid } of rows) {
    const texts = Array.from({ length: messages }, (_, index) => ({
      uuid: randomUUID(),
      chat_uuid: uuid,
      sender: 'installer' as const,
      message: 'x'.repeat(messageLength),
      created_at: new Date(1_700_000_000_000 + index),
    }));
    await db.insertInto('support_messages').values(texts).execute();
  }
  return rows.map(({ uuid }) => uuid);
}
