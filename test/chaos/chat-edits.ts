import { findRows } from '#sync/store/documents.ts';
import type { Hand, World } from './hand.ts';

const info = {
  language: 'en',
  hostname: 'localhost',
  region: 'PL',
  appVersion: '',
  appType: 'browser',
  ua: '',
};

/** Writes a message to one of the person's chats, or opens a chat. */
export async function write(hand: Hand, { promises }: World, pick: number): Promise<boolean> {
  const { chatCommands, collections } = hand.account;
  const found = await collections.chats.find().exec();
  const ids = found.map(({ uuid }) => uuid).toSorted();
  const id = pick % 4 === 0 ? undefined : ids[pick % Math.max(1, ids.length)];
  const text = `message ${crypto.randomUUID()}`;
  const work: Promise<unknown> =
    id === undefined
      ? chatCommands.openChat({ title: 'Chaos', body: text, info })
      : chatCommands.writeMessage(id, text);
  const done = await hand.unlessKilled(work);
  if (done !== null) promises.messages.set(text, hand.phone);
  return done !== null;
}

/** Withdraws unsent messages of a chat; the server may already have received some. */
export async function unwrite(hand: Hand, { promises }: World, pick: number): Promise<boolean> {
  const { chatCommands, collections } = hand.account;
  const found = await collections.chats.find({ selector: { state: 'waiting' } }).exec();
  const ids = found.map(({ uuid }) => uuid).toSorted();
  const id = ids[pick % Math.max(1, ids.length)];
  if (id === undefined) return false;
  const now = (await findRows(collections.chats, [id])).get(id);
  for (const { message } of now?.unsent ?? []) promises.messages.delete(message);
  return (await hand.unlessKilled(chatCommands.withdrawMessages(id))) !== null;
}
