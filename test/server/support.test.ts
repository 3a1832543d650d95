import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { chatStatuses, MAX_CHAT_MESSAGES } from '#schemas/chat.ts';
import {
  replyToChat,
  listUnansweredChats,
  formatUnansweredChat,
} from '#server/support/operator-chats.ts';
import { newChat } from './chat-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

type NewChat = ReturnType<typeof newChat>;
const openChat = async (newestChat: NewChat = newChat(), account: AccountKey = 'polishOwner') =>
  server.call(calls.createSupportChat, { body: newestChat }, await server.tokenOf(account));
const writeMessage = async (
  id: string,
  message: string,
  { uuid = randomUUID() as string, account = 'polishOwner' as AccountKey } = {},
) => {
  const input = { params: { id }, body: { uuid, message } };
  return server.call(calls.createSupportMessage, input, await server.tokenOf(account));
};
const readChat = async (id: string, account: AccountKey = 'polishOwner') =>
  server.call(calls.getSupportChat, { params: { id } }, await server.tokenOf(account));
const list = async (query: object = {}, account: AccountKey = 'polishOwner') =>
  (await server.call(calls.listSupportChats, { query }, await server.tokenOf(account))).result;
const replyTo = (id: string, text: string, status: 2 | 3 = chatStatuses.answered) =>
  replyToChat(id, { text, status }, server.services);

test('a chat is opened with its first message, and is pending', async () => {
  const newestChat = newChat('  It rains in.\n\nAt the north side.  ');
  const { status, result } = await openChat(newestChat);
  expect(status).toBe(201);
  expect(result).toMatchObject({
    uuid: newestChat.uuid,
    title: 'A leak',
    status: 1,
    deleted: false,
  });
  expect(result.messages).toMatchObject([
    {
      uuid: newestChat.message_uuid,
      sender: 'installer',
      message: 'It rains in.\n\nAt the north side.',
    },
  ]);
  expect((await readChat(newestChat.uuid)).result).toEqual(result);
});

test('F01: the same chat and the same message again change nothing', async () => {
  const newestChat = newChat();
  const first = await openChat(newestChat);
  expect((await openChat(newestChat)).result).toEqual(first.result);
  const uuid = randomUUID();
  const sentMessage = await writeMessage(newestChat.uuid, 'Hello?', { uuid });
  expect(sentMessage.status).toBe(201);
  expect((await writeMessage(newestChat.uuid, 'Hello?', { uuid })).result).toEqual(
    sentMessage.result,
  );
  const { result } = await readChat(newestChat.uuid);
  expect(result.messages).toHaveLength(2);
  // A device that doesn't have the chat opens it again, and gets its current state.
  expect((await openChat(newestChat)).result).toEqual(result);
});

test('F02: two identical concurrent requests have one effect', async () => {
  const newestChat = newChat();
  const [firstResponse, other] = await Promise.all([openChat(newestChat), openChat(newestChat)]);
  expect([firstResponse.status, other.status]).toEqual([201, 201]);
  const uuid = randomUUID();
  const responses = await Promise.all(
    [1, 2].map(() => writeMessage(newestChat.uuid, 'Twice?', { uuid })),
  );
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  expect((await readChat(newestChat.uuid)).result.messages).toHaveLength(2);
});

test('an id can be used for only one chat or message', async () => {
  const ownChat = newChat();
  const foreignChat = newChat();
  await openChat(ownChat);
  await openChat(foreignChat, 'czechOwner');
  expect((await openChat({ ...newChat(), uuid: foreignChat.uuid })).code).toBe('conflict');
  expect((await openChat({ ...newChat(), message_uuid: foreignChat.message_uuid })).code).toBe(
    'conflict',
  );
  expect((await writeMessage(ownChat.uuid, 'x', { uuid: foreignChat.message_uuid })).code).toBe(
    'conflict',
  );
  const uuid = randomUUID();
  await writeMessage(ownChat.uuid, 'one', { uuid });
  expect((await writeMessage(ownChat.uuid, 'another', { uuid })).code).toBe('key_reused');
  expect((await readChat(ownChat.uuid)).result.messages).toHaveLength(2);
});

test.each([
  ['no title', { title: ' ' }],
  ['no body', { body: ' \n ' }],
  ['a title of two lines', { title: 'a\nb' }],
  ['a title that is too long', { title: 'x'.repeat(121) }],
  ['a body that is too long', { body: 'x'.repeat(4001) }],
  ['a control character', { body: 'a\u0007b' }],
])('a chat with %s is rejected', async (_name, override) => {
  expect((await openChat({ ...newChat(), ...override })).code).toBe('invalid_input');
});

test('a chat is visible only to its author, not to colleagues or other companies', async () => {
  const newestChat = newChat();
  await openChat(newestChat);
  for (const account of ['polishStaff', 'czechOwner', 'decorStaff'] as const) {
    expect((await readChat(newestChat.uuid, account)).code).toBe('not_found');
    expect((await writeMessage(newestChat.uuid, 'x', { account })).code).toBe('not_found');
    expect(JSON.stringify(await list({ since: '' }, account))).not.toContain(newestChat.uuid);
    expect(JSON.stringify(await list({}, account))).not.toContain(newestChat.uuid);
  }
  expect((await readChat(newestChat.uuid)).result.messages).toHaveLength(1);
  const query = { installer_uuid: accounts.polishStaff.id };
  const foreignResponse = await server.call(
    calls.listSupportChats,
    { query },
    await server.tokenOf('polishOwner'),
  );
  expect(foreignResponse.code).toBe('not_found');
  const ownChats = await list({ installer_uuid: accounts.polishOwner.id });
  expect(ownChats.data.map(({ uuid }) => uuid)).toContain(newestChat.uuid);
});

test('an answer updates the chat and notifies only its author, in their language', async () => {
  const newestChat = newChat();
  await openChat(newestChat);
  await replyTo(newestChat.uuid, 'Which window is it?');
  const { result } = await readChat(newestChat.uuid);
  expect(result.status).toBe(chatStatuses.answered);
  expect(result.messages.map(({ sender, message }) => [sender, message])).toEqual([
    ['installer', 'It rains in.'],
    ['admin', 'Which window is it?'],
  ]);
  const notificationsOf = async (account: AccountKey) =>
    (await server.call(calls.listNotifications, { query: {} }, await server.tokenOf(account)))
      .result.data;
  expect((await notificationsOf('polishOwner'))[0]).toMatchObject({
    title: 'Nowa wiadomość z działu pomocy',
    text: 'Masz nową wiadomość w rozmowie „A leak”.',
    event: 'chat_reply',
    meta: { ticket_uuid: newestChat.uuid, lead_uuid: null, project_uuid: null, order_uuid: null },
  });
  expect(JSON.stringify(await notificationsOf('polishStaff'))).not.toContain(newestChat.uuid);
});

test('a message after an answer reopens the chat, even a solved one', async () => {
  const newestChat = newChat();
  await openChat(newestChat);
  await replyTo(newestChat.uuid, 'Done.', chatStatuses.solved);
  expect((await readChat(newestChat.uuid)).result.status).toBe(chatStatuses.solved);
  await writeMessage(newestChat.uuid, 'It still rains in.');
  expect((await readChat(newestChat.uuid)).result.status).toBe(chatStatuses.withSupport);
});

test('messages of a chat have distinct times, so that their order is the same everywhere', async () => {
  const newestChat = newChat();
  await openChat(newestChat);
  for (const text of ['b', 'a', 'c']) await writeMessage(newestChat.uuid, text);
  const { messages } = (await readChat(newestChat.uuid)).result;
  expect(messages.map(({ message }) => message)).toEqual(['It rains in.', 'b', 'a', 'c']);
  const moments = messages.map(({ created_at }) => created_at);
  expect(moments).toEqual([...new Set(moments)].toSorted());
});

test('a full chat rejects messages with an error; its messages can be read in pages', async () => {
  const newestChat = newChat();
  const { result } = await openChat(newestChat);
  const from = Date.parse(result.created_at) + 1;
  await server.db
    .insertInto('support_messages')
    .values(
      Array.from({ length: MAX_CHAT_MESSAGES - 1 }, (_, index) => ({
        uuid: randomUUID(),
        chat_uuid: newestChat.uuid,
        sender: 'installer' as const,
        message: `${index}`,
        created_at: new Date(from + index),
      })),
    )
    .execute();
  expect((await writeMessage(newestChat.uuid, 'One more')).code).toBe('chat_full');
  await expect(replyTo(newestChat.uuid, 'One more')).rejects.toMatchObject({ code: 'chat_full' });
  const token = await server.tokenOf('polishOwner');
  const messages = async (query: { limit?: number }) => {
    const input = { params: { id: newestChat.uuid }, query };
    return (await server.call(calls.listSupportMessages, input, token)).result;
  };
  expect((await messages({})).data).toHaveLength(MAX_CHAT_MESSAGES);
  const last = await messages({ limit: 2 });
  expect(last.data.map(({ message }) => message)).toEqual(['997', '998']);
  expect(last.meta).toEqual({ last_page: 500, total: MAX_CHAT_MESSAGES });
});

test('a pull returns changed chats with messages; the list has pages of twenty', async () => {
  const account = 'decorStaff';
  for (let count = 0; count < 21; count += 1) await openChat(newChat(), account);
  const first = await list({}, account);
  expect(first.data).toHaveLength(20);
  expect(first.meta).toMatchObject({ last_page: 2, total: 21 });
  expect((await list({ page: 2 }, account)).data).toHaveLength(1);
  const start = await list({ since: '', limit: 100 }, account);
  expect(start.data).toHaveLength(21);
  const id = start.data[4]?.uuid ?? '';
  await replyTo(id, 'Here I am.');
  const changedPage = await list({ since: start.meta.checkpoint }, account);
  expect(changedPage.data.map(({ uuid, messages }) => [uuid, messages.length])).toEqual([[id, 2]]);
});

test('an operator sees pending chats, the longest waiting first', async () => {
  await server.db.updateTable('support_chats').set({ status: chatStatuses.solved }).execute();
  const [firstResponse, other] = [newChat('First.'), newChat('Second.\nIn two lines.')];
  await openChat(firstResponse);
  server.clock.advance(1000);
  await openChat(other);
  await replyTo(firstResponse.uuid, 'Yes.');
  const waitingChats = (await listUnansweredChats(server.db)).map(formatUnansweredChat);
  expect(waitingChats).toHaveLength(1);
  expect(waitingChats[0]).toContain(other.uuid);
  expect(waitingChats[0]).toContain('installer: Second.\n    In two lines.');
});

test('an empty answer, or an answer to an unknown chat, isn’t stored', async () => {
  const newestChat = newChat();
  await openChat(newestChat);
  await expect(replyTo(newestChat.uuid, ' \n ')).rejects.toMatchObject({ name: 'ValiError' });
  await expect(replyTo(randomUUID(), 'Hello')).rejects.toMatchObject({ code: 'not_found' });
  expect((await readChat(newestChat.uuid)).result).toMatchObject({ status: 1, messages: [{}] });
});
