import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { type Chat, type ChatMessage } from '#schemas/chat.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type SupportChatsTable, type SupportMessagesTable } from './support-tables.ts';

/** A chat with its messages, oldest first. */
export type ChatRow = Selectable<SupportChatsTable> & { readonly messages: ChatMessage[] };

/** All chats with their messages, to be narrowed down. */
export function selectChats(db: Kysely<Database>) {
  // One query for a whole page; the text of the moments is the wire's.
  const messages = sql<ChatMessage[]>`coalesce((
    select json_agg(json_build_object(
      'uuid', m.uuid,
      'sender', m.sender,
      'message', m.message,
      'created_at', to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by m.created_at)
    from support_messages m where m.chat_uuid = support_chats.uuid
  ), '[]'::json)`;
  return db.selectFrom('support_chats').selectAll().select(messages.as('messages'));
}

/** The person's own chats, tombstones too. A colleague's are none of their business. */
export function selectOwnChats(db: Kysely<Database>, actor: Actor) {
  return selectChats(db)
    .where('user_id', '=', actor.userId)
    .where('company_id', '=', actor.companyId);
}

/** One of the person's own. Throws `not_found` for what is not there, and for anybody else's. */
export async function findOwnChat(
  db: Kysely<Database>,
  actor: Actor,
  uuid: string,
): Promise<ChatRow> {
  const row = await selectOwnChats(db, actor)
    .where('uuid', '=', uuid)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('not_found');
  return row;
}

/** What the database gives, as the wire has it. */
export function chatFromRow(row: ChatRow): Chat {
  const { title, status, messages } = row;
  return { ...replicatedFields(row), title, status, messages };
}

export function messageFromRow(row: Selectable<SupportMessagesTable>): ChatMessage {
  const { uuid, sender, message, created_at } = row;
  return { uuid, sender, message, created_at: created_at.toISOString() };
}

/** The message of that id, in whichever chat it stands. */
export function findMessage(trx: Transaction<Database>, uuid: string) {
  return trx.selectFrom('support_messages').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}
