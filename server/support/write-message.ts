import { type ChatMessage, type ChatReply, chatStatuses } from '#schemas/chat.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { addMessage } from './add-message.ts';
import { findMessage, messageFromRow, findOwnChat } from './chat-row.ts';

/**
 * Writes a person's message into one of their chats, which is with support again then. The same
 * message sent again is answered as it was the first time (F01).
 * Throws `not_found`, `chat_full`, `conflict` where the id names a message elsewhere, `key_reused`
 * where it names another text.
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
    const known = await findMessage(trx, uuid);
    if (known) {
      const isOwn = known.chat_uuid === chat.uuid && known.sender === 'installer';
      if (!isOwn) throw new ApiFailure('conflict', { field: 'body.uuid' });
      if (known.message !== message) throw new ApiFailure('key_reused', { field: 'body.message' });
      return messageFromRow(known);
    }
    const { withSupport: status } = chatStatuses;
    const written = { uuid, sender: 'installer', message, status, now } as const;
    return messageFromRow(await addMessage(trx, chat, written));
  });
}
