import { afterAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf, type RegionId } from '#schemas/regions.ts';
import { limits } from '#server/access/rate-limits.ts';
import { eraseEndedRequests } from '#server/leads/erase-requests.ts';
import { RECEIVE_REQUESTS_PATH } from '#server/leads/receive-requests.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { storedOperatorText } from './stored-operator-text.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'from the fair';

let server: TestConsole;
beforeEach(async () => {
  await server?.close();
  server = await startConsole();
});
afterAll(() => server.close());

const storedRequests = () =>
  server.db.selectFrom('lead_requests').selectAll().orderBy('last_name').execute();
const request = {
  reference: 'web-4711',
  first_name: 'Ewa',
  last_name: 'Sikora',
  street: 'ul. Cicha 4',
  postal_code: '30-001',
  city: 'Kraków',
  phone: '600 100 203',
  email: '',
  windows: 2,
  products: [{ type: 'GGL', quantity: 2 }],
  service: 'A visit',
  message: 'The loft\nis dark.',
  wished_day: null as string | null,
  consent_day: '2026-05-04',
  latitude: null,
  longitude: null,
};
let leadToken: { readonly id: string; readonly token: string };
beforeEach(async () => {
  leadToken = await createToken();
});

const startAdmin = async () =>
  server.startSession(await server.addOperator(grantsOf('administrator')));
async function createToken(region: RegionId = poland, name = 'Website', valid_days = 730) {
  const body = { region, name, valid_days, why };
  const input = { body, headers: { 'idempotency-key': crypto.randomUUID() } };
  const admin = await startAdmin();
  const first = await server.operate(operatorCalls.createLeadToken, input, admin);
  const repeatedResponse = await server.operate(operatorCalls.createLeadToken, input, admin);
  expect(repeatedResponse.result).toEqual({ id: first.result.id, token: null });
  return { id: first.result.id, token: first.result.token ?? '' };
}
async function send(payload: unknown, bearer: string | null = `Bearer ${leadToken.token}`) {
  const response = await server.consoleApp.inject({
    method: 'POST',
    url: RECEIVE_REQUESTS_PATH,
    headers: {
      'content-type': 'application/json',
      ...(bearer !== null && { authorization: bearer }),
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
  const body = response.json<{ id?: string; errors?: { code: string; field?: string }[] }>();
  const problems = (body.errors ?? []).map(({ code, field = '' }) => `${code} ${field}`);
  return { status: response.statusCode, id: body.id, problems, headers: response.headers };
}

test('a request from another system is stored for the token’s country, and only once if it’s repeated', async () => {
  const first = await send(request);
  expect(first.status).toBe(201);
  expect(await send(request)).toMatchObject({ status: 200, id: first.id });
  expect(await storedRequests()).toEqual([
    expect.objectContaining({ uuid: first.id, region_id: poland, source: 'machine' }),
  ]);
  expect(await send({ ...request, city: 'Gdynia' })).toMatchObject({
    status: 422,
    problems: ['key_reused body.reference'],
  });
  // Another system may use the same reference.
  leadToken = await createToken(poland, 'Fair');
  expect((await send(request)).status).toBe(201);
});

test('a request from another system is still recognised when its token is replaced', async () => {
  const { id } = await send(request);
  const { id: firstToken } = leadToken;
  const params = { id: firstToken };
  await server.operate(
    operatorCalls.revokeLeadToken,
    { params, body: { why } },
    await startAdmin(),
  );
  leadToken = await createToken(poland, 'WEBSITE');
  expect(await send(request)).toMatchObject({ status: 200, id });
  // An earlier version stored the id of the token as the sender.
  await server.db.updateTable('lead_requests').set({ sender: leadToken.id }).execute();
  leadToken = await createToken();
  expect(await send(request)).toMatchObject({ status: 200, id });
  // A system with the same name in another country is a different one.
  leadToken = await createToken(czechia);
  const czechRequest = {
    ...request,
    phone: '+420 602 100 201',
    postal_code: '110 00',
    city: 'Praha',
  };
  expect((await send(czechRequest)).status).toBe(201);
});

test('a request from another system is rejected once its token has expired', async () => {
  leadToken = await createToken(poland, 'Portal', 90);
  server.clock.advance(90 * DAY_MS - 1);
  expect((await send(request)).status).toBe(201);
  server.clock.advance(1);
  expect(await send(request)).toMatchObject({ status: 401, problems: ['unauthorised '] });
  const listResponse = await server.operate(
    operatorCalls.listLeadTokens,
    { query: {} },
    await startAdmin(),
  );
  const token = listResponse.result.data.find(({ name }) => name === 'Portal');
  expect(token?.expires_at).toBe(new Date(server.clock.now()).toISOString());
  // Tokens created before tokens could expire stay valid.
  await server.db.updateTable('lead_tokens').set({ expires_at: null }).execute();
  expect((await send(request)).status).toBe(200);
});

test('a request from another system is stored once if it arrives twice at the same time', async () => {
  const outcomes = await Promise.all([send(request), send(request), send(request)]);
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
  expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
  expect(await storedRequests()).toHaveLength(1);
});

test('a request from another system is still recognised after its requested day and after its data was erased', async () => {
  const requestWithDay = { ...request, wished_day: '2026-06-01' };
  const { id } = await send(requestWithDay);
  server.clock.advance(400 * DAY_MS);
  expect(await send(requestWithDay)).toMatchObject({ status: 200, id });
  await server.db
    .updateTable('lead_requests')
    .set({ state: 'ended', ended_at: new Date(server.clock.now() - 91 * DAY_MS) })
    .execute();
  expect(await eraseEndedRequests(server.services)).toBe(1);
  expect(await send(requestWithDay)).toMatchObject({ status: 200, id });
  expect(await storedRequests()).toEqual([expect.objectContaining({ last_name: '' })]);
});

test('a request from another system is validated by the rules of the token’s country', async () => {
  const problems = async (changes: object) => (await send({ ...request, ...changes })).problems;
  expect(await problems({ phone: '+420 602 100 201' })).toEqual(['invalid_phone body.phone']);
  expect(await problems({ postal_code: '310' })).toEqual(['invalid_input body.postal_code']);
  expect(await problems({ reference: '' })).toEqual(['invalid_input body.reference']);
  expect(await problems({ windows: '2' })).toEqual(['invalid_input body.windows']);
  expect(await problems({ last_name: 'Sik\u0000ora' })).toEqual(['invalid_input body.last_name']);
  expect(await problems({ message: 'x'.repeat(4001) })).toEqual(['invalid_input body.message']);
  expect((await send('{"reference":')).status).toBe(400);
  expect((await send([request])).status).toBe(400);
  expect((await send('null')).status).toBe(400);
  expect((await send({ ...request, message: 'x'.repeat(70_000) })).status).toBe(413);
  leadToken = await createToken(czechia);
  expect(await problems({ phone: '+48 600 100 203' })).toEqual(['invalid_phone body.phone']);
  expect(await storedRequests()).toEqual([]);
});

test('a request from another system needs a valid token', async () => {
  const wrongToken = leadToken.token.replace(/^./, leadToken.token.startsWith('A') ? 'B' : 'A');
  const others = [
    null,
    '',
    'Bearer',
    leadToken.token,
    `Basic ${leadToken.token}`,
    `Bearer ${wrongToken}`,
  ];
  for (const bearer of others)
    expect([bearer, (await send(request, bearer)).status]).toEqual([bearer, 401]);
  const params = { id: leadToken.id };
  const revoke = async () =>
    server.operate(operatorCalls.revokeLeadToken, { params, body: { why } }, await startAdmin());
  expect((await revoke()).status).toBe(200);
  expect(await send(request)).toMatchObject({ status: 401, problems: ['unauthorised '] });
  expect((await revoke()).code).toBe('conflict');
  expect(await storedRequests()).toEqual([]);
});

test('a request from another system is limited per token, and guesses per network', async () => {
  for (let guess = 0; guess < limits.leadTokensPerNetwork.count; guess += 1)
    expect((await send(request, 'Bearer guess')).status).toBe(401);
  const refusedResponse = await send(request, 'Bearer guess');
  expect(refusedResponse.status).toBe(429);
  expect(Number(refusedResponse.headers['retry-after'])).toBeGreaterThan(0);
  // A valid token of the same network isn't affected.
  expect((await send(request)).status).toBe(201);
  const sentCount = { count: limits.leadRequestsPerToken.count - 1 };
  await server.db.updateTable('rate_windows').set(sentCount).execute();
  expect((await send(request)).status).toBe(200);
  expect(await send({ ...request, reference: 'web-4712' })).toMatchObject({ status: 429 });
  leadToken = await createToken(poland, 'Fair');
  expect((await send(request)).status).toBe(201);
});

test('a request from another system leaves no contact data or token in logs and the audit', async () => {
  await send(request);
  await send({ ...request, phone: '600 100' });
  await send(`${JSON.stringify(request)}}`);
  await send(request, `Bearer ${leadToken.token}x`);
  const storedText = await storedOperatorText(server);
  expect(storedText).toContain(RECEIVE_REQUESTS_PATH);
  expect(storedText).toContain('createLeadToken');
  expect(storedText).not.toMatch(/Sikora|600 ?100|Cicha|30-001|web-4711/);
  expect(storedText).not.toContain(leadToken.token);
});
