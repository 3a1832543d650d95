import { type Kysely } from 'kysely';
import { chatStatuses } from '#schemas/chat.ts';
import { type Database } from '../db/tables.ts';
import { selectChats } from './chat-row.ts';

/** The chats that wait for support, the longest waiting first, each as an operator reads it. */
export async function listWaitingChats(db: Kysely<Database>): Promise<string[]> {
  const rows = await selectChats(db)
    .where('status', '=', chatStatuses.withSupport)
    .where('deleted', '=', false)
    .orderBy('updated_at')
    .execute();
  return rows.map(({ uuid, title, info, messages }) =>
    [
      `${uuid}  ${title}`,
      `  ${JSON.stringify(info)}`,
      ...messages.map(
        ({ sender, message, created_at }) => `  ${created_at} ${sender}: ${indented(message)}`,
      ),
    ].join('\n'),
  );
}

function indented(message: string): string {
  return message.replaceAll('\n', '\n    ');
}
