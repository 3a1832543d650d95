import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { writeLargeChats } from '#test/server/large-chats.ts';
import { accounts } from '#test/server/test-accounts.ts';
import { waitUntil } from './device.ts';
import { replacePhone, phone, server, withOwnPhone } from './own-phone.ts';

withOwnPhone();

test('a pull whose pages the server cuts short at a size limit continues until it is complete', async () => {
  const amounts = { chats: 12, messages: 50, messageLength: 4000 };
  const before = server.proxy.requestsOf(calls.listSupportChats).length;
  const chatIds = await writeLargeChats(server.app.db, accounts.polishOwner, amounts);
  await replacePhone();
  await waitUntil(async () => (await phone.account.collections.chats.count().exec()) >= 12);
  const localChats = await phone.account.collections.chats.find().exec();
  expect(localChats.map(({ uuid }) => uuid).toSorted()).toEqual(chatIds.toSorted());
  expect(localChats.every(({ messages }) => messages.length === 50)).toBe(true);
  expect(server.proxy.requestsOf(calls.listSupportChats).length - before).toBeGreaterThanOrEqual(3);
});
