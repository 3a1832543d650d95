import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORD_ERASED } from '#schemas/operator/comment-calls.ts';
import {
  draftCalls,
  DRAFT_CHANGED,
  DRAFT_TTL_MS,
  FORM_DRAFT,
  MAX_DRAFT,
  MAX_DRAFTS,
} from '#schemas/operator/draft-calls.ts';
import { PASSKEY_NEEDED } from '#schemas/operator/operator-call.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { calls } from '#schemas/api/calls.ts';
import { erasePerson } from '#server/account/erase-person.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import { newChat } from './chat-setup.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { accounts } from './test-accounts.ts';

let server: TestConsole;
let ewa: string;
let jan: string;
beforeAll(async () => {
  server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '100000' } });
  ewa = await server.startSession(await server.addOperator(grantsOf('support')));
  jan = await server.startSession(await server.addOperator(grantsOf('support')));
});
afterAll(() => server.close());

const { polishStaff } = accounts;
const key = { kind: 'company', record: polishStaff.companyId, field: 'comment' };
const save = (text: string, token: string, changes: Partial<typeof key> = {}) =>
  server.operate(draftCalls.saveDraft, { body: { ...key, ...changes, text } }, token);
const read = async (token: string, changes: Partial<typeof key> = {}) =>
  (await server.operate(draftCalls.readDraft, { query: { ...key, ...changes } }, token)).result
    .draft?.text ?? null;
const list = async (token: string) =>
  (await server.operate(draftCalls.listDrafts, {}, token)).result.data.map(
    ({ record, field, excerpt }) => [record, field, excerpt],
  );

/** Opens a chat in the app. */
async function openChat(account: 'polishOwner' | 'polishStaff'): Promise<string> {
  const body = newChat();
  const { token } = await server.signInAs(account);
  await server.call(calls.createSupportChat, { body }, token);
  return body.uuid;
}

test('a draft is private to its author, and each field has its own draft', async () => {
  await save('Called\nher', ewa);
  await save('To do', ewa, { field: 'task' });
  await save('Called him', jan);
  expect(await read(ewa)).toBe('Called\nher');
  expect(await read(ewa, { field: 'task' })).toBe('To do');
  expect(await read(jan)).toBe('Called him');
  await save('Called her twice', ewa);
  expect(await read(ewa)).toBe('Called her twice');
  expect(await list(jan)).toEqual([[key.record, 'comment', 'Called him']]);
});

test('a window that hasn’t read the newest draft doesn’t overwrite or delete it', async () => {
  const token = await server.startSession(await server.addOperator(grantsOf('support')));
  const saveFrom = (text: string, replaces: string | null) =>
    server.operate(draftCalls.saveDraft, { body: { ...key, text, replaces } }, token);
  const first = (await saveFrom('First window', null)).result.updated_at;
  server.clock.advance(1000);
  for (const text of ['Second window', ''])
    expect((await saveFrom(text, null)).errors[0]?.reason).toBe(DRAFT_CHANGED);
  expect(await read(token)).toBe('First window');

  const second = (await saveFrom('First window, changed', first)).result.updated_at;
  expect((await saveFrom('First window again', first)).errors[0]?.reason).toBe(DRAFT_CHANGED);
  server.clock.advance(1000);
  await save('Second window takes over', token);
  expect((await saveFrom('', second)).errors[0]?.reason).toBe(DRAFT_CHANGED);
  expect(await read(token)).toBe('Second window takes over');

  await save('', token);
  // The text of the other window was sent, so there is nothing to overwrite.
  expect((await saveFrom('Still typing', second)).errors).toEqual([]);
  expect(await read(token)).toBe('Still typing');
});

test('an empty text deletes the draft', async () => {
  await save('Something', ewa);
  await save(' \n', ewa);
  expect(await read(ewa)).toBeNull();
  expect((await server.operate(draftCalls.readDraft, { query: key }, null)).code).toBe(
    'unauthorised',
  );
});

test('the list shows the beginnings of drafts, most recently changed first, and only the newest are retained', async () => {
  const token = await server.startSession(await server.addOperator(grantsOf('support')));
  for (let index = 0; index <= MAX_DRAFTS; index += 1) {
    server.clock.advance(1000);
    await save(`${'😀'.repeat(200)} ${index}`, token, { record: `r-${index}` });
  }
  const shownDrafts = await list(token);
  expect(shownDrafts).toHaveLength(MAX_DRAFTS);
  expect(shownDrafts[0]).toEqual([`r-${MAX_DRAFTS}`, 'comment', '😀'.repeat(100)]);
  expect(await read(token, { record: 'r-0' })).toBeNull();
  expect(await read(jan)).toBe('Called him');
});

test('a session without a passkey can only have drafts in chats', async () => {
  const id = await server.addOperator(grantsOf('support'));
  const [strongSession, weakSession] = [
    await server.startSession(id),
    await server.startSession(id, 'weak'),
  ];
  await save('About the company', strongSession);
  expect((await save('x', weakSession)).errors[0]?.reason).toBe(PASSKEY_NEEDED);
  const query = { query: key };
  expect((await server.operate(draftCalls.readDraft, query, weakSession)).errors[0]?.reason).toBe(
    PASSKEY_NEEDED,
  );
  const record = await openChat('polishOwner');
  await save('An answer', weakSession, { kind: 'chat', record, field: 'answer' });
  expect(await list(weakSession)).toEqual([[record, 'answer', 'An answer']]);
  expect(await list(strongSession)).toHaveLength(2);
});

test('an erasure deletes drafts that are about the person, belong to their chats or contain their name', async () => {
  const token = await server.startSession(await server.addOperator(grantsOf('support')));
  const chat = await openChat('polishStaff');
  const person = await server.db
    .selectFrom('installers')
    .select(['name', 'surname'])
    .where('id', '=', polishStaff.id)
    .executeTakeFirstOrThrow();
  await save('Dear customer', token, { kind: 'chat', record: chat });
  await save('Called', token, { kind: 'installer', record: polishStaff.id });
  await save(`Called ${person.name} ${person.surname}`, token);
  await save('Called the office', token, { field: 'task' });
  const options = { isDryRun: false, closesCompany: false };
  const erasure = await erasePerson(polishStaff.id, options, server.services);
  expect(erasure.deleted['console drafts']).toBe(3);
  expect(await list(token)).toEqual([[key.record, 'task', 'Called the office']]);
  // This session's page was open before the erasure.
  const draft = { kind: 'installer', record: polishStaff.id };
  expect((await save('Called twice', token, draft)).errors[0]?.reason).toBe(RECORD_ERASED);
  const form = { ...draft, kind: 'new_chat' };
  expect((await save('Dear customer', token, form)).errors[0]?.reason).toBe(RECORD_ERASED);
  expect((await save('', token, draft)).errors).toEqual([]);
  expect(await read(token, draft)).toBeNull();
  // The chat was deleted.
  const answer = { kind: 'chat', record: chat, field: 'answer' };
  expect((await save('Dear customer', token, answer)).code).toBe('not_found');
  expect((await save('', token, answer)).errors).toEqual([]);
});

test('a draft on a missing record is rejected like one on a record of another country, erased or not', async () => {
  const grants = grantsOf('support', [regionIdOf('CZ')]);
  const token = await server.startSession(await server.addOperator(grants));
  const [erased, other] = [accounts.polishStaff, accounts.polishOwner];
  const drafts = [
    ...[erased.id, other.id, randomUUID()].map((record) => ({ kind: 'installer', record })),
    ...[other.companyId, randomUUID()].map((record) => ({ kind: 'company', record })),
    ...[other.companyId, randomUUID()].map((record) => ({ kind: 'company_points', record })),
    { kind: 'chat', record: await openChat('polishOwner') },
    { kind: 'unknown', record: randomUUID() },
  ];
  for (const draft of drafts) expect((await save('Called', token, draft)).code).toBe('not_found');
  expect((await save('Called', token, { kind: 'installer', record: 'new' })).errors).toEqual([]);
});

test('an erasure that closes the company deletes drafts about the company', async () => {
  const token = await server.startSession(await server.addOperator(grantsOf('support')));
  const { id, companyId } = accounts.decorOwner;
  const drafts = [
    { kind: 'company', field: 'comment' },
    { kind: 'company', field: FORM_DRAFT },
    { kind: 'company_points', field: FORM_DRAFT },
  ];
  for (const draft of drafts) await save('{}', token, { ...draft, record: companyId });
  await save('Another company', token);
  const options = { isDryRun: false, closesCompany: true };
  const erasure = await erasePerson(id, options, server.services);
  expect(erasure.deleted['console drafts']).toBe(3);
  expect(await list(token)).toEqual([[key.record, 'comment', 'Another company']]);
  for (const draft of drafts)
    expect((await save('{}', token, { ...draft, record: companyId })).errors[0]?.reason).toBe(
      RECORD_ERASED,
    );
});

test('an erasure deletes drafts of forms that have the person’s names in two fields', async () => {
  const token = await server.startSession(await server.addOperator(grantsOf('support')));
  const { name, surname } = await server.db
    .selectFrom('installers')
    .select(['name', 'surname'])
    .where('id', '=', accounts.decorStaff.id)
    .executeTakeFirstOrThrow();
  const form = { kind: 'lead_request', record: 'new', field: FORM_DRAFT };
  const named = { form: { first_name: name, last_name: surname, message: 'A "new"\nroof' } };
  await save(JSON.stringify(named), token, form);
  await save(JSON.stringify({ form: { ...named.form, last_name: 'Nowak' } }), token, {
    ...form,
    record: 'other',
  });
  const options = { isDryRun: true, closesCompany: false };
  const erasure = await erasePerson(accounts.decorStaff.id, options, server.services);
  expect(erasure.deleted['console drafts']).toBe(1);
});

test('a form’s draft is listed with its longest text, and has a size limit', async () => {
  const token = await server.startSession(await server.addOperator(grantsOf('support')));
  const form = { kind: 'survey', record: 'new', field: FORM_DRAFT };
  await save(
    JSON.stringify({ key: 'roofs', texts: { en: { title: 'Your last roof' } } }),
    token,
    form,
  );
  expect(await list(token)).toEqual([['new', FORM_DRAFT, 'Your last roof']]);
  const tooLong = await save('x'.repeat(MAX_DRAFT + 1), token, form);
  expect(tooLong.code).toBe('invalid_input');
});

test('a draft is deleted 30 days after its last change', async () => {
  await save('Old', jan, { field: 'old' });
  server.clock.advance(DRAFT_TTL_MS - 1000);
  const id = await server.addOperator(grantsOf('support'));
  const token = await server.startSession(id);
  await save('New', token, { field: 'new' });
  server.clock.advance(2000);
  await runJobs(server.services);
  const fields = await server.db.selectFrom('operator_drafts').select('field').execute();
  expect(fields).toEqual([{ field: 'new' }]);
});
