import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  chatTemplateCalls,
  fillTemplate,
  MAX_TEMPLATES,
  TOO_MANY_TEMPLATES,
} from '#schemas/operator/chat-template-calls.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { regionIdOf, type RegionId } from '#schemas/regions.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { type TestInput } from './test-app.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const texts: TestInput<typeof chatTemplateCalls.createChatTemplate>['body']['texts'] = [
  { language: 'pl', text: 'Dzień dobry, {name}!\nDziękujemy.' },
  { language: 'en', text: 'Hello {name}, about “{title}”.' },
];
const why = 'asked often';
let server: TestConsole;
let ewa: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '100000' } });
  ewa = await operatorOf([poland, czechia]);
});
afterAll(() => server.close());

const operatorOf = async (regions: readonly RegionId[]) =>
  server.startSession(await server.addOperator(grantsOf('support', regions)));
const act = <C extends OperatorCall>(call: C, input: TestInput<C>, key: string = randomUUID()) =>
  server.operate(call, { ...input, headers: { 'idempotency-key': key } } as TestInput<C>, ewa);
const create = (name: string, region = poland, key?: string) =>
  act(chatTemplateCalls.createChatTemplate, { body: { region, name, texts, why } }, key);
const list = async (query: { region?: RegionId } = {}, token = ewa) =>
  (await server.operate(chatTemplateCalls.listChatTemplates, { query }, token)).result.data;

test('templates are listed by name, in the operator’s countries only', async () => {
  const key = randomUUID();
  const createResponse = await create('Thanks', poland, key);
  expect([createResponse.status, (await create('Thanks', poland, key)).result]).toEqual([
    201,
    createResponse.result,
  ]);
  await create('Opening hours');
  await create('Czech', czechia);
  expect((await list({ region: poland })).map(({ name }) => name)).toEqual([
    'Opening hours',
    'Thanks',
  ]);
  expect((await list()).map(({ name }) => name)).toEqual(['Czech', 'Opening hours', 'Thanks']);
  expect(await list({}, await operatorOf([czechia]))).toMatchObject([{ name: 'Czech', texts }]);
});

test('if two operators change a template, the second gets a conflict', async () => {
  const { id } = (await create('Thanks')).result;
  const edit = (text: string) => {
    const body = { name: 'Thanks', texts: [{ language: 'en' as const, text }], rev: 1, why };
    return act(chatTemplateCalls.editChatTemplate, { params: { id }, body });
  };
  const responses = await Promise.all([edit('First.'), edit('Second.')]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [template] = await list();
  expect(template).toMatchObject({ rev: 2, texts: [{ language: 'en' }] });
  const remove = (rev: number) =>
    act(chatTemplateCalls.deleteChatTemplate, { params: { id }, body: { rev, why } });
  expect((await remove(1)).code).toBe('conflict');
  expect((await remove(2)).status).toBe(200);
  expect(await list()).toEqual([]);
  const audit = await server.db.selectFrom('operator_audit').selectAll().execute();
  expect(audit).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'change', act: 'deleteChatTemplate', record_id: id, region_id: poland },
      ...{ before: { label: 'Thanks', languages: ['en'] }, after: null },
    }),
  );
  expect(JSON.stringify(audit)).not.toMatch(/First|Second|Dziękujemy/);
});

test.each([
  ['an unknown placeholder', [{ language: 'en', text: 'Hello {nmae}' }]],
  ['a language twice', [texts[0], texts[0]]],
  ['a language that the app doesn’t have', [{ language: 'de', text: 'Hallo' }]],
  ['an empty text', [{ language: 'en', text: ' ' }]],
  ['no text', []],
])('%s is rejected', async (_name, invalidTexts) => {
  const body = { region: poland, name: 'Thanks', texts: invalidTexts as typeof texts, why };
  const response = await act(chatTemplateCalls.createChatTemplate, { body });
  expect([response.status, response.code]).toEqual([400, 'invalid_input']);
  expect(await list()).toEqual([]);
});

test('a country has at most 100 templates', async () => {
  const rows = Array.from({ length: MAX_TEMPLATES }, (_, number) => ({
    ...{ uuid: randomUUID(), region_id: poland, name: `Template ${number}` },
    texts: toJsonb(texts),
  }));
  await server.db.insertInto('chat_templates').values(rows).execute();
  expect((await create('One more')).errors[0]?.reason).toBe(TOO_MANY_TEMPLATES);
  expect((await create('Czech', czechia)).status).toBe(201);
});

test('placeholders are replaced once', () => {
  const values = { name: '{company} $&', company: 'Dachy', title: 'A leak', operator: 'Ola' };
  expect(fillTemplate('{name}, {company}, {title}, {operator}, {other}', values)).toBe(
    '{company} $&, Dachy, A leak, Ola, {other}',
  );
});
