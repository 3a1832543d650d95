import { calls } from '#schemas/api/calls.ts';
import type { Chat, ChatDocument } from '#schemas/chat.ts';
import type { LocalAccount } from '#sync/account.ts';
import type { AccountKey } from '#test/server/test-accounts.ts';
import type { ClubServer } from './club-server.ts';
import { waitUntil } from './device.ts';

/** Device details for support. */
export const info = {
  language: 'en',
  hostname: 'club.example',
  region: 'PL',
  appVersion: '3.9.4',
  appType: 'browser',
  ua: 'Vitest',
};

/**
 * Opens a chat on this device.
 * @returns its id
 */
export function openChat(account: LocalAccount, body = 'It rains in.'): Promise<string> {
  return account.chatCommands.openChat({ title: 'A leak', body, info });
}

/** Returns the device's chat, or null. */
export async function chatOf(account: LocalAccount, id: string): Promise<ChatDocument | null> {
  return (await account.collections.chats.findOne(id).exec())?.toMutableJSON() ?? null;
}

/** Sends waiting messages, and returns the chat once each is accepted or rejected. */
export async function settleChat(account: LocalAccount, id: string): Promise<ChatDocument> {
  await account.syncNow();
  await waitUntil(async () => (await chatOf(account, id))?.state !== 'waiting');
  const chat = await chatOf(account, id);
  if (!chat) throw new Error('The chat isn’t on the device.');
  return chat;
}

/** Returns the message texts in display order. */
export function textsOf({ messages }: Pick<Chat, 'messages'>): string[] {
  return messages.map(({ message }) => message);
}

/** Returns the server's chat. */
export async function serverChat(
  server: ClubServer,
  id: string,
  accountKey: AccountKey = 'polishOwner',
): Promise<Chat> {
  const { token } = await server.app.signInAs(accountKey);
  return (await server.app.call(calls.getSupportChat, { params: { id } }, token)).result;
}
