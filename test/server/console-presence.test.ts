import { afterAll, beforeAll, expect, test } from 'vitest';
import { presenceCalls, presenceKinds, PRESENCE_TTL_MS } from '#schemas/operator/presence-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { accounts } from './test-accounts.ts';

let server: TestConsole;
const { polishStaff, czechOwner } = accounts;
const signIn = async (region: 'PL' | 'CZ') =>
  server.startSession(await server.addOperator(grantsOf('support', [regionIdOf(region)])));
const report = (token: string, record = polishStaff.companyId) =>
  server.operate(presenceCalls.reportPresence, { body: { kind: 'company', record } }, token);
const othersOf = async (token: string) => (await report(token)).result.others;

beforeAll(async () => {
  server = await startConsole();
});
afterAll(() => server.close());

test('other operators who have the record open are shown until they close its page', async () => {
  const [ewa, jan] = [await signIn('PL'), await signIn('PL')];
  expect(await othersOf(ewa)).toEqual([]);
  expect(await othersOf(jan)).toHaveLength(1);
  expect(await othersOf(ewa)).toHaveLength(1);
  server.clock.advance(PRESENCE_TTL_MS - 1);
  expect(await othersOf(jan)).toHaveLength(1);
  // Ewa's page hasn't sent another report.
  server.clock.advance(1);
  expect(await othersOf(jan)).toEqual([]);
});

test('an id in upper case finds the same record', async () => {
  server.clock.advance(PRESENCE_TTL_MS);
  const [ewa, jan] = [await signIn('PL'), await signIn('PL')];
  await report(ewa, polishStaff.companyId.toUpperCase());
  expect(await othersOf(jan)).toHaveLength(1);
});

test('nothing is shown about a record that is in another country or doesn’t exist', async () => {
  server.clock.advance(PRESENCE_TTL_MS);
  const [ewa, karel] = [await signIn('PL'), await signIn('CZ')];
  await report(ewa);
  expect((await report(karel)).code).toBe('not_found');
  expect((await report(ewa, czechOwner.companyId)).code).toBe('not_found');
  expect(await othersOf(ewa)).toEqual([]);
});

test.each(presenceKinds)('an unknown record of the kind %s isn’t found', async (kind) => {
  const body = { kind, record: '00000000-0000-4000-8000-000000000000' };
  const { code } = await server.operate(presenceCalls.reportPresence, { body }, await signIn('PL'));
  expect(code).toBe('not_found');
});

test('old reports are deleted overnight', async () => {
  await report(await signIn('PL'));
  server.clock.advance(PRESENCE_TTL_MS + 1);
  await runJobs(server.services);
  expect(await server.db.selectFrom('operator_presence').selectAll().execute()).toEqual([]);
});
