import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ variables: { TRUST_PROXY: '1' } });
  const { email, region } = accounts.polishOwner;
  await server.call(calls.requestSignInCode, { body: { email, region } });
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string>) => server.app.inject({ url, headers });

describe('pages for development on this machine only', () => {
  const pages = ['/dev/codes', '/dev/codes.json', '/metrics'];

  test.each(['localhost', 'localhost:8080', '127.0.0.1:41234', '[::1]:8080'])(
    'exist under the local host name %s',
    async (host) => {
      for (const url of pages) expect((await get(url, { host })).statusCode).toBe(200);
    },
  );

  test.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    'localhost@evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.7:8080',
    'evil.example:x',
  ])('don’t exist under a foreign host name that points here: %s', async (host) => {
    for (const url of pages) {
      const response = await get(url, { host, 'x-forwarded-host': 'localhost' });
      expect(response.statusCode).toBe(404);
      expect(response.body).not.toContain(accounts.polishOwner.email);
    }
  });
});
