import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { chatOf, openChat, settleChat, textsOf } from './chat-fixture.ts';
import { waitUntil } from './device.ts';
import { gate } from './fault-proxy.ts';
import { phone, server, withOwnPhone } from './own-phone.ts';

withOwnPhone();

const commands = () => phone.account.chatCommands;
const requestCounts = () => [
  server.proxy.requestsOf(calls.createSupportChat).length,
  server.proxy.requestsOf(calls.createSupportMessage).length,
];

test('an unsent chat or message can be undone: the server never gets it', async () => {
  const openedChat = await openChat(phone.account);
  await settleChat(phone.account, openedChat);
  server.proxy.isDown = true;
  await commands().writeMessage(openedChat, 'Never mind');
  const unsentChat = await openChat(phone.account, 'Never mind either');
  await commands().withdrawMessages(openedChat);
  await commands().withdrawMessages(unsentChat);
  expect((await phone.account.outbox.counts()).total).toBe(0);
  const before = requestCounts();
  server.proxy.isDown = false;
  await phone.account.syncNow();
  expect(textsOf(await settleChat(phone.account, openedChat))).toEqual(['It rains in.']);
  expect(await chatOf(phone.account, unsentChat)).toBeNull();
  expect(requestCounts()).toEqual(before);
});

/** Holds a call's requests until `open` is called. */
const holdRequests = (call: typeof calls.createSupportMessage | typeof calls.createSupportChat) => {
  const requestGate = gate();
  const before = server.proxy.requestsOf(call).length;
  server.proxy.addFault(call, { kind: 'hold', until: requestGate.until });
  const waitUntilSending = () => waitUntil(() => server.proxy.requestsOf(call).length > before);
  return { waitUntilSending, open: requestGate.open };
};

test('an undone message returns if the server has received it in the meantime', async () => {
  const id = await openChat(phone.account);
  await settleChat(phone.account, id);
  const requestGate = holdRequests(calls.createSupportMessage);
  await commands().writeMessage(id, 'Too late');
  await requestGate.waitUntilSending();
  await commands().withdrawMessages(id);
  requestGate.open();
  await waitUntil(async () => (await chatOf(phone.account, id))?.messages.length === 2);
  expect(await chatOf(phone.account, id)).toMatchObject({ state: 'synced', unsent: [] });
});

test('an undone chat returns if the server has opened it in the meantime', async () => {
  const requestGate = holdRequests(calls.createSupportChat);
  const id = await openChat(phone.account);
  await requestGate.waitUntilSending();
  await commands().withdrawMessages(id);
  expect(await chatOf(phone.account, id)).toBeNull();
  requestGate.open();
  await waitUntil(async () => (await chatOf(phone.account, id))?.messages.length === 1);
  expect(await chatOf(phone.account, id)).toMatchObject({ state: 'synced', opening: null });
  expect((await phone.account.outbox.counts()).total).toBe(0);
});
