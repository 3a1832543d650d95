import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { INSTALLERS_FIRST, runInBackground } from '#server/db/background-work.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

/** How long installers wait, in milliseconds. */
const waits = vi.hoisted(() => ({ ms: 0, checks: 0, onCheck: () => {} }));
vi.mock('#server/db/database-wait.ts', () => ({
  measureDatabaseWait: () => {
    waits.checks += 1;
    waits.onCheck();
    return Promise.resolve(waits.ms);
  },
}));

let server: TestConsole;
let token: string;
beforeAll(async () => {
  server = await startConsole();
  token = await server.startSession(await server.addOperator(grantsOf('finance')));
});
afterEach(() => Object.assign(waits, { ms: 0, checks: 0, onCheck: () => {} }));
afterAll(() => server.close());

const readReport = () =>
  server.operate(
    operatorCalls.readReport,
    { query: { region: regionIdOf('PL'), period: '2027-01' } },
    token,
  );

test('a report is read once installers wait no longer than 250 ms', async () => {
  waits.ms = 251;
  waits.onCheck = () => {
    if (waits.checks === 3) waits.ms = 250;
  };
  expect((await readReport()).status).toBe(200);
  expect(waits.checks).toBe(3);
});

test('a report isn’t read if installers wait for too long', async () => {
  waits.ms = 251;
  const { status, errors, headers } = await readReport();
  expect([status, errors[0]?.code, errors[0]?.reason]).toEqual([
    503,
    'unavailable',
    INSTALLERS_FIRST,
  ]);
  expect(headers['retry-after']).toBe('10');
}, 20_000);

test('a report waits while another large request runs', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const running = runInBackground(server.db, () => promise);
  waits.onCheck = () => {
    if (waits.checks === 4) resolve(undefined);
  };
  expect((await readReport()).status).toBe(200);
  await running;
  expect(waits.checks).toBeGreaterThanOrEqual(4);
});
