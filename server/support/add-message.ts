import { type Selectable, sql, type Transaction } from 'kysely';
import { type ChatMessage, type ChatStatus, MAX_CHAT_MESSAGES } from '#schemas/chat.ts';
import { nextRev } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type SupportMessagesTable } from './support-tables.ts';

/**
 * Total size of a chat's messages, in bytes, at which the chat is full. It's about ten times the size of a long chat. A
 * limit is needed, because a chat is always sent as a whole.
 */
export const MAX_CHAT_BYTES = 500_000;

/** A message, and the status of the chat after the message. */
interface NewMessage {
  readonly uuid: string;
  readonly sender: ChatMessage['sender'];
  readonly message: string;
  readonly status: ChatStatus;
  /** The operator who wrote the message in the console. */
  readonly operatorId?: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Appends a message to a chat. The company must be locked.
 * Throws `chat_full`.
 */
export async function addMessage(
  trx: Transaction<Database>,
  chat: { readonly uuid: string; readonly company_id: string },
  { uuid, sender, message, status, operatorId = null, now }: NewMessage,
): Promise<Selectable<SupportMessagesTable>> {
  const { count, bytes, last } = await trx
    .selectFrom('support_messages')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(octet_length(message)), 0)`.as('bytes'),
      eb.fn.max('created_at').as('last'),
    ])
    .where('chat_uuid', '=', chat.uuid)
    .executeTakeFirstOrThrow();
  if (count >= MAX_CHAT_MESSAGES || bytes >= MAX_CHAT_BYTES) throw new ApiFailure('chat_full');
  // The messages must stay in order, even if the clock was set back.
  const earliest = last === null ? 0 : new Date(last).getTime() + 1;
  const savedMessage = await trx
    .insertInto('support_messages')
    .values({
      uuid,
      chat_uuid: chat.uuid,
      sender,
      message,
      operator_id: operatorId,
      created_at: new Date(Math.max(now, earliest)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('support_chats')
    .set({
      rev: await nextRev(trx, chat.company_id),
      op_id: uuid,
      status,
      updated_at: new Date(now),
    })
    .where('uuid', '=', chat.uuid)
    .execute();
  return savedMessage;
}
