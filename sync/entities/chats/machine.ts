import {
  type ChatDocument,
  type ChatDeviceInfo,
  type ChatMessage,
  chatSortKey,
  chatStatuses,
  type UnsentMessage,
} from '#schemas/chat.ts';
import type { Refusal } from '#schemas/refusal.ts';
import type { EngineEvent, RestoredEntity } from '#sync/engine/entity-sync.ts';
import type { ChatRow } from './chat-row.ts';

/** Events of a chat. */
export type ChatEvent =
  | { readonly type: 'written'; readonly message: UnsentMessage }
  /** Replaces a rejected message, and the title if the server doesn't have the chat yet. */
  | {
      readonly type: 'edited';
      readonly messageId: string;
      readonly message: UnsentMessage;
      readonly title: string | null;
    }
  /** Resends one rejected message unchanged, or all of them if `messageId` is null. */
  | { readonly type: 'retried'; readonly messageId: string | null }
  /**
   * Discards unsent messages for which `shouldKeep` is false. A chat that the server doesn't have is deleted with its
   * last message.
   */
  | { readonly type: 'discarded'; readonly shouldKeep: (message: UnsentMessage) => boolean }
  /** Messages from an imported file. */
  | { readonly type: 'imported'; readonly messages: readonly UnsentMessage[] }
  /** The server opened the chat; `chat` is the server's version of it. */
  | { readonly type: 'opened'; readonly chat: ChatRow }
  /** The server accepted a message. */
  | { readonly type: 'accepted'; readonly message: ChatMessage };

/** Creates a chat that the server doesn't have yet. */
export function newChat(
  fields: Pick<ChatDocument, 'uuid' | 'op_id' | 'title' | 'created_at' | 'unsent'> & {
    readonly opening: ChatDeviceInfo | null;
  },
): ChatDocument {
  const { created_at } = fields;
  const chat = { ...fields, updated_at: created_at, messages: [], lost_messages: [] };
  return { ...chat, status: chatStatuses.withSupport, ...deriveFields(chat) };
}

/**
 * Returns the chat after an event; the same object if nothing changes. Pure, and the only writer of `state`.
 */
export function nextChat(row: ChatRow, event: ChatEvent | EngineEvent<ChatDocument>): ChatRow {
  switch (event.type) {
    case 'written':
      return withDerivedFields({ ...row, unsent: [...row.unsent, event.message] });
    case 'edited':
      return withDerivedFields({
        ...row,
        title: row.opening !== null && event.title !== null ? event.title : row.title,
        unsent: row.unsent.map((message) =>
          message.uuid === event.messageId && message.refusal !== null ? event.message : message,
        ),
      });
    case 'retried':
      return withDerivedFields({
        ...row,
        unsent: row.unsent.map((message) =>
          event.messageId === null || message.uuid === event.messageId
            ? { ...message, refusal: null }
            : message,
        ),
      });
    case 'discarded': {
      const unsent = row.unsent.filter(event.shouldKeep);
      return withDerivedFields({
        ...row,
        unsent,
        deleted: row.opening !== null && unsent.length === 0,
      });
    }
    case 'imported': {
      const unsentIds = new Set(row.unsent.map(({ uuid }) => uuid));
      const newMessages = event.messages.filter(({ uuid }) => !unsentIds.has(uuid));
      return newMessages.length === 0
        ? row
        : withDerivedFields({ ...row, unsent: [...row.unsent, ...newMessages] });
    }
    case 'opened':
      return mergeRows(row, event.chat);
    case 'accepted':
      return withDerivedFields({ ...row, messages: mergeMessages(row.messages, [event.message]) });
    case 'rejected':
      return withRejectedMessage(row, event.edit, event.refusal);
    case 'pulled':
      return mergeRows(row, event.row);
    case 'restored':
      return restoreRow(row, event.server);
  }
}

/**
 * Merges two message lists in the server's order, without duplicates. Messages are only ever added,
 * so the order of merges doesn't matter.
 */
export function mergeMessages(
  olderMessages: readonly ChatMessage[],
  newerMessages: readonly ChatMessage[],
): ChatMessage[] {
  const messagesById = new Map(
    [...olderMessages, ...newerMessages].map((message) => [message.uuid, message]),
  );
  return [...messagesById.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ created_at, uuid }: ChatMessage): string {
  return created_at + uuid;
}

/** Returns `waiting` if something can be sent now. After a rejected opening, nothing can be sent. */
export function stateOf({
  opening,
  unsent,
}: Pick<ChatDocument, 'opening' | 'unsent'>): ChatDocument['state'] {
  const isBlocked = opening !== null && unsent[0]?.refusal !== null;
  if (!isBlocked && unsent.some(({ refusal }) => refusal === null)) return 'waiting';
  return unsent.length > 0 ? 'refused' : 'synced';
}

/** Returns the fields that are derived from the others. */
function deriveFields(chat: Pick<ChatDocument, 'opening' | 'unsent' | 'created_at' | 'messages'>) {
  return { state: stateOf(chat), newest_first: chatSortKey(chat) };
}

/** Recomputes the derived fields. Messages that the server has are removed from the unsent ones. */
function withDerivedFields(chat: ChatRow): ChatRow {
  const serverIds = new Set(chat.messages.map(({ uuid }) => uuid));
  const unsent = chat.unsent.filter(({ uuid }) => !serverIds.has(uuid));
  const nextRow = { ...chat, unsent };
  return { ...nextRow, ...deriveFields(nextRow) };
}

/** Marks a message as rejected, with the reason. */
function withRejectedMessage(row: ChatRow, id: string, refusal: Refusal): ChatRow {
  if (!row.unsent.some(({ uuid }) => uuid === id)) return row;
  const unsent = row.unsent.map((message) =>
    message.uuid === id ? { ...message, refusal } : message,
  );
  return withDerivedFields({ ...row, deleted: false, unsent });
}

/** Merges the server's chat with local unsent messages. */
function mergeRows(local: ChatRow, server: ChatRow): ChatRow {
  const serverIds = new Set(server.messages.map(({ uuid }) => uuid));
  const nextRow = withDerivedFields({
    ...server,
    messages: mergeMessages(local.messages, server.messages),
    unsent: local.unsent,
    lost_messages: local.lost_messages.filter((id) => !serverIds.has(id)),
  });
  // A deleted chat keeps its unsent messages until the server has rejected them.
  return { ...nextRow, deleted: server.deleted && nextRow.unsent.length === 0 };
}

/**
 * Device details for a chat that a restored server lacks. The real details are deleted once the server has the chat.
 */
const UNKNOWN_DEVICE: ChatDeviceInfo = {
  language: '',
  hostname: '',
  region: '',
  appVersion: '',
  appType: '',
  ua: '',
};

/**
 * Resends the user's messages that a restored server lacks (F43). Support's messages can't be
 * resent: they stay readable, but are marked as lost, because support no longer has them.
 */
function restoreRow(row: ChatRow, server: RestoredEntity | null): ChatRow {
  if (row.opening !== null || row.deleted) return row;
  const serverIds = new Set(server?.messages?.map(({ uuid }) => uuid));
  const missingMessages = row.messages.filter(({ uuid }) => !serverIds.has(uuid));
  if (missingMessages.length === 0) return row;
  const installerMessages = missingMessages.filter(({ sender }) => sender === 'installer');
  const resentMessages = installerMessages.map(({ uuid, message, created_at }) => {
    return { uuid, message, time: Date.parse(created_at), refusal: null };
  });
  const resentIds = new Set(installerMessages.map(({ uuid }) => uuid));
  const lostMessageIds = missingMessages
    .filter(({ sender }) => sender !== 'installer')
    .map(({ uuid }) => uuid);
  return withDerivedFields({
    ...row,
    messages: row.messages.filter(({ uuid }) => !resentIds.has(uuid)),
    unsent: [...resentMessages, ...row.unsent],
    lost_messages: [...new Set([...row.lost_messages, ...lostMessageIds])],
    opening: server === null ? UNKNOWN_DEVICE : null,
  });
}
