import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { chatStatuses } from '#schemas/chat.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { chatCalls, MAX_CHAT_LINKS, TOO_MANY_LINKS } from '#schemas/operator/chat-calls.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { regionIdOf, type RegionId } from '#schemas/regions.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { newChat } from './chat-setup.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { type TestInput } from './test-app.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
let server: TestConsole;
let ewa: string;
beforeAll(async () => {
  server = await startConsole({ demo: true, variables: { RATE_LIMIT_FACTOR: '100000' } });
  ewa = await addOperator();
});
afterAll(() => server.close());

const addOperator = async (
  role: 'support' | 'viewer' | 'shop' = 'support',
  regions: readonly RegionId[] = [poland],
) => server.startSession(await server.addOperator(grantsOf(role, regions)));
const idOf = async (token: string) =>
  (await server.operate(sessionCalls.readOperatorSession, {}, token)).result.operator.id;
const tokenOf = async (account: keyof typeof demoAccounts) => {
  const { email, region } = demoAccounts[account];
  return (await server.signInByEmail(email, region)).token;
};
const act = <C extends OperatorCall>(
  call: C,
  input: TestInput<C>,
  token = ewa,
  key: string = randomUUID(),
) => server.operate(call, { ...input, headers: { 'idempotency-key': key } } as TestInput<C>, token);
const read = async (id: string, token = ewa) =>
  (await server.operate(chatCalls.readChat, { params: { id } }, token)).result;
const installer = demoAccounts.polishOwner.userId;
const start = (body: Partial<TestInput<typeof chatCalls.startChat>['body']> = {}, key?: string) =>
  act(
    chatCalls.startChat,
    { body: { installer, title: 'Your order', text: 'It’s delayed.', why: 'delay', ...body } },
    ewa,
    key,
  );
/** Opens a chat in the app. */
async function openChat(): Promise<string> {
  const body = newChat();
  await server.call(calls.createSupportChat, { body }, await tokenOf('polishOwner'));
  return body.uuid;
}

test('a started chat reaches the person once, with a notification, and can be answered in the app', async () => {
  const key = randomUUID();
  const { result, status } = await start({}, key);
  expect([status, (await start({}, key)).result]).toEqual([201, result]);
  const token = await tokenOf('polishOwner');
  const pullResponse = await server.call(calls.listSupportChats, { query: { since: '' } }, token);
  expect(pullResponse.result.data.filter(({ uuid }) => uuid === result.id)).toMatchObject([
    {
      ...{ title: 'Your order', status: chatStatuses.answered },
      messages: [{ sender: 'admin', message: 'It’s delayed.' }],
    },
  ]);
  const notificationResponse = await server.call(calls.listNotifications, { query: {} }, token);
  const chatNotifications = notificationResponse.result.data.filter(
    ({ meta }) => meta.ticket_uuid === result.id,
  );
  // The text doesn't say “reply”, because the person hasn't written anything yet.
  expect(chatNotifications).toMatchObject([
    { event: 'chat_reply', text: 'Masz nową wiadomość w rozmowie „Your order”.' },
  ]);
  expect(await read(result.id)).toMatchObject({
    ...{ person_id: installer, language: 'pl', assigned_to: { id: await idOf(ewa) } },
    messages: [{ by: expect.stringMatching(/^Operator/) as string }],
  });
  const reply = { params: { id: result.id }, body: { uuid: randomUUID(), message: 'Thanks.' } };
  await server.call(calls.createSupportMessage, reply, token);
  expect((await read(result.id)).status).toBe(chatStatuses.withSupport);
  const audit = await server.db.selectFrom('operator_audit').selectAll().execute();
  expect(audit).toContainEqual(
    expect.objectContaining({ kind: 'change', act: 'startChat', record_id: result.id }),
  );
  expect(JSON.stringify(audit)).not.toMatch(/delayed|Your order/);
});

test('a chat that is started again after a lost response is the same chat for ten minutes', async () => {
  const text = 'It’s on its way.';
  const { result } = await start({ text });
  expect((await start({ text, why: 'asked again' })).result).toEqual(result);
  expect((await start({ text: 'It has arrived.' })).result).not.toEqual(result);
  server.clock.advance(11 * MINUTE_MS);
  expect((await start({ text })).result).not.toEqual(result);
});

test('a chat can’t be started with a person in another country, or with a removed person', async () => {
  expect((await start({ installer: demoAccounts.czechOwner.userId })).code).toBe('not_found');
  expect((await start({ installer: randomUUID() })).code).toBe('not_found');
  const { id } = await server.db
    .selectFrom('installers')
    .innerJoin('companies', 'companies.id', 'installers.company_id')
    .select('installers.id')
    .where('regions_id', '=', poland)
    .where('installers.id', '<>', installer)
    .executeTakeFirstOrThrow();
  await server.db.updateTable('installers').set({ active: false }).where('id', '=', id).execute();
  expect((await start({ installer: id })).code).toBe('installer_not_found');
  expect((await start({ title: ' ' })).code).toBe('invalid_input');
});

test('a chat can be assigned only to an operator who can answer it', async () => {
  const id = await openChat();
  const [janSession, czechSession, shopSession] = [
    await addOperator(),
    await addOperator('support', [czechia]),
    await addOperator('shop'),
  ];
  const [janId, czechId, shopId] = [
    await idOf(janSession),
    await idOf(czechSession),
    await idOf(shopSession),
  ];
  const listResponse = await server.operate(chatCalls.listChatOperators, { params: { id } }, ewa);
  const ids = listResponse.result.data.map((operator) => operator.id);
  expect(ids).toContain(janId);
  expect(ids.filter((other) => [czechId, shopId].includes(other))).toEqual([]);
  const assign = (operator: string | null, seen_operator: string | null) =>
    act(chatCalls.assignChat, {
      params: { id },
      body: { operator, seen_operator, why: 'assign' },
    });
  expect((await assign(czechId, null)).code).toBe('not_found');
  expect((await assign(shopId, null)).code).toBe('not_found');
  const responses = await Promise.all([assign(janId, null), assign(await idOf(ewa), null)]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const assignee = (await read(id)).assigned_to?.id ?? null;
  expect((await assign(janId, assignee)).status).toBe(200);
  const ownResponse = await server.operate(
    chatCalls.listChats,
    { query: { view: 'mine' } },
    janSession,
  );
  expect(ownResponse.result.data.map(({ uuid }) => uuid)).toEqual([id]);
  expect((await assign(null, janId)).status).toBe(200);
  expect((await read(id)).assigned_to).toBeNull();
});

test('the company’s records are linked once; other companies’ records aren’t found', async () => {
  const id = await openChat();
  const find = async (table: 'orders' | 'projects', isOwn: boolean) => {
    const { uuid } = await server.db
      .selectFrom(table)
      .select('uuid')
      .where('deleted', '=', false)
      .where('company_id', isOwn ? '=' : '<>', (await read(id)).company_id)
      .orderBy('created_at')
      .executeTakeFirstOrThrow();
    return uuid;
  };
  const link = (record: string, kind: 'orders' | 'projects' = 'orders', call = true) =>
    act(call ? chatCalls.linkChatRecord : chatCalls.unlinkChatRecord, {
      params: { id },
      body: { kind, record, why: 'link' },
    });
  const [order, project] = [await find('orders', true), await find('projects', true)];
  const listResponse = await server.operate(
    chatCalls.listChatRecords,
    { params: { id }, query: { kind: 'orders' } },
    ewa,
  );
  expect(listResponse.result.data.map((record) => record.id)).toContain(order);
  const before = await server.call(
    calls.getSupportChat,
    { params: { id } },
    await tokenOf('polishOwner'),
  );
  await link(order.toUpperCase());
  await link(order);
  await link(project, 'projects');
  expect((await link(await find('orders', false))).code).toBe('not_found');
  expect((await link(order, 'projects')).code).toBe('not_found');
  const { links } = await read(id);
  expect(links.map(({ kind, id: record }) => [kind, record])).toEqual([
    ['orders', order],
    ['projects', project],
  ]);
  expect(links.every(({ label }) => label !== null)).toBe(true);
  // Without the right to personal data, a project’s name is hidden.
  const viewerLinks = (await read(id, await addOperator('viewer'))).links;
  expect(viewerLinks.map(({ label }) => label === null)).toEqual([false, true]);
  await link(order, 'orders', false);
  await link(order, 'orders', false);
  expect((await read(id)).links.map(({ kind }) => kind)).toEqual(['projects']);
  const changes = await server.db
    .selectFrom('operator_audit')
    .select('act')
    .where('record_id', '=', id)
    .where('kind', '=', 'change')
    .orderBy('id')
    .execute();
  expect(changes.map((change) => change.act)).toEqual([
    ...['linkChatRecord', 'linkChatRecord', 'unlinkChatRecord'],
  ]);
  const after = await server.call(
    calls.getSupportChat,
    { params: { id } },
    await tokenOf('polishOwner'),
  );
  expect(after.result).toEqual(before.result);
});

test('a chat has at most 20 links', async () => {
  const id = await openChat();
  const operator_id = await idOf(ewa);
  const rows = Array.from({ length: MAX_CHAT_LINKS }, () => ({
    ...{ chat_uuid: id, kind: 'orders' as const, record_id: randomUUID(), operator_id },
    created_at: new Date(server.clock.now()),
  }));
  await server.db.insertInto('chat_links').values(rows).execute();
  const { uuid: record } = await server.db
    .selectFrom('orders')
    .select('uuid')
    .where('company_id', '=', (await read(id)).company_id)
    .executeTakeFirstOrThrow();
  const body = { kind: 'orders' as const, record, why: 'link' };
  const rejectedResponse = await act(chatCalls.linkChatRecord, { params: { id }, body });
  expect(rejectedResponse.errors[0]?.reason).toBe(TOO_MANY_LINKS);
  // Linked records that were deleted aren’t shown.
  expect((await read(id)).links).toEqual([]);
});

test('contact data is masked in a chat; reading it in full is recorded with the reason', async () => {
  const id = await openChat();
  const { phone, person_id } = await read(id);
  expect(phone).toMatch(/^…\d\d$/);
  const body = { why: 'to call back' };
  const revealResponse = await act(personCalls.revealPersonContact, {
    params: { id: person_id },
    body,
  });
  expect(revealResponse.result.contact?.phone).toMatch(/^\+48\d+$/);
  const auditRows = await server.db
    .selectFrom('operator_audit')
    .innerJoin('operator_reasons', 'audit_id', 'id')
    .select(['record_id', 'why'])
    .where('act', '=', 'revealPersonContact')
    .execute();
  expect(auditRows).toEqual([{ record_id: person_id, why: 'to call back' }]);
});
