import { languageById } from '#schemas/languages.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { TYPING_MS } from '#schemas/operator/chat-calls.ts';
import { CHAT_DRAFT } from '#schemas/operator/draft-calls.ts';
import { readsPersonalData } from '../companies/personal-data.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { loadOperatorNames } from '../console/operator-names.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { loadLinks } from './chat-links.ts';
import { loadChats, toListedChat } from './list-chats.ts';

export const readChat: OperatorHandler<typeof operatorCalls.readChat> = async (
  { params, operator },
  { db, clock },
) => {
  const id = params.id.toLowerCase();
  const [chat] = await loadChats(db, operator, [id], clock.now());
  // The chat was deleted. Its row still exists, so the request wasn't rejected earlier.
  if (chat === undefined) throw new ApiFailure('not_found');
  const row = await operator.queries
    .selectFrom('support_chats')
    .innerJoin('installers', 'installers.id', 'support_chats.user_id')
    .where('support_chats.uuid', '=', id)
    .select(['support_chats.company_id', 'support_chats.created_at', 'info', 'user_id'])
    .select(['phone', 'email', 'languages_id'])
    .executeTakeFirstOrThrow();
  // The cast is safe, because `info` was validated when the chat was opened (schemas/chat.ts).
  const info = (row.info ?? {}) as Readonly<Record<string, string | undefined>>;
  const messages = await db
    .selectFrom('support_messages')
    .selectAll()
    .where('chat_uuid', '=', id)
    .orderBy('created_at')
    .execute();
  const notes =
    operator.strength === 'weak'
      ? []
      : await db
          .selectFrom('support_notes')
          .selectAll()
          .where('chat_uuid', '=', id)
          .orderBy('created_at')
          .execute();
  const getName = await loadOperatorNames(db, [...messages, ...notes]);
  return {
    ...toListedChat(chat, operator),
    company_id: row.company_id,
    person_id: row.user_id,
    created_at: row.created_at.toISOString(),
    phone: row.phone === null ? null : `…${row.phone.slice(-2)}`,
    email: row.email === null ? null : row.email.replace(/^(.)[^@]*@(.).*$/, '$1…@$2…'),
    language: info['language'] ?? languageById(row.languages_id) ?? '',
    app_version: info['appVersion'] ?? '',
    messages: messages.map(({ uuid, sender, message, created_at, operator_id }) => ({
      ...{ uuid, sender, message, created_at: created_at.toISOString() },
      by: operator_id === null ? null : getName(operator_id),
    })),
    notes: notes.map(({ uuid, note, operator_id, created_at }) => ({
      ...{ uuid, text: note, by: getName(operator_id) },
      created_at: created_at.toISOString(),
    })),
    links:
      operator.strength === 'weak'
        ? []
        : await loadLinks(db, { ...row, uuid: id }, readsPersonalData(operator, chat.region_id)),
    typing: await loadTyping(db, id, { operatorId: operator.operatorId, now: clock.now() }),
  };
};

/** Loads the names of other operators who have just edited a draft reply. */
async function loadTyping(
  db: Services['db'],
  chat: string,
  { operatorId, now }: { readonly operatorId: string; readonly now: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('operator_drafts')
    .innerJoin('operators', 'operators.id', 'operator_drafts.operator_id')
    .select('operators.name')
    .where('record_id', '=', chat)
    .where('record_kind', '=', CHAT_DRAFT)
    .where('field', '=', 'answer')
    .where('operator_id', '<>', operatorId)
    .where('updated_at', '>', new Date(now - TYPING_MS))
    .orderBy('operators.name')
    .execute();
  return rows.map(({ name }) => name);
}
