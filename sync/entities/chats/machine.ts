import {
  type ChatDocument,
  type ChatInfo,
  type ChatMessage,
  chatOrder,
  chatStatuses,
  type UnsentMessage,
} from '#schemas/chat.ts';
import type { Refusal } from '#schemas/refusal.ts';
import type { EngineEvent, RestoredEntity } from '#sync/engine/entity-sync.ts';
import type { ChatRow } from './chat-row.ts';

/** What happens to a chat. */
export type ChatEvent =
  | { readonly type: 'written'; readonly message: UnsentMessage }
  /** Another text, and of a chat that is not open another title, for a message that was refused. */
  | {
      readonly type: 'mended';
      readonly messageId: string;
      readonly message: UnsentMessage;
      readonly title: string | null;
    }
  /** After a refusal: a message as it is, or all of them. */
  | { readonly type: 'retried'; readonly messageId: string | null }
  /** Unsent messages are given up, all but these. A chat that was never opened goes with its last one. */
  | { readonly type: 'discarded'; readonly keeps: (message: UnsentMessage) => boolean }
  /** Messages from a file of unsent work. */
  | { readonly type: 'imported'; readonly messages: readonly UnsentMessage[] }
  /** The server opened it, and this is how it has it now. */
  | { readonly type: 'opened'; readonly chat: ChatRow }
  /** The server took a message. */
  | { readonly type: 'taken'; readonly message: ChatMessage };

/** A chat that the server does not have yet. */
export function newChat(
  begun: Pick<ChatDocument, 'uuid' | 'op_id' | 'title' | 'created_at' | 'unsent'> & {
    readonly opening: ChatInfo | null;
  },
): ChatDocument {
  const { created_at } = begun;
  const chat = { ...begun, updated_at: created_at, messages: [], lost_messages: [] };
  return { ...chat, status: chatStatuses.withSupport, ...derived(chat) };
}

/** A chat after an event; the very same where nothing changes. Pure. Nobody else writes its `state`. */
export function nextChat(row: ChatRow, event: ChatEvent | EngineEvent<ChatDocument>): ChatRow {
  switch (event.type) {
    case 'written':
      return reconciled({ ...row, unsent: [...row.unsent, event.message] });
    case 'mended':
      return reconciled({
        ...row,
        title: row.opening !== null && event.title !== null ? event.title : row.title,
        unsent: row.unsent.map((one) =>
          one.uuid === event.messageId && one.refusal !== null ? event.message : one,
        ),
      });
    case 'retried':
      return reconciled({
        ...row,
        unsent: row.unsent.map((one) =>
          event.messageId === null || one.uuid === event.messageId
            ? { ...one, refusal: null }
            : one,
        ),
      });
    case 'discarded': {
      const unsent = row.unsent.filter(event.keeps);
      return reconciled({ ...row, unsent, deleted: row.opening !== null && unsent.length === 0 });
    }
    case 'imported': {
      const known = new Set(row.unsent.map(({ uuid }) => uuid));
      const fresh = event.messages.filter(({ uuid }) => !known.has(uuid));
      return fresh.length === 0 ? row : reconciled({ ...row, unsent: [...row.unsent, ...fresh] });
    }
    case 'opened':
      return merged(row, event.chat);
    case 'taken':
      return reconciled({ ...row, messages: mergeMessages(row.messages, [event.message]) });
    case 'refused':
      return messageRefused(row, event.edit, event.refusal);
    case 'pulled':
      return merged(row, event.row);
    case 'restored':
      return restored(row, event.server);
  }
}

/**
 * The messages of both, each once, in the server's order. Messages are only ever added, so nothing that
 * either side knows is lost, in whatever order the two come together.
 */
export function mergeMessages(
  known: readonly ChatMessage[],
  newer: readonly ChatMessage[],
): ChatMessage[] {
  const all = new Map([...known, ...newer].map((message) => [message.uuid, message]));
  return [...all.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ created_at, uuid }: ChatMessage): string {
  return created_at + uuid;
}

/** Whether something of a chat can go to the server now: behind a refused opening nothing can. */
export function stateOf({
  opening,
  unsent,
}: Pick<ChatDocument, 'opening' | 'unsent'>): ChatDocument['state'] {
  const isBlocked = opening !== null && unsent[0]?.refusal !== null;
  if (!isBlocked && unsent.some(({ refusal }) => refusal === null)) return 'waiting';
  return unsent.length > 0 ? 'refused' : 'synced';
}

/** What of a chat follows from the rest. */
function derived(chat: Pick<ChatDocument, 'opening' | 'unsent' | 'created_at' | 'messages'>) {
  return { state: stateOf(chat), newest_first: chatOrder(chat) };
}

/** A chat with what follows from its messages: what the server has is not unsent any more. */
function reconciled(chat: ChatRow): ChatRow {
  const known = new Set(chat.messages.map(({ uuid }) => uuid));
  const unsent = chat.unsent.filter(({ uuid }) => !known.has(uuid));
  const next = { ...chat, unsent };
  return { ...next, ...derived(next) };
}

/** The chat after the server would not take one of its messages, which stays with the reason. */
function messageRefused(row: ChatRow, id: string, refusal: Refusal): ChatRow {
  if (!row.unsent.some(({ uuid }) => uuid === id)) return row;
  const unsent = row.unsent.map((one) => (one.uuid === id ? { ...one, refusal } : one));
  return reconciled({ ...row, deleted: false, unsent });
}

/** Merges what the server says of a chat with what this device knows of it and has not sent. */
function merged(local: ChatRow, server: ChatRow): ChatRow {
  const here = new Set(server.messages.map(({ uuid }) => uuid));
  const next = reconciled({
    ...server,
    messages: mergeMessages(local.messages, server.messages),
    unsent: local.unsent,
    lost_messages: local.lost_messages.filter((id) => !here.has(id)),
  });
  // A chat that was taken away keeps what is unsent, until the server has said so to it.
  return { ...next, deleted: server.deleted && next.unsent.length === 0 };
}

/** Which device the chat was opened on is not kept once the server has it. */
const UNKNOWN: ChatInfo = {
  language: '',
  hostname: '',
  region: '',
  appVersion: '',
  appType: '',
  ua: '',
};

/**
 * Sends again what the person had written and a restored server lacks (F43). What support had written
 * can't come back: it stays to be read, marked as lost, because support does not know of it any more.
 */
function restored(row: ChatRow, server: RestoredEntity | null): ChatRow {
  if (row.opening !== null || row.deleted) return row;
  const known = new Set(server?.messages?.map(({ uuid }) => uuid));
  const missing = row.messages.filter(({ uuid }) => !known.has(uuid));
  if (missing.length === 0) return row;
  const own = missing.filter(({ sender }) => sender === 'installer');
  const again = own.map(({ uuid, message, created_at }) => {
    return { uuid, message, time: Date.parse(created_at), refusal: null };
  });
  const sentAgain = new Set(own.map(({ uuid }) => uuid));
  const lost = missing.filter(({ sender }) => sender !== 'installer').map(({ uuid }) => uuid);
  return reconciled({
    ...row,
    messages: row.messages.filter(({ uuid }) => !sentAgain.has(uuid)),
    unsent: [...again, ...row.unsent],
    lost_messages: [...new Set([...row.lost_messages, ...lost])],
    opening: server === null ? UNKNOWN : null,
  });
}
