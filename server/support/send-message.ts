import {
  type Chat,
  chatStatuses,
  type ChatCreate,
  type ChatMessage,
  type ChatReply,
} from '#schemas/chat.ts';
import { toJsonb } from '../db/jsonb.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { addMessage } from './add-message.ts';
import { chatFromRow, findMessage, findOwnChat, messageFromRow } from './chat-row.ts';

/**
 * Opens a chat with its first message. Idempotent (F01). Throws `conflict` if one of the ids is already used for
 * another chat or message.
 */
export function openChat(
  { uuid, message_uuid, title, body, info }: ChatCreate,
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Chat> {
  const now = clock.now();
  return transact(db, async (trx) => {
    await lockCompany(trx, actor.companyId);
    const firstMessage = await findMessage(trx, message_uuid);
    if (firstMessage && firstMessage.chat_uuid !== uuid.toLowerCase()) {
      throw new ApiFailure('conflict', { field: 'body.message_uuid' });
    }
    const createdChat = await trx
      .insertInto('support_chats')
      .values({
        uuid,
        company_id: actor.companyId,
        rev: await nextRev(trx, actor.companyId),
        op_id: message_uuid,
        deleted: false,
        created_at: new Date(now),
        updated_at: new Date(now),
        user_id: actor.userId,
        title,
        status: chatStatuses.withSupport,
        info: toJsonb(info),
      })
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .returning(['uuid', 'company_id'])
      .executeTakeFirst();
    if (createdChat) {
      const { withSupport: status } = chatStatuses;
      const message = { uuid: message_uuid, sender: 'installer', message: body, status } as const;
      await addMessage(trx, createdChat, { ...message, now });
    } else if (!firstMessage) {
      throw new ApiFailure('conflict', { field: 'body.uuid' });
    }
    return chatFromRow(await findOwnChat(trx, actor, uuid));
  });
}

/**
 * Sends a person's message, and marks the chat as waiting for support. Idempotent (F01).
 * Throws `not_found`, `chat_full`, `conflict` if the id belongs to another message, and `key_reused` if the message was
 * already sent with a different text.
 */
export function sendMessage(
  chatUuid: string,
  { uuid, message }: ChatReply,
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<ChatMessage> {
  const now = clock.now();
  return transact(db, async (trx) => {
    await lockCompany(trx, actor.companyId);
    const chat = await findOwnChat(trx, actor, chatUuid);
    const existingMessage = await findMessage(trx, uuid);
    if (existingMessage) {
      const isOwn =
        existingMessage.chat_uuid === chat.uuid && existingMessage.sender === 'installer';
      if (!isOwn) throw new ApiFailure('conflict', { field: 'body.uuid' });
      if (existingMessage.message !== message)
        throw new ApiFailure('key_reused', { field: 'body.message' });
      return messageFromRow(existingMessage);
    }
    const { withSupport: status } = chatStatuses;
    const newMessage = { uuid, sender: 'installer', message, status, now } as const;
    return messageFromRow(await addMessage(trx, chat, newMessage));
  });
}
