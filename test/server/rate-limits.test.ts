import { afterEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { requestCode, behindProxy } from './request-origin.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const owner = accounts.polishOwner;
let server: TestApp | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(variables: Record<string, string>) {
  server = await startTestApp({ variables });
  return server;
}

describe('limits on requesting codes', () => {
  test('an address gets five codes per identifier in 15 minutes, and then a retry time', async () => {
    const app = await start({});
    for (let index = 0; index < 5; index += 1) {
      expect(
        (await app.call(calls.requestSignInCode, { body: { email: owner.email, region: 'PL' } }))
          .status,
      ).toBe(200);
    }
    const sixth = await app.call(calls.requestSignInCode, {
      body: { email: owner.email, region: 'PL' },
    });
    expect([sixth.status, sixth.code]).toEqual([429, 'too_many_requests']);
    const retryAfter = Number(sixth.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(0);
    app.clock.advance(retryAfter * 1000);
    expect(
      (await app.call(calls.requestSignInCode, { body: { email: owner.email, region: 'PL' } }))
        .status,
    ).toBe(200);
  });

  test('requests for unknown people are limited in the same way', async () => {
    const app = await start({});
    const statuses = [];
    for (let index = 0; index < 6; index += 1) {
      statuses.push(
        (
          await app.call(calls.requestSignInCode, {
            body: { email: 'who@example.com', region: 'PL' },
          })
        ).status,
      );
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
  });

  test('an address gets sixty codes for all identifiers together', async () => {
    const app = await start({});
    let rejectedCount = 0;
    for (let index = 0; index < 70; index += 1) {
      const response = await app.call(calls.requestSignInCode, {
        body: { email: `who${index}@example.com`, region: 'PL' },
      });
      if (response.status === 429) rejectedCount += 1;
    }
    expect(rejectedCount).toBe(10);
  });
});

describe('limits against an attack (security 1, 3)', () => {
  test('all addresses together get ten codes an hour for a person, plus the first code of each address', async () => {
    const app = await start(behindProxy);
    const statuses = [];
    for (let index = 0; index < 40; index += 1) {
      const from = { address: `203.0.113.${index % 20}` };
      statuses.push((await requestCode(app, from, owner.email)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.slice(0, 20)).not.toContain(429);
    for (let index = 20; index < 50; index += 1)
      await requestCode(app, { address: `203.0.113.${index}` }, owner.email);
    expect((await requestCode(app, { address: '198.51.100.7' }, owner.email)).status).toBe(429);
  });

  test('a forwarded address is ignored unless a proxy is configured', async () => {
    const app = await start({});
    const statuses = [];
    for (let index = 0; index < 6; index += 1) {
      statuses.push(
        (await requestCode(app, { address: `203.0.113.${index}` }, owner.email)).status,
      );
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('tries are limited per address over all challenges', async () => {
    const app = await start({});
    const body = { userId: owner.id, challenge_id: owner.id, code: '12345' };
    const responses = await Promise.all(
      Array.from({ length: 101 }, () => app.call(calls.signIn, { body })),
    );
    expect(responses.filter((response) => response.status === 429)).toHaveLength(1);
  });

  test('are stored without identifiers and addresses', async () => {
    const app = await start({});
    await app.signInAs('polishOwner');
    const storedText = JSON.stringify([
      await app.db.selectFrom('rate_windows').selectAll().execute(),
      await app.db.selectFrom('sessions').selectAll().execute(),
    ]);
    expect(storedText).not.toContain(owner.email);
    expect(storedText).not.toContain('127.0.0.1');
  });
});

describe('the number of requests', () => {
  test('of one address is limited to 3000 a minute', async () => {
    const app = await start({});
    const rejectedResponses = [];
    for (let index = 0; index < 3001; index += 1) {
      const response = await app.app.inject('/health');
      if (response.statusCode !== 200) rejectedResponses.push(response);
    }
    expect(rejectedResponses).toHaveLength(1);
    expect(rejectedResponses[0]?.statusCode).toBe(429);
    expect(rejectedResponses[0]?.json()).toMatchObject({ errors: [{ code: 'too_many_requests' }] });
    expect(rejectedResponses[0]?.headers['retry-after']).toBeDefined();
  });
});
