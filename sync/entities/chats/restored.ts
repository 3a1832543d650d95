import * as v from 'valibot';
import { supportCalls } from '#schemas/api/support-calls.ts';
import type { ChatDocument, ChatInfo } from '#schemas/chat.ts';
import { settled } from './machine.ts';
import type { ClubDatabase } from '../../store/database.ts';
import { changeMany } from '../../store/change-many.ts';
import { everythingOf } from '../../engine/restored-server.ts';
import type { Transport } from '../../http/transport.ts';

/** What the comparison needs of a chat, so that one of a newer shape does not end it (F15). */
const known = v.object({
  uuid: v.string(),
  messages: v.array(v.object({ uuid: v.string() })),
});

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
 * A chat with those of the person's messages unsent again that a restored server lacks. Pure. What
 * support had written stays on the device.
 * @param server the ids of the messages that the server has; null where it lacks the chat
 * @returns the chat itself where it lacks nothing
 */
export function withLostMessages(
  chat: ChatDocument,
  server: ReadonlySet<string> | null,
): ChatDocument {
  if (chat.opening !== null) return chat;
  const isLost = ({ uuid, sender }: ChatDocument['messages'][number]) =>
    sender === 'installer' && !server?.has(uuid);
  const lost = chat.messages.filter(isLost).map(({ uuid, message, created_at }) => ({
    uuid,
    message,
    time: Date.parse(created_at),
    refusal: null,
  }));
  if (lost.length === 0) return chat;
  return settled({
    ...chat,
    messages: chat.messages.filter((message) => !isLost(message)),
    unsent: [...lost, ...chat.unsent],
    opening: server === null ? UNKNOWN : null,
  });
}

/**
 * After the server was restored from a backup (F43): whatever the person had written to support, and the
 * server may not have any more, is to be sent again.
 * @returns how many messages that were
 * @throws CallError, SyncError
 */
export async function sendAgainLostMessages(
  { collections: { chats } }: ClubDatabase,
  transport: Transport,
  options: { userId: string; signal: AbortSignal },
): Promise<number> {
  const all = await everythingOf(transport, supportCalls.supportChats, known, options);
  const onServer = (id: string) => {
    const found = all.get(id);
    return found ? new Set(found.messages.map(({ uuid }) => uuid)) : null;
  };
  let count = 0;
  for (const found of await chats.find().exec()) {
    const chat = found.toMutableJSON();
    const next = withLostMessages(chat, onServer(chat.uuid));
    count += next.unsent.length - chat.unsent.length;
    if (next === chat) continue;
    await changeMany<ChatDocument>(chats, [chat.uuid], (now) =>
      withLostMessages(now, onServer(chat.uuid)),
    );
  }
  return count;
}
