import { type ChatDocument, type ChatMessage, chatOrder } from '#schemas/chat.ts';
import type { Refusal } from '#schemas/refusal.ts';
import type { RowOf } from '../../store/rows.ts';

/** A chat as the replication carries it. */
export type ChatRow = RowOf<ChatDocument>;

/**
 * The messages of both, each once, in the server's order. Messages are only ever added, so nothing that
 * either side knows is lost, in whatever order the two come together.
 */
export function joinMessages(
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
  const isHeld = opening !== null && unsent[0]?.refusal !== null;
  if (!isHeld && unsent.some(({ refusal }) => refusal === null)) return 'waiting';
  return unsent.length > 0 ? 'refused' : 'synced';
}

/** A chat with what follows from its messages: what the server has is not unsent any more. */
export function settled<Chat extends ChatDocument>(chat: Chat): Chat {
  const known = new Set(chat.messages.map(({ uuid }) => uuid));
  const unsent = chat.unsent.filter(({ uuid }) => !known.has(uuid));
  const next = { ...chat, unsent };
  return { ...next, state: stateOf(next), newest_first: chatOrder(next) };
}

/** The chat after the server would not take one of its messages, which stays with the reason. */
export function messageRefused(row: ChatRow, id: string, refusal: Refusal): ChatRow {
  const unsent = row.unsent.map((one) => (one.uuid === id ? { ...one, refusal } : one));
  return settled({ ...row, deleted: false, unsent });
}

/** Joins what the server says of a chat with what this device knows of it and has not sent. */
export function joinPulledChat(local: ChatRow | null, pulled: ChatRow): ChatRow {
  if (local === null) return pulled;
  const messages = joinMessages(local.messages, pulled.messages);
  const joined = settled({ ...pulled, messages, unsent: local.unsent });
  // A chat that was taken away keeps what is unsent, until the server has said so to it.
  return { ...joined, deleted: pulled.deleted && joined.unsent.length === 0 };
}
