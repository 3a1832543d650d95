import { findRows } from '#sync/store/documents.ts';
import type { Actor, World } from './actor.ts';

const info = {
  language: 'en',
  hostname: 'localhost',
  region: 'PL',
  appVersion: '',
  appType: 'browser',
  ua: '',
};

/** Writes a message to one of the person's chats, or opens a chat. */
export async function writeMessage(
  actor: Actor,
  { intents }: World,
  pick: number,
): Promise<boolean> {
  const { chatCommands, collections } = actor.account;
  const documents = await collections.chats.find().exec();
  const ids = documents.map(({ uuid }) => uuid).toSorted();
  const id = pick % 4 === 0 ? undefined : ids[pick % Math.max(1, ids.length)];
  const text = `message ${crypto.randomUUID()}`;
  const command: Promise<unknown> =
    id === undefined
      ? chatCommands.openChat({ title: 'Chaos', body: text, info })
      : chatCommands.writeMessage(id, text);
  const result = await actor.unlessKilled(command);
  if (result !== null) intents.messages.set(text, actor.phone);
  return result !== null;
}

/** Withdraws unsent messages of a chat; the server may already have received some. */
export async function discardMessage(
  actor: Actor,
  { intents }: World,
  pick: number,
): Promise<boolean> {
  const { chatCommands, collections } = actor.account;
  const documents = await collections.chats.find({ selector: { state: 'waiting' } }).exec();
  const ids = documents.map(({ uuid }) => uuid).toSorted();
  const id = ids[pick % Math.max(1, ids.length)];
  if (id === undefined) return false;
  const current = (await findRows(collections.chats, [id])).get(id);
  for (const { message } of current?.unsent ?? []) intents.messages.delete(message);
  return (await actor.unlessKilled(chatCommands.withdrawMessages(id))) !== null;
}
