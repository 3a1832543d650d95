import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { type Chat, type ChatMessage } from '#schemas/chat.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type SupportChatsTable, type SupportMessagesTable } from './support-tables.ts';

/** A chat with its messages, oldest first. */
type ChatRow = Selectable<SupportChatsTable> & { readonly messages: ChatMessage[] };

/** Query for all chats with their messages. */
export function selectChats(db: Kysely<Database>) {
  // A subquery loads the messages, so that a whole page needs only one query. Times are formatted as on the wire.
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

/** Query for the person's own chats, including deleted ones, but not colleagues' chats. */
export function selectOwnChats(db: Kysely<Database>, actor: Actor) {
  return selectChats(db)
    .where('user_id', '=', actor.userId)
    .where('company_id', '=', actor.companyId);
}

/** Finds one of the person's own chats. Throws `not_found` for any other chat. */
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

/** Maps a row to the wire format. */
export function chatFromRow(row: ChatRow): Chat {
  const { title, status, messages } = row;
  return { ...replicatedFields(row), title, status, messages };
}

export function messageFromRow(row: Selectable<SupportMessagesTable>): ChatMessage {
  const { uuid, sender, message, created_at } = row;
  return { uuid, sender, message, created_at: created_at.toISOString() };
}

/** Finds a message by id, in any chat. */
export function findMessage(trx: Transaction<Database>, uuid: string) {
  return trx.selectFrom('support_messages').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}
