import { afterEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { requestCode, behindProxy, headersOf, signInFrom } from './request-origin.ts';
import { registrationOf } from './registration-form.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});
async function start(variables: Record<string, string> = behindProxy) {
  server = await startTestApp({ variables });
  return server;
}

const attacker = { address: '203.0.113.9' };

/** Returns the number of requests counted for this limit. */
async function countedRequests(app: TestApp, limit: string): Promise<number> {
  const rows = await app.db
    .selectFrom('rate_windows')
    .select('count')
    .where('key', 'like', `${limit}:%`)
    .execute();
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Sends requests in batches of fifty, like an attacker. */
async function flood(times: number, send: (number: number) => Promise<unknown>): Promise<void> {
  for (let sentCount = 0; sentCount < times; sentCount += 50) {
    const size = Math.min(50, times - sentCount);
    await Promise.all(Array.from({ length: size }, (_, index) => send(sentCount + index)));
  }
}

describe('one address that floods the server (security 22)', () => {
  test(
    'with 2,999 requests for codes doesn’t prevent others from signing in',
    { timeout: 180_000 },
    async () => {
      const app = await start();
      await flood(2999, (number) => requestCode(app, attacker, `nobody${number}@example.com`));
      expect(await countedRequests(app, 'ask-all')).toBe(60);
      const accountList = [accounts.polishOwner, accounts.czechOwner, accounts.decorOwner];
      for (const [index, { email }] of accountList.entries()) {
        expect((await signInFrom(app, { address: `198.51.100.${index}` }, email)).status).toBe(200);
      }
    },
  );

  test('with checks for registered people uses up only the limit of these checks', async () => {
    const app = await start();
    await flood(90, (number) =>
      app.call(calls.validateCompany, {
        query: { region_id: 10, email: `nobody${number}@example.com` },
        headers: headersOf(attacker),
      }),
    );
    expect([
      await countedRequests(app, 'validate-from'),
      await countedRequests(app, 'validate-all'),
    ]).toEqual([90, 60]);
  });

  test('with registrations uses up only the limit of registrations', async () => {
    const app = await start();
    await loadDemoSettings(app.db);
    // Invalid without a registration number: rejected, but counted.
    const body = registrationOf({ company: { registration_number: null } });
    await flood(40, () => app.call(calls.registerCompany, { body, headers: headersOf(attacker) }));
    expect([
      await countedRequests(app, 'register-from'),
      await countedRequests(app, 'register-all'),
    ]).toEqual([40, 20]);
  });
});

describe('an IPv6 address', () => {
  test('is counted by its first 64 bits', async () => {
    const app = await start();
    const statuses = [];
    for (let index = 1; index <= 6; index += 1) {
      const from = { address: `2001:db8:7:9::${index.toString(16)}:1` };
      statuses.push((await requestCode(app, from, accounts.polishOwner.email)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const neighbour = { address: '2001:db8:7:a::1' };
    expect((await requestCode(app, neighbour, accounts.polishOwner.email)).status).toBe(200);
  });

  test('that maps an IPv4 address counts as that address', async () => {
    const app = await start();
    const statuses = [];
    for (let index = 1; index <= 6; index += 1) {
      const from = { address: `::ffff:203.0.113.${index}` };
      statuses.push((await requestCode(app, from, accounts.polishOwner.email)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  });
});
