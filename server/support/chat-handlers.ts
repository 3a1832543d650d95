import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { NEWER_MESSAGE } from '#schemas/operator/chat-calls.ts';
import { CHAT_DRAFT } from '#schemas/operator/draft-calls.ts';
import { CLAIMED_RECORDS } from '#schemas/operator/queue-claims.ts';
import { chatStatuses } from '#schemas/chat.ts';
import { deleteSentDraft } from '../console/draft-handlers.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorHandlers,
} from '../console/operator-handler.ts';
import { scopedQueries } from '../console/operator-scope.ts';
import { readTimeline } from '../console/record-timeline.ts';
import { claimNext, endClaims, isUnclaimed, requireUnclaimed } from '../console/record-claims.ts';
import { nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { assignChat, listChatOperators } from './chat-assignment.ts';
import { linkChatRecord, listChatRecords, unlinkChatRecord } from './chat-links.ts';
import { listChats } from './list-chats.ts';
import { addAnswer, lockChat } from './operator-chats.ts';
import { readChat } from './read-chat.ts';
import { startChat } from './start-chat.ts';

const toClaimer = ({ operatorId }: OperatorActor) => ({ kind: 'chat', operatorId });

/** Throws `conflict` with the reason `NEWER_MESSAGE` if the chat has a message that the operator hasn't seen. */
async function requireAllSeen(
  trx: Transaction<Database>,
  id: string,
  seenMessageId: string,
): Promise<void> {
  const lastMessage = await trx
    .selectFrom('support_messages')
    .select('uuid')
    .where('chat_uuid', '=', id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (lastMessage?.uuid !== seenMessageId.toLowerCase())
    throw new ApiFailure('conflict', { details: { reason: NEWER_MESSAGE } });
}

const claimChat: OperatorHandler<typeof operatorCalls.claimChat> = async (
  { params, body, operator },
  { db, clock },
) => {
  const [id, now] = [params.id.toLowerCase(), clock.now()];
  const readMark = { operator_id: operator.operatorId, chat_uuid: id, read_at: new Date(now) };
  await db
    .insertInto('chat_reads')
    .values(readMark)
    .onConflict((conflict) =>
      conflict.columns(['operator_id', 'chat_uuid']).doUpdateSet({ read_at: readMark.read_at }),
    )
    .execute();
  if (body.takes_over) await transact(db, (trx) => endClaims(trx, 'chat', [id]));
  const find = async (trx: Transaction<Database>) => {
    const waitingChats = scopedQueries(trx, operator.regions)
      .selectFrom('support_chats')
      .select('uuid')
      .where(sql<boolean>`status = 1 and not deleted`)
      .where(isUnclaimed(sql.ref('support_chats.uuid'), toClaimer(operator), now));
    const openedChats = await waitingChats.where('uuid', '=', id).execute();
    if (openedChats.length === 0) return [];
    const nextChats = await waitingChats
      .where('uuid', '<>', id)
      .orderBy('waiting_since')
      .orderBy('uuid')
      .limit(CLAIMED_RECORDS)
      .execute();
    return [...openedChats, ...nextChats].map(({ uuid }) => uuid);
  };
  return { records: [...(await claimNext(db, toClaimer(operator), find, { now }))] };
};

const answerChat: OperatorHandler<typeof operatorCalls.answerChat> = (
  { params, body, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const id = params.id.toLowerCase();
    const chat = await lockChat(trx, id);
    await requireAllSeen(trx, id, body.seen_message);
    await requireUnclaimed(trx, toClaimer(operator), id, clock.now());
    const { operatorId } = operator;
    const status = chatStatuses.answered;
    await addAnswer(trx, id, { text: body.text, status, operatorId }, clock.now());
    await endClaims(trx, 'chat', [id]);
    const draft = { kind: CHAT_DRAFT, record: id, field: 'answer', text: body.text };
    await deleteSentDraft(trx, operatorId, draft);
    const [before, after] = [{ status: chat.status }, { status }];
    audit({ kind: 'chat', id, region: chat.region_id, before, after });
    return {};
  });

const addChatNote: OperatorHandler<typeof operatorCalls.addChatNote> = (
  { params, body, operator: { operatorId }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const { uuid: chat_uuid, region_id: region } = await lockChat(trx, params.id.toLowerCase());
    const [uuid, created_at] = [randomUUID(), new Date(clock.now())];
    await trx
      .insertInto('support_notes')
      .values({ uuid, chat_uuid, operator_id: operatorId, note: body.text, created_at })
      .execute();
    const draft = { kind: CHAT_DRAFT, record: chat_uuid, field: 'note', text: body.text };
    await deleteSentDraft(trx, operatorId, draft);
    audit({ kind: 'chat', id: chat_uuid, region, before: null, after: { note: uuid } });
    return {};
  });

const setChatSolved: OperatorHandler<typeof operatorCalls.setChatSolved> = (
  { params, body, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const chat = await lockChat(trx, params.id.toLowerCase());
    const { uuid: id, company_id, region_id: region } = chat;
    await requireAllSeen(trx, id, body.seen_message);
    const status = body.solved ? chatStatuses.solved : chatStatuses.withSupport;
    if ((chat.status === chatStatuses.solved) === body.solved) return {};
    await trx
      .updateTable('support_chats')
      .set({
        rev: await nextRev(trx, company_id),
        op_id: randomUUID(),
        status,
        updated_at: new Date(clock.now()),
      })
      .where('uuid', '=', id)
      .execute();
    if (body.solved) await endClaims(trx, 'chat', [id]);
    audit({ kind: 'chat', id, region, before: { status: chat.status }, after: { status } });
    return {};
  });

/** Lists operators' actions on a chat. The chat's messages and notes aren't included. */
const listChatTimeline: OperatorHandler<typeof operatorCalls.listChatTimeline> = (
  { params: { id }, query },
  { db },
) => readTimeline(db, id.toLowerCase(), query, []);

/** Installers' chats in the console. */
export const chatHandlers = {
  listChats,
  readChat,
  listChatTimeline,
  claimChat,
  answerChat,
  addChatNote,
  startChat,
  listChatOperators,
  assignChat,
  setChatSolved,
  listChatRecords,
  linkChatRecord,
  unlinkChatRecord,
} satisfies Partial<OperatorHandlers>;
