import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { chatStatuses } from '#schemas/chat.ts';
import { chatCalls, NEWER_MESSAGE, TYPING_MS } from '#schemas/operator/chat-calls.ts';
import { draftCalls } from '#schemas/operator/draft-calls.ts';
import { PASSKEY_NEEDED, type OperatorCall } from '#schemas/operator/operator-call.ts';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { CLAIM_MS, RECORD_CLAIMED } from '#schemas/operator/queue-claims.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { newChat } from './chat-setup.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';
import { type TestInput } from './test-app.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
let server: TestConsole;
let ewa: string;
let jan: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '100000' } });
  [ewa, jan] = [await addOperator(), await addOperator()];
});
afterAll(() => server.close());

const addOperator = async (role: 'support' | 'viewer' = 'support') =>
  server.startSession(await server.addOperator(grantsOf(role, [poland, czechia])));
const idOf = async (token: string) =>
  (await server.operate(sessionCalls.readOperatorSession, {}, token)).result.operator.id;
const tokenOf = async (account: AccountKey = 'polishOwner') =>
  (await server.signInAs(account)).token;
/**
 * Opens a chat in the app.
 * @returns its id and that of its message
 */
async function openChat(title = 'A leak', account: AccountKey = 'polishOwner') {
  server.clock.advance(1000);
  const body = { ...newChat(), title };
  await server.call(calls.createSupportChat, { body }, await tokenOf(account));
  return { id: body.uuid, message: body.message_uuid };
}
async function write(id: string, message: string): Promise<string> {
  server.clock.advance(1000);
  const body = { uuid: randomUUID(), message };
  const input = { params: { id }, body };
  await server.call(calls.createSupportMessage, input, await tokenOf());
  return body.uuid;
}
const readInApp = async (id: string) =>
  (await server.call(calls.getSupportChat, { params: { id } }, await tokenOf())).result;
const act = <C extends OperatorCall>(call: C, input: TestInput<C>, token: string, key?: string) => {
  const headers = { 'idempotency-key': key ?? randomUUID() };
  return server.operate(call, { ...input, headers } as TestInput<C>, token);
};
const read = async (id: string, token = ewa) =>
  (await server.operate(chatCalls.readChat, { params: { id } }, token)).result;
const list = async (query: TestInput<typeof chatCalls.listChats>['query'] = {}, token = ewa) =>
  (await server.operate(chatCalls.listChats, { query }, token)).result.data;
const titles = async (...args: Parameters<typeof list>) =>
  (await list(...args)).map(({ title }) => title);
const claim = (id: string, token = ewa, takes_over = false) =>
  server.operate(chatCalls.claimChat, { params: { id }, body: { takes_over } }, token);
const answer = (id: string, seen_message: string, token = ewa, key?: string) => {
  const body = { text: 'Which window?', seen_message, why: 'answer' };
  return act(chatCalls.answerChat, { params: { id }, body }, token, key);
};

test('an answer reaches the installer once, with a notification; the audit has no text', async () => {
  const { id, message } = await openChat();
  const key = randomUUID();
  expect((await answer(id, message, ewa, key)).status).toBe(200);
  expect((await answer(id, message, ewa, key)).status).toBe(200);
  const { status, messages } = await readInApp(id);
  expect(status).toBe(chatStatuses.answered);
  expect(messages.map(({ sender, message: text }) => [sender, text])).toEqual([
    ['installer', 'It rains in.'],
    ['admin', 'Which window?'],
  ]);
  const { result } = await server.call(calls.listNotifications, { query: {} }, await tokenOf());
  const replies = result.data.filter(({ event }) => event === 'chat_reply');
  expect(replies).toMatchObject([{ meta: { ticket_uuid: id } }]);
  expect((await read(id)).messages.at(-1)?.by).toMatch(/^Operator/);
  const audit = await server.db.selectFrom('operator_audit').selectAll().execute();
  expect(audit).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'change', act: 'answerChat', record_id: id, region_id: poland },
      ...{ before: { status: 1 }, after: { status: 2 } },
    }),
  );
  expect(JSON.stringify(audit)).not.toContain('Which window?');
});

test('an answer to an older message isn’t sent until the operator has seen the newer one', async () => {
  const { id, message } = await openChat();
  const newerMessage = await write(id, 'It’s the north side.');
  const holdResponse = await answer(id, message);
  expect([holdResponse.code, holdResponse.errors[0]?.reason]).toEqual(['conflict', NEWER_MESSAGE]);
  expect((await readInApp(id)).messages).toHaveLength(2);
  expect((await answer(id, newerMessage)).status).toBe(200);
});

test('one of two concurrent answers is sent', async () => {
  const { id, message } = await openChat();
  const responses = await Promise.all([answer(id, message, ewa), answer(id, message, jan)]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await readInApp(id)).messages).toHaveLength(2);
});

test('opening a chat claims it and the next 20 for ten minutes, unless another operator takes over', async () => {
  const chats = [];
  for (let count = 0; count < 22; count += 1) chats.push(await openChat(`Chat ${count}`));
  const [first, second, last] = [chats[0], chats[1], chats[21]];
  if (!first || !second || !last) throw new Error('No chat was opened.');
  await claim(first.id);
  const claimedChats = (await list({}, jan)).filter((chat) => chat.claimed !== null);
  expect(claimedChats).toHaveLength(21);
  expect((await read(last.id, jan)).claimed).toBeNull();
  expect((await read(first.id)).claimed).toBeNull();
  const rejectedResponse = await answer(second.id, second.message, jan);
  expect([rejectedResponse.code, rejectedResponse.errors[0]?.reason]).toEqual([
    'conflict',
    RECORD_CLAIMED,
  ]);
  await claim(second.id, jan);
  expect((await read(second.id, jan)).claimed).toMatchObject({ by: /^Operator/ });
  await claim(second.id, jan, true);
  expect((await answer(second.id, second.message, jan)).status).toBe(200);
  expect((await answer(first.id, first.message, jan)).code).toBe('conflict');
  server.clock.advance(CLAIM_MS);
  expect((await answer(first.id, first.message, jan)).status).toBe(200);
});

test('a note and an assignment are never in the app’s responses', async () => {
  const { id, message } = await openChat();
  const before = await readInApp(id);
  const body = { text: 'Secret: a difficult roof.', why: 'note' };
  await act(chatCalls.addChatNote, { params: { id }, body }, ewa);
  const assign = { operator: await idOf(ewa), seen_operator: null, why: 'assign' };
  await act(chatCalls.assignChat, { params: { id }, body: assign }, ewa);
  expect((await read(id, jan)).notes).toMatchObject([{ text: body.text, by: /^Operator/ }]);
  const pullResponse = await server.call(
    calls.listSupportChats,
    { query: { since: '' } },
    await tokenOf(),
  );
  expect(pullResponse.result.data).toEqual([before]);
  expect(JSON.stringify(pullResponse.result)).not.toContain('Secret');
  expect(await readInApp(id)).toEqual(before);
  // The other operator hasn't seen the assignment.
  const lateResponse = await act(chatCalls.assignChat, { params: { id }, body: assign }, jan);
  expect(lateResponse.code).toBe('conflict');
  expect(await titles({ view: 'mine' })).toEqual(['A leak']);
  expect(await titles({ view: 'mine' }, jan)).toEqual([]);
  expect((await answer(id, message)).status).toBe(200);
});

test('a solved chat is reopened by an operator, or by the installer’s message', async () => {
  const { id, message } = await openChat();
  const solve = (solved: boolean, seen_message: string) =>
    act(
      chatCalls.setChatSolved,
      { params: { id }, body: { solved, seen_message, why: 'done' } },
      ewa,
    );
  await solve(true, message);
  expect((await readInApp(id)).status).toBe(chatStatuses.solved);
  expect(await titles({ view: 'solved' })).toEqual(['A leak']);
  expect(await titles({ view: 'open' })).toEqual([]);
  await solve(false, message);
  expect((await readInApp(id)).status).toBe(chatStatuses.withSupport);
  await solve(true, message);
  const newerMessage = await write(id, 'Again.');
  expect((await solve(true, message)).errors[0]?.reason).toBe(NEWER_MESSAGE);
  expect((await read(id)).messages.at(-1)?.uuid).toBe(newerMessage);
});

test('the chat that has waited longest is first, even if the installer writes again; the search finds words', async () => {
  const first = await openChat('A broken window');
  await openChat('Punkty za okno');
  await openChat('Jiný dotaz', 'czechOwner');
  await write(first.id, 'Hello?');
  expect(await titles()).toEqual(['A broken window', 'Punkty za okno', 'Jiný dotaz']);
  expect(await titles({ region: poland })).toEqual(['A broken window', 'Punkty za okno']);
  expect(await titles({ search: 'pun OKN' })).toEqual(['Punkty za okno']);
  expect(await titles({ search: 'jiny' })).toEqual(['Jiný dotaz']);
  expect(await titles({ search: 'absent' })).toEqual([]);
  expect((await list()).map(({ is_unread }) => is_unread)).toEqual([true, true, true]);
  await claim(first.id);
  expect((await list()).map(({ is_unread }) => is_unread)).toEqual([false, true, true]);
  await write(first.id, 'Anyone?');
  expect((await list()).map(({ is_unread }) => is_unread)).toEqual([true, true, true]);
  const page = await server.operate(chatCalls.listChats, { query: { limit: 2 } }, ewa);
  expect(page.result.meta.total).toBe(3);
  const query = { limit: 2, cursor: page.result.meta.next ?? '' };
  expect(await titles(query)).toEqual(['Jiný dotaz']);
});

test('the search finds companies and people by their current names, if the operator may see them', async () => {
  await openChat('Window');
  await openChat('Okno', 'czechOwner');
  const { db } = server;
  const personOf = (account: AccountKey) =>
    db
      .selectFrom('installers')
      .select(['id', 'company_id'])
      .where('email', '=', accounts[account].email)
      .executeTakeFirstOrThrow();
  const [polishPerson, czechPerson] = [await personOf('polishOwner'), await personOf('czechOwner')];
  const rename = (name: string) =>
    db.updateTable('companies').set({ name }).where('id', '=', polishPerson.company_id).execute();
  await rename('Żółte Dachy');
  expect(await titles({ search: 'zolt' })).toEqual(['Window']);
  expect(await titles({ search: 'zolt window' })).toEqual(['Window']);
  await rename('Green Roofs');
  expect(await titles({ search: 'zolt' })).toEqual([]);
  await db
    .updateTable('installers')
    .set({ surname: 'Żubr' })
    .where('id', 'in', [polishPerson.id, czechPerson.id])
    .execute();
  expect(await titles({ search: 'zubr green' })).toEqual(['Window']);
  expect(await titles({ search: 'zubr' })).toEqual(['Window', 'Okno']);
  const viewer = await addOperator('viewer');
  expect(await titles({ search: 'zubr' }, viewer)).toEqual([]);
  expect(await titles({ search: 'green' }, viewer)).toEqual(['Window']);
  const grants = [...grantsOf('support', [czechia]), ...grantsOf('viewer', [poland])];
  const bothCountriesToken = await server.startSession(await server.addOperator(grants));
  expect(await titles({ search: 'zubr' }, bothCountriesToken)).toEqual(['Okno']);
  expect(await titles({ search: 'green' }, bothCountriesToken)).toEqual(['Window']);
});

test('another operator who is typing an answer is shown for 30 seconds', async () => {
  const { id } = await openChat();
  const body = { kind: 'chat', record: id, field: 'answer', text: 'Which' };
  await server.operate(draftCalls.saveDraft, { body }, jan);
  expect((await read(id)).typing).toHaveLength(1);
  expect((await read(id, jan)).typing).toEqual([]);
  server.clock.advance(TYPING_MS);
  expect((await read(id)).typing).toEqual([]);
});

test.each(['answer', 'note'] as const)(
  'sending deletes the draft of the %s, but not a different one of another window',
  async (field) => {
    const { id } = await openChat();
    const send = async (text: string) => {
      if (field === 'note')
        return act(chatCalls.addChatNote, { params: { id }, body: { text, why: 'note' } }, ewa);
      const seen_message = (await read(id)).messages.at(-1)?.uuid ?? '';
      const body = { text, seen_message, why: 'answer' };
      return act(chatCalls.answerChat, { params: { id }, body }, ewa);
    };
    const query = { kind: 'chat', record: id, field };
    const readDraft = async () =>
      (await server.operate(draftCalls.readDraft, { query }, ewa)).result.draft?.text;
    const text = 'Typed in the other window';
    await server.operate(draftCalls.saveDraft, { body: { ...query, text } }, ewa);
    await send('Sent');
    expect(await readDraft()).toBe(text);
    await send(text);
    expect(await readDraft()).toBeUndefined();
  },
);

test('a session with only a code can read masked chats and answer, and nothing else', async () => {
  const id = await server.addOperator(grantsOf('support', [poland]));
  const weakSession = await server.startSession(id, 'weak');
  const { id: chat, message } = await openChat();
  const note = { params: { id: chat }, body: { text: 'A note', why: 'note' } };
  await act(chatCalls.addChatNote, note, ewa);
  const [strongRow, weakRow] = [(await list())[0], (await list({}, weakSession))[0]];
  expect(strongRow?.person_name).not.toContain('…');
  expect(weakRow?.person_name).toMatch(/^\p{L}…(?: \p{L}…)+$/u);
  expect(await read(chat, weakSession)).toMatchObject({
    notes: [],
    person_name: weakRow?.person_name,
  });
  expect((await act(chatCalls.addChatNote, note, weakSession)).errors[0]?.reason).toBe(
    PASSKEY_NEEDED,
  );
  expect((await answer(chat, message, weakSession)).status).toBe(200);
  const viewer = await addOperator('viewer');
  expect((await list({ view: 'all' }, viewer))[0]?.person_name).toContain('…');
  expect((await answer(chat, message, viewer)).code).toBe('forbidden');
});

test('chats of a period are read from an index of their start, newest first', async () => {
  const [first, second] = [await openChat('First'), await openChat('Second')];
  await write(first.id, 'Still leaking.');
  await openChat('Later');
  const { created_at: at } = await server.db
    .selectFrom('support_chats')
    .select('created_at')
    .where('uuid', '=', second.id)
    .executeTakeFirstOrThrow();
  const until = new Date(at.getTime() + 1).toISOString();
  expect(await titles({ view: 'all', until })).toEqual(['Second', 'First']);
  expect(await titles({ view: 'all' })).toEqual(['Later', 'First', 'Second']);
  const plan = await server.db.transaction().execute(async (trx) => {
    for (const kind of ['seqscan', 'bitmapscan', 'sort'])
      await sql.raw(`set local enable_${kind} = off`).execute(trx);
    const { rows } = await sql`explain select uuid from support_chats
      where not deleted and region_id = ${poland} and created_at < ${until}
      order by created_at desc, uuid desc limit 50`.execute(trx);
    return JSON.stringify(rows);
  });
  expect(plan).toContain('support_chats_started');
});
