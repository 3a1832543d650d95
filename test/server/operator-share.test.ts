import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const TOKEN = 'anna'.padEnd(40, 'x');
/** More connections than the operators' share of any pool in the tests. */
const MANY = 100;

let server: TestConsole;
beforeAll(async () => {
  server = await startConsole({
    variables: { OPERATOR_TOKENS: `anna/admin:${TOKEN}`, RATE_LIMIT_FACTOR: '1000000' },
  });
  await loadDemoSettings(server.db);
});
afterAll(() => server.close());

const runCommand = (token = TOKEN) =>
  server.app.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    headers: { authorization: `Bearer ${token}` },
    payload: { words: ['orders'] },
  });

/** Keeps the operators' whole share busy until the returned function is called. */
function holdShare(app: TestConsole['app']): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const heldSlots = Array.from({ length: MANY }, () => app.limitOperators(() => promise));
  return async () => {
    resolve(undefined);
    await Promise.all(heldSlots);
  };
}

describe('the operators’ share of the database', () => {
  test('delays commands while the console uses it, and serves installers', async () => {
    const { token } = await server.signInAs('polishOwner');
    const release = holdShare(server.consoleApp);
    let isDone = false;
    const command = runCommand().finally(() => {
      isDone = true;
    });
    // A wrong token is rejected without using the share.
    expect((await runCommand('wrong')).statusCode).toBe(401);
    expect((await server.call(calls.getSignedInUser, {}, token)).status).toBe(200);
    expect(isDone).toBe(false);
    await release();
    expect((await command).statusCode).toBe(200);
  });

  test('delays the console while commands use it', async () => {
    const session = await server.startSession(await server.addOperator(grantsOf('administrator')));
    const release = holdShare(server.app);
    let isDone = false;
    const sessionRead = server
      .operate(operatorCalls.readOperatorSession, {}, session)
      .finally(() => {
        isDone = true;
      });
    const { token } = await server.signInAs('polishOwner');
    expect((await server.call(calls.getSignedInUser, {}, token)).status).toBe(200);
    expect(isDone).toBe(false);
    await release();
    expect((await sessionRead).status).toBe(200);
  });
});
