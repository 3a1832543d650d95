import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { INSTALLERS_FIRST, runWhenIdle } from '#server/db/background-work.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

let server: TestConsole;
let token: string;
beforeAll(async () => {
  server = await startConsole();
  token = await server.startSession(await server.addOperator(grantsOf('finance')));
});
afterAll(() => server.close());

const readReport = () =>
  server.operate(
    operatorCalls.readReport,
    { query: { region: regionIdOf('PL'), period: '2027-01' } },
    token,
  );

/** Starts a large request that runs until it is ended. */
function startLargeRequest(): { readonly end: () => Promise<undefined> } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const request = runWhenIdle(server.db, () => promise, { measureWait: () => Promise.resolve(0) });
  const end = () => {
    resolve(undefined);
    return request;
  };
  return { end };
}

test('a large request starts once installers wait no longer than 250 ms', async () => {
  const waitTimes = [251, 300, 250];
  const outcome = await runWhenIdle(server.db, () => Promise.resolve('done'), {
    measureWait: () => Promise.resolve(waitTimes.shift() ?? 0),
  });
  expect(outcome).toBe('done');
  expect(waitTimes).toEqual([]);
});

test('a large request is rejected if installers wait for too long', async () => {
  const request = runWhenIdle(server.db, () => Promise.resolve('done'), {
    measureWait: () => Promise.resolve(251),
  });
  await expect(request).rejects.toMatchObject({ code: 'unavailable' });
}, 20_000);

test('a report isn’t read while another large request runs, and the response has a retry time', async () => {
  const request = startLargeRequest();
  const { status, errors, headers } = await readReport();
  expect([status, errors[0]?.code, errors[0]?.reason]).toEqual([
    503,
    'unavailable',
    INSTALLERS_FIRST,
  ]);
  expect(headers['retry-after']).toBe('10');
  await request.end();
  expect((await readReport()).status).toBe(200);
}, 20_000);

test('waiting reports leave the operators’ slots to other calls', async () => {
  const request = startLargeRequest();
  // More reports than the operators have slots.
  const reports = Promise.all([readReport(), readReport(), readReport()]);
  const firstOf = (calls: readonly Promise<unknown>[], names: readonly string[]) =>
    Promise.race(calls.map((call, index) => call.then(() => names[index])));
  const session = server.operate(operatorCalls.readOperatorSession, {}, token);
  expect(await firstOf([session, reports], ['session', 'reports'])).toBe('session');
  expect((await session).status).toBe(200);
  await request.end();
  // The reports run one after another.
  expect((await reports).map(({ status }) => status)).toEqual([200, 200, 200]);
}, 20_000);
