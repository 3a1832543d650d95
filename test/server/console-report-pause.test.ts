import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { INSTALLERS_FIRST, runInBackground } from '#server/db/background-work.ts';
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
  const request = runInBackground(
    server.db,
    () => promise,
    () => Promise.resolve(0),
  );
  const end = () => {
    resolve(undefined);
    return request;
  };
  return { end };
}

test('a large request starts once installers wait no longer than 250 ms', async () => {
  const waits = [251, 300, 250];
  const done = await runInBackground(
    server.db,
    () => Promise.resolve('done'),
    () => Promise.resolve(waits.shift() ?? 0),
  );
  expect(done).toBe('done');
  expect(waits).toEqual([]);
});

test('a large request is rejected if installers wait for too long', async () => {
  const request = runInBackground(
    server.db,
    () => Promise.resolve('done'),
    () => Promise.resolve(251),
  );
  await expect(request).rejects.toMatchObject({ code: 'unavailable' });
}, 20_000);

test('a report isn’t read while another large request runs, and says when to try again', async () => {
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
