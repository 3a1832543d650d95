import { randomUUID } from 'node:crypto';
import { type ChatStatus, chatText, chatStatuses } from '#schemas/chat.ts';
import * as v from 'valibot';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { notify } from '../notifications/notify.ts';
import { type Services } from '../services.ts';
import { addMessage } from './add-message.ts';
import { type Kysely, type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { selectChats } from './chat-row.ts';

/**
 * Adds support's reply to a chat and notifies the person.
 * Throws `not_found`, `chat_full`, and valibot's error for an invalid text.
 * @param status the chat's status after the reply
 */
export async function replyToChat(
  uuid: string,
  answer: { readonly text: string; readonly status: ChatStatus },
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<void> {
  const now = clock.now();
  await transact(db, (trx) => addAnswer(trx, uuid, answer, now));
}

/**
 * Does the same as `replyToChat`, but in an action's transaction.
 * @param now milliseconds since 1970
 */
export async function addAnswer(
  trx: Transaction<Database>,
  uuid: string,
  answer: {
    readonly text: string;
    readonly status: ChatStatus;
    /** The operator who answers in the console; null if the answer comes from a `club` command. */
    readonly operatorId?: string | null;
  },
  now: number,
): Promise<void> {
  const message = v.parse(chatText, answer.text);
  const query = trx
    .selectFrom('support_chats')
    .select(['uuid', 'company_id', 'user_id', 'title'])
    .where('uuid', '=', uuid)
    .where('deleted', '=', false);
  const chat = await query.executeTakeFirst();
  if (!chat) throw new ApiFailure('not_found');
  await lockCompany(trx, chat.company_id);
  const { status, operatorId = null } = answer;
  const reply = { uuid: randomUUID(), sender: 'admin', message, status, operatorId, now } as const;
  await addMessage(trx, chat, reply);
  await notify(trx, chat.company_id, {
    event: 'chat_reply',
    meta: { ticket_uuid: chat.uuid },
    values: { subject: chat.title },
    recipientId: chat.user_id,
    now,
  });
  await enqueueMessage(
    trx,
    [{ installerId: chat.user_id }],
    { template: 'chat_answered', data: { title: chat.title } },
    now,
  );
}

/** Locks a chat's company, and reads the chat. Throws `not_found`. */
export async function lockChat(trx: Transaction<Database>, id: string) {
  const query = trx
    .selectFrom('support_chats')
    .selectAll()
    .where('uuid', '=', id)
    .where('deleted', '=', false);
  const unlockedChat = await query.executeTakeFirst();
  if (unlockedChat === undefined) throw new ApiFailure('not_found');
  await lockCompany(trx, unlockedChat.company_id);
  return query.executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
}

/** Lists chats waiting for support, longest waiting first. */
export function listUnansweredChats(db: Kysely<Database>) {
  return selectChats(db)
    .where('status', '=', chatStatuses.withSupport)
    .where('deleted', '=', false)
    .orderBy('updated_at')
    .execute();
}

/** Formats a chat as several lines of text. */
export function formatUnansweredChat({
  uuid,
  title,
  info,
  messages,
}: Awaited<ReturnType<typeof listUnansweredChats>>[number]): string {
  return [
    `${uuid}  ${title}`,
    `  ${JSON.stringify(info)}`,
    ...messages.map(
      ({ sender, message, created_at }) => `  ${created_at} ${sender}: ${indent(message)}`,
    ),
  ].join('\n');
}

function indent(message: string): string {
  return message.replaceAll('\n', '\n    ');
}
