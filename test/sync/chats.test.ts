import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { chatStatuses } from '#schemas/chat.ts';
import { replyToChat } from '#server/support/operator-chats.ts';
import { exportUnsent } from '#sync/outbox/export-unsent.ts';
import { unsentCounts } from '#sync/outbox/counts.ts';
import { backUp } from './backup.ts';
import { serverChat, chatOf, info, openChat, settleChat, textsOf } from './chat-fixture.ts';
import { identityOf } from './club-server.ts';
import { waitUntil } from './device.ts';
import { gate } from './fault-proxy.ts';
import { replacePhone, phone, server, withOwnPhone } from './own-phone.ts';

withOwnPhone();

const commands = () => phone.account.chatCommands;
const answerChat = (id: string, text = 'Which window is it?') =>
  replyToChat(id, { text, status: chatStatuses.answered }, server.app.services);
/** Makes the server always reject this text. */
const rejectText = (text: string) => {
  const options = { times: 99, matches: (body: string) => body.includes(text) };
  const fault = { kind: 'refuse', code: 'invalid_input' } as const;
  for (const call of [calls.createSupportChat, calls.createSupportMessage])
    server.proxy.addFault(call, fault, options);
};
const requests = () => ({
  opened: server.proxy.requestsOf(calls.createSupportChat).length,
  written: server.proxy.requestsOf(calls.createSupportMessage).length,
});

test('a chat and its messages are written offline, and reach the server once each, in order', async () => {
  server.proxy.isDown = true;
  const id = await openChat(phone.account, 'It rains in.\r\n\r\nAt the north side.\u0000 ');
  await commands().writeMessage(id, 'Since yesterday.');
  await commands().writeMessage(id, 'And today.');
  const savedChat = await chatOf(phone.account, id);
  expect(savedChat).toMatchObject({ state: 'waiting', messages: [], opening: info });
  expect(await phone.account.outbox.counts()).toEqual(unsentCounts({ chat: { waiting: 1 } }));

  server.proxy.isDown = false;
  const chat = await settleChat(phone.account, id);
  expect(chat).toMatchObject({ state: 'synced', unsent: [], opening: null });
  const texts = ['It rains in.\n\nAt the north side.', 'Since yesterday.', 'And today.'];
  expect(textsOf(chat)).toEqual(texts);
  const saved = await serverChat(server, id);
  expect(textsOf(saved)).toEqual(texts);
  expect(saved.messages.map(({ uuid }) => uuid)).toEqual(savedChat?.unsent.map(({ uuid }) => uuid));
  expect((await phone.account.outbox.counts()).total).toBe(0);
  const { info: kept } = await server.app.db
    .selectFrom('support_chats')
    .select('info')
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  expect(kept).toEqual(info);
});

test('F01: nothing is duplicated, even if the response to the chat and to each message is lost', async () => {
  server.proxy.addFault(calls.createSupportChat, { kind: 'lose_response' });
  server.proxy.addFault(calls.createSupportMessage, { kind: 'lose_response' });
  const id = await openChat(phone.account);
  await commands().writeMessage(id, 'Since yesterday.');
  await settleChat(phone.account, id);
  await phone.account.syncNow();
  expect(textsOf(await serverChat(server, id))).toEqual(['It rains in.', 'Since yesterday.']);
});

test('F13: if the app is killed before the response arrives, it sends the message again and duplicates nothing', async () => {
  const requestGate = gate();
  const id = await openChat(phone.account);
  await settleChat(phone.account, id);
  server.proxy.addFault(calls.createSupportMessage, { kind: 'hold', until: requestGate.until });
  const before = requests().written;
  await commands().writeMessage(id, 'Since yesterday.');
  await waitUntil(() => requests().written > before);
  await phone.restart(requestGate.open);
  expect(textsOf(await settleChat(phone.account, id))).toEqual([
    'It rains in.',
    'Since yesterday.',
  ]);
  expect(textsOf(await serverChat(server, id))).toEqual(['It rains in.', 'Since yesterday.']);
});

test('a message written while the chat is being sent is sent after the chat', async () => {
  const requestGate = gate();
  server.proxy.addFault(calls.createSupportChat, { kind: 'hold', until: requestGate.until });
  const before = requests().opened;
  const id = await openChat(phone.account);
  await waitUntil(() => requests().opened > before);
  await commands().writeMessage(id, 'Since yesterday.');
  requestGate.open();
  expect(textsOf(await settleChat(phone.account, id))).toEqual([
    'It rains in.',
    'Since yesterday.',
  ]);
  expect(textsOf(await serverChat(server, id))).toHaveLength(2);
});

describe('F05: a message that the server rejects', () => {
  /**
   * Opens a chat whose first of two messages is rejected.
   * @returns the ids of the chat and the rejected message
   */
  async function createRejectedMessage() {
    const id = await openChat(phone.account);
    await settleChat(phone.account, id);
    server.proxy.isDown = true;
    await commands().writeMessage(id, 'The refused one');
    await commands().writeMessage(id, 'The good one');
    rejectText('The refused one');
    server.proxy.isDown = false;
    const chat = await settleChat(phone.account, id);
    return { id, chat, refused: chat.unsent[0]?.uuid ?? '' };
  }

  test('F04: is kept with its reason, and the next message is sent', async () => {
    const { chat } = await createRejectedMessage();
    expect(textsOf(chat)).toEqual(['It rains in.', 'The good one']);
    expect(chat).toMatchObject({
      state: 'refused',
      unsent: [{ message: 'The refused one', refusal: { code: 'invalid_input' } }],
    });
    const { outbox } = phone.account;
    expect(await outbox.counts()).toEqual(unsentCounts({ chat: { refused: 1 } }));
  });

  test('can be resent unchanged, without blocking later messages', async () => {
    const { id, refused } = await createRejectedMessage();
    await commands().writeMessage(id, 'Another one');
    const chat = await settleChat(phone.account, id);
    expect(textsOf(chat)).toEqual(['It rains in.', 'The good one', 'Another one']);
    server.proxy.clearFaults();
    await commands().retryMessage(id, refused);
    expect(textsOf(await settleChat(phone.account, id)).at(-1)).toBe('The refused one');
    expect((await phone.account.outbox.counts()).total).toBe(0);
  });

  test('can be corrected', async () => {
    const { id, refused } = await createRejectedMessage();
    await commands().editMessage(id, refused, { text: 'The corrected one', title: 'Another' });
    const chat = await settleChat(phone.account, id);
    expect(textsOf(chat)).toEqual(['It rains in.', 'The good one', 'The corrected one']);
    expect(chat).toMatchObject({ state: 'synced', title: 'A leak' });
  });

  test('can be discarded on its own', async () => {
    const { id, refused } = await createRejectedMessage();
    await commands().discardMessage(id, refused);
    expect(await chatOf(phone.account, id)).toMatchObject({ state: 'synced', unsent: [] });
    expect(textsOf(await serverChat(server, id))).toEqual(['It rains in.', 'The good one']);
  });
});

describe('F05: a chat that the server rejects', () => {
  async function createRejectedChat() {
    server.proxy.isDown = true;
    const id = await openChat(phone.account);
    await commands().writeMessage(id, 'Since yesterday.');
    rejectText('It rains in.');
    server.proxy.isDown = false;
    return { id, chat: await settleChat(phone.account, id) };
  }

  test('keeps later messages unsent until the first one is corrected', async () => {
    const before = requests().written;
    const { id, chat } = await createRejectedChat();
    expect(chat).toMatchObject({
      state: 'refused',
      messages: [],
      unsent: [{ refusal: { code: 'invalid_input' } }, { refusal: null }],
    });
    expect(requests().written).toBe(before);
    const refused = chat.unsent[0]?.uuid ?? '';
    await commands().editMessage(id, refused, { text: 'It still rains in.', title: 'The leak' });
    const open = await settleChat(phone.account, id);
    expect(open).toMatchObject({ state: 'synced', title: 'The leak', opening: null });
    expect(textsOf(await serverChat(server, id))).toEqual([
      'It still rains in.',
      'Since yesterday.',
    ]);
  });

  test('starts with the next message when the first is discarded, and is deleted with its last message', async () => {
    const { id } = await createRejectedChat();
    await commands().discardMessage(id);
    expect(textsOf(await settleChat(phone.account, id))).toEqual(['Since yesterday.']);

    const other = await openChat(phone.account);
    await settleChat(phone.account, other);
    await commands().discardMessage(other);
    expect(await chatOf(phone.account, other)).toBeNull();
    await phone.account.syncNow();
    expect((await phone.account.outbox.counts()).total).toBe(0);
  });
});

test('if two phones write in one chat, one of them offline, both see both messages in the same order', async () => {
  const id = await openChat(phone.account);
  await settleChat(phone.account, id);
  server.proxy.isDown = true;
  await commands().writeMessage(id, 'From the one');
  const { token } = await server.app.signInAs('polishOwner');
  const body = { uuid: crypto.randomUUID(), message: 'From the other' };
  await server.app.call(calls.createSupportMessage, { params: { id }, body }, token);
  server.proxy.isDown = false;
  await settleChat(phone.account, id);
  await phone.account.syncNow();
  await waitUntil(async () => (await chatOf(phone.account, id))?.messages.length === 3);
  const all = ['It rains in.', 'From the other', 'From the one'];
  expect(textsOf(await serverChat(server, id))).toEqual(all);
  expect(textsOf((await chatOf(phone.account, id)) ?? { messages: [] })).toEqual(all);
});

test('an answer arrives alongside unsent messages, with a notification', async () => {
  const id = await openChat(phone.account);
  await settleChat(phone.account, id);
  rejectText('Refused');
  await commands().writeMessage(id, 'Refused');
  await settleChat(phone.account, id);
  await answerChat(id);
  await phone.account.syncNow();
  await waitUntil(async () => (await chatOf(phone.account, id))?.messages.length === 2);
  expect(await chatOf(phone.account, id)).toMatchObject({
    state: 'refused',
    status: chatStatuses.answered,
    messages: [{ sender: 'installer' }, { sender: 'admin', message: 'Which window is it?' }],
    unsent: [{ message: 'Refused' }],
  });
  const notifications = () => phone.account.collections.notifications.find().exec();
  await waitUntil(async () => (await notifications()).some(({ meta }) => meta.ticket_uuid === id));
});

test('F43: chat messages lost by a restored server are resent, and answers stay on the phone', async () => {
  const savedChat = await openChat(phone.account);
  await settleChat(phone.account, savedChat);
  const restore = await backUp(server);
  await commands().writeMessage(savedChat, 'Since yesterday.');
  await settleChat(phone.account, savedChat);
  const missing = await openChat(phone.account, 'Another leak.');
  await settleChat(phone.account, missing);
  await answerChat(missing);
  await phone.account.syncNow();
  await waitUntil(async () => (await chatOf(phone.account, missing))?.messages.length === 2);

  await restore(calls.listSupportChats);
  await phone.account.syncNow();
  await waitUntil(() => phone.account.log().some(({ code }) => code === 'server_restored'));
  await settleChat(phone.account, savedChat);
  await settleChat(phone.account, missing);
  expect(textsOf(await serverChat(server, savedChat))).toEqual([
    'It rains in.',
    'Since yesterday.',
  ]);
  expect(textsOf(await serverChat(server, missing))).toEqual(['Another leak.']);
  const visible = await chatOf(phone.account, missing);
  expect(textsOf(visible ?? { messages: [] })).toContain('Which window is it?');
  expect((await phone.account.outbox.counts()).total).toBe(0);
});

test('unsent messages can be exported and imported, and reach the server once', async () => {
  const knownChat = await openChat(phone.account);
  await settleChat(phone.account, knownChat);
  server.proxy.isDown = true;
  await commands().writeMessage(knownChat, 'Since yesterday.');
  const freshChat = await openChat(phone.account, 'Another leak.');
  const { blob, count } = await exportUnsent(identityOf('polishOwner').user_id, Date.now());
  expect(count).toBe(2);

  await replacePhone();
  await waitUntil(async () => (await chatOf(phone.account, knownChat)) !== null);
  const importResult = { missing: 0, unreadable: 0 };
  expect(await phone.account.importUnsent(blob)).toMatchObject({ ...importResult, added: 2 });
  await settleChat(phone.account, knownChat);
  await settleChat(phone.account, freshChat);
  expect(await phone.account.importUnsent(blob)).toMatchObject({ ...importResult, known: 2 });
  expect(textsOf(await serverChat(server, knownChat))).toEqual([
    'It rains in.',
    'Since yesterday.',
  ]);
  expect(textsOf(await serverChat(server, freshChat))).toEqual(['Another leak.']);
});

describe('a draft that is sent', () => {
  /** Runs the action as if the app were killed before the draft is deleted. */
  const killBeforeDeletion = async <Result>(action: () => Promise<Result>) => {
    const { database } = phone.account.collections.chats;
    const getLocal = database.getLocal.bind(database);
    // Reject only reads of the draft, because the background sync also reads local documents.
    const deletion = vi
      .spyOn(database, 'getLocal')
      .mockImplementation(<Data>(id: string) =>
        id.startsWith('chat-draft') ? Promise.reject(new Error()) : getLocal<Data>(id),
      );
    const result = await action();
    deletion.mockRestore();
    await phone.restart();
    return result;
  };

  test('doesn’t come back if the app is killed before the draft is deleted', async () => {
    const id = await openChat(phone.account);
    await commands().saveDraft(id, { title: '', text: 'Since yes' });
    server.proxy.isDown = true;
    await killBeforeDeletion(() => commands().writeMessage(id, 'Since yesterday.'));
    expect(await commands().loadDraft(id)).toBeNull();
    server.proxy.isDown = false;
    expect(textsOf(await settleChat(phone.account, id))).toEqual([
      'It rains in.',
      'Since yesterday.',
    ]);
    const chat = { title: 'A leak', body: 'It drips.', info, draftSlot: 'new' };
    const opened = await killBeforeDeletion(() => commands().openChat(chat));
    await settleChat(phone.account, opened);
    expect(await commands().loadDraft('new')).toBeNull();
  });

  test('stays if the message can’t be saved, and the same text can be written again', async () => {
    const id = await openChat(phone.account);
    const unknownChat = randomUUID();
    await expect(commands().writeMessage(unknownChat, 'Hello')).rejects.toMatchObject({
      code: 'chat_not_found',
    });
    expect(await commands().loadDraft(unknownChat)).toEqual({ title: '', text: 'Hello' });
    await commands().writeMessage(id, 'Ok');
    await commands().saveDraft(id, { title: '', text: 'Ok' });
    await phone.restart();
    expect(await commands().loadDraft(id)).toEqual({ title: '', text: 'Ok' });
  });
});

test('a draft survives closing the app, and is deleted when empty', async () => {
  const draft = { title: 'A leak', text: 'It' };
  await commands().saveDraft('new', draft);
  await phone.restart();
  expect(await commands().loadDraft('new')).toEqual(draft);
  expect(await commands().loadDraft('another')).toBeNull();
  await commands().saveDraft('new', { title: '', text: '' });
  expect(await commands().loadDraft('new')).toBeNull();
});
