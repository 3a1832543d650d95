import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { chatStatuses, MAX_CHAT_MESSAGES } from '#schemas/chat.ts';
import { answerChat, listWaitingChats } from '#server/support/operator-chats.ts';
import { newChat } from './chat-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

type Opening = ReturnType<typeof newChat>;
const open = async (opening: Opening = newChat(), as: AccountKey = 'polishOwner') =>
  server.call(calls.createSupportChat, { body: opening }, await server.tokenOf(as));
const write = async (
  id: string,
  message: string,
  { uuid = randomUUID() as string, as = 'polishOwner' as AccountKey } = {},
) => {
  const input = { params: { id }, body: { uuid, message } };
  return server.call(calls.createSupportMessage, input, await server.tokenOf(as));
};
const look = async (id: string, as: AccountKey = 'polishOwner') =>
  server.call(calls.getSupportChat, { params: { id } }, await server.tokenOf(as));
const list = async (query: object = {}, as: AccountKey = 'polishOwner') =>
  (await server.call(calls.listSupportChats, { query }, await server.tokenOf(as))).result;
const answer = (id: string, text: string, status: 2 | 3 = chatStatuses.answered) =>
  answerChat(id, { text, status }, server.services);

test('a chat is opened with its first message, and is pending', async () => {
  const opening = newChat('  It rains in.\n\nAt the north side.  ');
  const { status, result } = await open(opening);
  expect(status).toBe(201);
  expect(result).toMatchObject({ uuid: opening.uuid, title: 'A leak', status: 1, deleted: false });
  expect(result.messages).toMatchObject([
    {
      uuid: opening.message_uuid,
      sender: 'installer',
      message: 'It rains in.\n\nAt the north side.',
    },
  ]);
  expect((await look(opening.uuid)).result).toEqual(result);
});

test('F01: the same chat and the same message again change nothing', async () => {
  const opening = newChat();
  const first = await open(opening);
  expect((await open(opening)).result).toEqual(first.result);
  const uuid = randomUUID();
  const written = await write(opening.uuid, 'Hello?', { uuid });
  expect(written.status).toBe(201);
  expect((await write(opening.uuid, 'Hello?', { uuid })).result).toEqual(written.result);
  const { result } = await look(opening.uuid);
  expect(result.messages).toHaveLength(2);
  // Opened again by a device that doesn't know the chat: returns its current state.
  expect((await open(opening)).result).toEqual(result);
});

test('F02: two identical concurrent requests have one effect', async () => {
  const opening = newChat();
  const [one, other] = await Promise.all([open(opening), open(opening)]);
  expect([one.status, other.status]).toEqual([201, 201]);
  const uuid = randomUUID();
  const both = await Promise.all([1, 2].map(() => write(opening.uuid, 'Twice?', { uuid })));
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect((await look(opening.uuid)).result.messages).toHaveLength(2);
});

test('an id can be used only once', async () => {
  const mine = newChat();
  const theirs = newChat();
  await open(mine);
  await open(theirs, 'czechOwner');
  expect((await open({ ...newChat(), uuid: theirs.uuid })).code).toBe('conflict');
  expect((await open({ ...newChat(), message_uuid: theirs.message_uuid })).code).toBe('conflict');
  expect((await write(mine.uuid, 'x', { uuid: theirs.message_uuid })).code).toBe('conflict');
  const uuid = randomUUID();
  await write(mine.uuid, 'one', { uuid });
  expect((await write(mine.uuid, 'another', { uuid })).code).toBe('key_reused');
  expect((await look(mine.uuid)).result.messages).toHaveLength(2);
});

test.each([
  ['no title', { title: ' ' }],
  ['no body', { body: ' \n ' }],
  ['a title of two lines', { title: 'a\nb' }],
  ['a title that is too long', { title: 'x'.repeat(121) }],
  ['a body that is too long', { body: 'x'.repeat(4001) }],
  ['a control character', { body: 'a\u0007b' }],
])('a chat with %s is rejected', async (_what, part) => {
  expect((await open({ ...newChat(), ...part })).code).toBe('invalid_input');
});

test('a chat is visible only to its author, not to colleagues or other companies', async () => {
  const opening = newChat();
  await open(opening);
  for (const as of ['polishStaff', 'czechOwner', 'decorStaff'] as const) {
    expect((await look(opening.uuid, as)).code).toBe('not_found');
    expect((await write(opening.uuid, 'x', { as })).code).toBe('not_found');
    expect(JSON.stringify(await list({ since: '' }, as))).not.toContain(opening.uuid);
    expect(JSON.stringify(await list({}, as))).not.toContain(opening.uuid);
  }
  expect((await look(opening.uuid)).result.messages).toHaveLength(1);
  const query = { installer_uuid: accounts.polishStaff.id };
  const foreign = await server.call(
    calls.listSupportChats,
    { query },
    await server.tokenOf('polishOwner'),
  );
  expect(foreign.code).toBe('not_found');
  const own = await list({ installer_uuid: accounts.polishOwner.id });
  expect(own.data.map(({ uuid }) => uuid)).toContain(opening.uuid);
});

test('an answer updates the chat and notifies only its author, in their language', async () => {
  const opening = newChat();
  await open(opening);
  await answer(opening.uuid, 'Which window is it?');
  const { result } = await look(opening.uuid);
  expect(result.status).toBe(chatStatuses.answered);
  expect(result.messages.map(({ sender, message }) => [sender, message])).toEqual([
    ['installer', 'It rains in.'],
    ['admin', 'Which window is it?'],
  ]);
  const notificationsOf = async (as: AccountKey) =>
    (await server.call(calls.listNotifications, { query: {} }, await server.tokenOf(as))).result
      .data;
  expect((await notificationsOf('polishOwner'))[0]).toMatchObject({
    title: 'Odpowiedź z działu pomocy',
    text: 'Masz odpowiedź na „A leak”.',
    event: 'chat_reply',
    meta: { ticket_uuid: opening.uuid, lead_uuid: null, project_uuid: null, order_uuid: null },
  });
  expect(JSON.stringify(await notificationsOf('polishStaff'))).not.toContain(opening.uuid);
});

test('a message after an answer reopens the chat, even a solved one', async () => {
  const opening = newChat();
  await open(opening);
  await answer(opening.uuid, 'Done.', chatStatuses.solved);
  expect((await look(opening.uuid)).result.status).toBe(chatStatuses.solved);
  await write(opening.uuid, 'It still rains in.');
  expect((await look(opening.uuid)).result.status).toBe(chatStatuses.withSupport);
});

test('messages of a chat have distinct times, so that their order is the same everywhere', async () => {
  const opening = newChat();
  await open(opening);
  for (const text of ['b', 'a', 'c']) await write(opening.uuid, text);
  const { messages } = (await look(opening.uuid)).result;
  expect(messages.map(({ message }) => message)).toEqual(['It rains in.', 'b', 'a', 'c']);
  const moments = messages.map(({ created_at }) => created_at);
  expect(moments).toEqual([...new Set(moments)].toSorted());
});

test('a full chat rejects messages with an error; its messages can be read in pages', async () => {
  const opening = newChat();
  const { result } = await open(opening);
  const from = Date.parse(result.created_at) + 1;
  await server.db
    .insertInto('support_messages')
    .values(
      Array.from({ length: MAX_CHAT_MESSAGES - 1 }, (_, at) => ({
        uuid: randomUUID(),
        chat_uuid: opening.uuid,
        sender: 'installer' as const,
        message: `${at}`,
        created_at: new Date(from + at),
      })),
    )
    .execute();
  expect((await write(opening.uuid, 'One more')).code).toBe('chat_full');
  await expect(answer(opening.uuid, 'One more')).rejects.toMatchObject({ code: 'chat_full' });
  const token = await server.tokenOf('polishOwner');
  const messages = async (query: { limit?: number }) => {
    const input = { params: { id: opening.uuid }, query };
    return (await server.call(calls.listSupportMessages, input, token)).result;
  };
  expect((await messages({})).data).toHaveLength(MAX_CHAT_MESSAGES);
  const last = await messages({ limit: 2 });
  expect(last.data.map(({ message }) => message)).toEqual(['997', '998']);
  expect(last.meta).toEqual({ last_page: 500, total: MAX_CHAT_MESSAGES });
});

test('a pull returns changed chats with messages; the list has pages of twenty', async () => {
  const as = 'decorStaff';
  for (let made = 0; made < 21; made += 1) await open(newChat(), as);
  const first = await list({}, as);
  expect(first.data).toHaveLength(20);
  expect(first.meta).toMatchObject({ last_page: 2, total: 21 });
  expect((await list({ page: 2 }, as)).data).toHaveLength(1);
  const start = await list({ since: '', limit: 100 }, as);
  expect(start.data).toHaveLength(21);
  const id = start.data[4]?.uuid ?? '';
  await answer(id, 'Here I am.');
  const changed = await list({ since: start.meta.checkpoint }, as);
  expect(changed.data.map(({ uuid, messages }) => [uuid, messages.length])).toEqual([[id, 2]]);
});

test('an operator sees pending chats, the longest waiting first', async () => {
  await server.db.updateTable('support_chats').set({ status: chatStatuses.solved }).execute();
  const [one, other] = [newChat('First.'), newChat('Second.\nIn two lines.')];
  await open(one);
  server.clock.advance(1000);
  await open(other);
  await answer(one.uuid, 'Yes.');
  const waiting = await listWaitingChats(server.db);
  expect(waiting).toHaveLength(1);
  expect(waiting[0]).toContain(other.uuid);
  expect(waiting[0]).toContain('installer: Second.\n    In two lines.');
});

test('an empty answer, or one to an unknown chat, is not written', async () => {
  const opening = newChat();
  await open(opening);
  await expect(answer(opening.uuid, ' \n ')).rejects.toMatchObject({ name: 'ValiError' });
  await expect(answer(randomUUID(), 'Hello')).rejects.toMatchObject({ code: 'not_found' });
  expect((await look(opening.uuid)).result).toMatchObject({ status: 1, messages: [{}] });
});
