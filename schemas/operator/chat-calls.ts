import * as v from 'valibot';
import { emptyResult, idParams } from '../api/call.ts';
import { chatText, chatMessage, chatStatuses, chatTitle, MAX_CHAT_TITLE } from '../chat.ts';
import { multilineText, requiredMultilineText } from '../multiline-text.ts';
import { moment, text, uuid } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { chatViews } from './list-choices.ts';
import { listSearch, operatorListEntries, operatorListResult } from './operator-list.ts';
import { recordClaim } from './queue-claims.ts';
import { defineTimelineCall } from './record-calls.ts';

const MAX_CHAT_NOTE = 4000;
/** Reason for `conflict`: the chat has a message that the operator hasn’t seen. */
export const NEWER_MESSAGE = 'newer_message';
/** An operator counts as typing if their reply changed within this time, in ms. */
export const TYPING_MS = 30_000;

/** Maximum number of records linked to a chat. */
export const MAX_CHAT_LINKS = 20;
/** Reason for `conflict`: the chat already has the maximum number of linked records. */
export const TOO_MANY_LINKS = 'too_many_links';

const assignee = v.nullable(v.object({ id: uuid, name: text(100) }));
export const chatLinkKinds = ['orders', 'products', 'projects'] as const;
const linkKind = v.picklist(chatLinkKinds);
export type ChatLinkKind = v.InferOutput<typeof linkKind>;
/**
 * Number or name of a record; null if it may contain a person's name and the operator can't read personal data.
 */
const recordLabel = v.nullable(text(300));

const listedChat = v.object({
  uuid,
  region: regionId,
  title: text(MAX_CHAT_TITLE),
  status: v.picklist(Object.values(chatStatuses)),
  /** Masked if the operator lacks the right to personal data, or signed in without a passkey. */
  person_name: text(200),
  company_name: text(200),
  waiting_since: moment,
  updated_at: moment,
  assigned_to: assignee,
  claimed: v.nullable(recordClaim),
  /** True if the chat has a message that the operator hasn’t opened. */
  is_unread: v.boolean(),
});

const operatorChat = v.object({
  ...listedChat.entries,
  company_id: uuid,
  person_id: uuid,
  created_at: moment,
  /** Contact data is always masked here. */
  phone: v.nullable(text(40)),
  email: v.nullable(text(254)),
  /** Language of the device, or of the person if an operator started the chat. */
  language: text(16),
  app_version: text(40),
  messages: v.array(v.object({ ...chatMessage.entries, by: v.nullable(text(100)) })),
  /** Empty in a session without a passkey. */
  notes: v.array(
    v.object({ uuid, text: multilineText(MAX_CHAT_NOTE), by: text(100), created_at: moment }),
  ),
  links: v.array(v.object({ kind: linkKind, id: uuid, label: recordLabel })),
  /** Names of other operators who have typed a reply in the last 30 seconds. */
  typing: v.array(text(100)),
});
export type OperatorChat = v.InferOutput<typeof operatorChat>;

const chat = { record: 'chat', in: 'params', field: 'id' } as const;
const actionOptions = { right: 'support.edit', scope: chat, isAction: true } as const;

/** The installers’ chats with support. */
export const chatCalls = {
  listChats: defineOperatorCall(
    {
      id: 'listChats',
      method: 'GET',
      path: '/operator/v1/chats',
      summary:
        'List chats: unanswered and overdue ones by waiting time, longest first; those of a period by their start, newest first; others by last change.',
      query: v.object({
        ...operatorListEntries,
        view: v.optional(v.picklist(chatViews)),
        /** Prefixes of words in the title, the company or the person's name. */
        search: listSearch,
        /** Only chats started since `from` and before `until`. */
        from: v.optional(moment),
        until: v.optional(moment),
      }),
      result: operatorListResult(listedChat),
    },
    { right: 'support.read', scope: 'list', strength: 'weak' },
  ),
  listChatTimeline: defineTimelineCall(
    { id: 'listChatTimeline', path: '/operator/v1/chats/{id}/timeline' },
    { right: 'support.read', record: 'chat' },
  ),
  readChat: defineOperatorCall(
    {
      id: 'readChat',
      method: 'GET',
      path: '/operator/v1/chats/{id}',
      summary: 'Get a chat with its messages and internal notes.',
      params: idParams,
      result: operatorChat,
    },
    { right: 'support.read', scope: chat, strength: 'weak' },
  ),
  claimChat: defineOperatorCall(
    {
      id: 'claimChat',
      method: 'POST',
      path: '/operator/v1/chats/{id}/claim',
      summary: 'Claim an unanswered chat and the next ones for ten minutes, and mark it as read.',
      params: idParams,
      body: v.object({
        /** True to take over the chat from another operator. */
        takes_over: v.boolean(),
      }),
      result: v.object({
        /** Ids of the claimed chats. */
        records: v.array(uuid),
      }),
    },
    { right: 'support.edit', scope: chat, strength: 'weak' },
  ),
  answerChat: defineOperatorCall(
    {
      id: 'answerChat',
      method: 'POST',
      path: '/operator/v1/chats/{id}/answer',
      summary: 'Answer a chat. The installer gets a notification.',
      params: idParams,
      body: v.object({
        text: chatText,
        /** The last message that the operator saw. If there is a newer one, nothing is sent. */
        seen_message: uuid,
        why,
      }),
      result: emptyResult,
      errors: ['chat_full'],
    },
    { ...actionOptions, strength: 'weak' },
  ),
  addChatNote: defineOperatorCall(
    {
      id: 'addChatNote',
      method: 'POST',
      path: '/operator/v1/chats/{id}/note',
      summary: 'Add an internal note, which the installer never sees.',
      params: idParams,
      body: v.object({ text: requiredMultilineText(MAX_CHAT_NOTE), why }),
      result: emptyResult,
    },
    actionOptions,
  ),
  startChat: defineOperatorCall(
    {
      id: 'startChat',
      method: 'POST',
      path: '/operator/v1/chats',
      summary: 'Start a chat with a person, who gets a notification. It is assigned to you.',
      body: v.object({ installer: uuid, title: chatTitle, text: chatText, why }),
      result: v.object({ id: uuid }),
      status: 201,
      errors: ['installer_not_found'],
    },
    {
      right: 'support.edit',
      scope: { record: 'installer', in: 'body', field: 'installer' },
      isAction: true,
      isUniqueByInput: true,
    },
  ),
  listChatOperators: defineOperatorCall(
    {
      id: 'listChatOperators',
      method: 'GET',
      path: '/operator/v1/chats/{id}/operators',
      summary: 'List the operators who can answer a chat, by name.',
      params: idParams,
      result: v.object({ data: v.array(v.object({ id: uuid, name: text(100) })) }),
    },
    { right: 'support.edit', scope: chat },
  ),
  assignChat: defineOperatorCall(
    {
      id: 'assignChat',
      method: 'POST',
      path: '/operator/v1/chats/{id}/assignment',
      summary: 'Assign a chat to an operator who can answer it, or to none.',
      params: idParams,
      body: v.object({
        operator: v.nullable(uuid),
        /** The operator who was shown as assigned when the caller chose a new one. */
        seen_operator: v.nullable(uuid),
        why,
      }),
      result: emptyResult,
    },
    actionOptions,
  ),
  setChatSolved: defineOperatorCall(
    {
      id: 'setChatSolved',
      method: 'POST',
      path: '/operator/v1/chats/{id}/solved',
      summary: 'Mark a chat as solved, or reopen it.',
      params: idParams,
      body: v.object({ solved: v.boolean(), seen_message: uuid, why }),
      result: emptyResult,
    },
    actionOptions,
  ),
  listChatRecords: defineOperatorCall(
    {
      id: 'listChatRecords',
      method: 'GET',
      path: '/operator/v1/chats/{id}/records',
      summary: 'List records of the chat’s company that can be linked, newest first.',
      params: idParams,
      query: v.object({
        cursor: operatorListEntries.cursor,
        limit: operatorListEntries.limit,
        kind: linkKind,
      }),
      result: operatorListResult(v.object({ id: uuid, at: moment, label: recordLabel })),
    },
    { right: 'support.edit', scope: chat },
  ),
  linkChatRecord: defineOperatorCall(
    {
      id: 'linkChatRecord',
      method: 'POST',
      path: '/operator/v1/chats/{id}/links',
      summary: 'Link a record of the company to a chat. Installers don’t see links.',
      params: idParams,
      body: v.object({ kind: linkKind, record: uuid, why }),
      result: emptyResult,
    },
    actionOptions,
  ),
  unlinkChatRecord: defineOperatorCall(
    {
      id: 'unlinkChatRecord',
      method: 'POST',
      path: '/operator/v1/chats/{id}/links/remove',
      summary: 'Remove the link of a record.',
      params: idParams,
      body: v.object({ kind: linkKind, record: uuid, why }),
      result: emptyResult,
    },
    actionOptions,
  ),
} as const;
