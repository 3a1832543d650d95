import { afterEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { VIDEO_PROVIDER } from '#schemas/content.ts';
import { accounts } from './test-accounts.ts';
import { requestOf, startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

const owner = accounts.polishOwner;
let server: TestApp | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(variables: Record<string, string>, options: TestAppOptions = {}) {
  server = await startTestApp({ ...options, variables });
  return server;
}

describe('unknown installers (security 3)', () => {
  test('can’t be distinguished from known ones when the server hides them', async () => {
    const app = await start({ HIDE_UNKNOWN_INSTALLERS: '1', RATE_LIMIT_FACTOR: '100' });
    const requestCode = (email: string) =>
      app.call(calls.requestSignInCode, { body: { email, region: 'PL' } });
    const [knownResponse, unknownResponse, repeatedResponse] = [
      await requestCode(owner.email),
      await requestCode('who@example.com'),
      await requestCode('who@example.com'),
    ];
    expect([knownResponse.status, unknownResponse.status]).toEqual([200, 200]);
    expect(Object.keys(unknownResponse.result)).toEqual(Object.keys(knownResponse.result));
    const { challenge_id: firstId, ...stable } = unknownResponse.result;
    const { challenge_id: secondId, ...second } = repeatedResponse.result;
    expect(second).toEqual(stable);
    expect(firstId).not.toBe(secondId);
    expect(app.delivery.codes().map((message) => message.to)).toEqual([owner.email]);
    const verifyResponse = await app.call(calls.signIn, {
      body: { userId: unknownResponse.result.user_id, challenge_id: firstId, code: '12345' },
    });
    expect([verifyResponse.status, verifyResponse.code]).toEqual([406, 'invalid_code']);
  });

  test('get a response in the same time, because it doesn’t wait for the message', async () => {
    const app = await start(
      { RATE_LIMIT_FACTOR: '100' },
      {
        services: {
          delivery: { send: () => new Promise(() => undefined), close: () => Promise.resolve() },
        },
      },
    );
    const body = { email: owner.email, region: 'PL' } as const;
    const challenge = await app.app.inject(requestOf(calls.requestSignInCode, { body }, null));
    expect(challenge.statusCode).toBe(200);
  });
});

describe('test devices (security 4)', () => {
  const phone = '+999999999001';
  const addTestPhone = (app: TestApp) =>
    // The cast is needed because a test phone isn't a valid number.
    app.db
      .updateTable('installers')
      .set({ phone: phone as never })
      .where('id', '=', owner.id)
      .execute();

  test('sign in with the fixed code if the server allows them, and no message is sent', async () => {
    const app = await start({ TEST_DEVICES: '1', TEST_CODE: '24680' });
    await addTestPhone(app);
    const challenge = await app.call(calls.requestSignInCode, {
      body: { phone: phone.slice(1), region: 'CZ' },
    });
    expect(challenge.status).toBe(200);
    expect(app.delivery.codes()).toHaveLength(0);
    const verifyResponse = await app.call(calls.signIn, {
      body: { userId: owner.id, challenge_id: challenge.result.challenge_id, code: '24680' },
    });
    expect(verifyResponse.status).toBe(200);
  });

  test('are unknown on other servers, and the fixed code doesn’t work for other people', async () => {
    const app = await start({});
    await addTestPhone(app);
    const challenge = await app.call(calls.requestSignInCode, { body: { phone, region: 'PL' } });
    expect(challenge.code).toBe('installer_not_found');
  });
});

describe('the log (security 6)', () => {
  test('contains no token, code, phone, email, id in a URL, query or body', async () => {
    const app = await start({ RATE_LIMIT_FACTOR: '100' });
    const token = await app.signInAs('polishOwner');
    const code = app.delivery.codes()[0]?.code ?? '';
    await app.call(calls.requestSignInCode, { body: { phone: owner.phone, region: 'PL' } });
    await app.call(calls.requestSignInCode, {
      body: { email: 'unknown.person@example.com', region: 'PL' },
    });
    await app.call(calls.signIn, { body: { userId: owner.id, challenge_id: owner.id, code } });
    await app.call(calls.getSignedInUser, {}, token.token);
    await app.call(calls.refreshSession, { body: token });
    await app.call(calls.searchProjects, { query: { address: 'Secret Street 5' } }, token.token);
    await app.call(calls.getProject, { params: { id: owner.id } }, token.token);
    await app.app.inject({ url: `/api/v9/${owner.email}?token=${token.token}` });
    await app.app.inject({
      method: 'POST',
      url: '/api/v2/installer/login',
      payload: `{"email":"${owner.email}"`,
      headers: { 'content-type': 'application/json' },
    });
    // A database error contains the values of the query.
    await app.db.schema.alterTable('challenges').renameTo('gone').execute();
    const brokenResponse = await app.call(calls.requestSignInCode, {
      body: { email: owner.email, region: 'PL' },
    });
    expect(brokenResponse.status).toBe(500);
    expect(JSON.stringify(brokenResponse.errors)).not.toContain('challenges');
    const log = app.log.join('');
    expect(log).toContain('"route":"/api/v1/project/:id"');
    expect(log).toContain('a request failed');
    const secrets = [
      token.token,
      token.refresh_token,
      `"${code}"`,
      owner.phone,
      owner.phone.slice(3),
      owner.email,
      'unknown.person',
      'Secret',
      owner.id,
      '127.0.0.1',
    ];
    for (const secret of secrets) expect(log).not.toContain(secret);
  });

  test('names no recipient when a message can’t be sent', async () => {
    const failure = Object.assign(new Error(`550 no such user ${owner.email}`), {
      code: 'EENVELOPE',
    });
    const app = await start(
      {},
      {
        services: {
          delivery: { send: () => Promise.reject(failure), close: () => Promise.resolve() },
        },
      },
    );
    await app.call(calls.requestSignInCode, { body: { email: owner.email, region: 'PL' } });
    await expect.poll(() => app.log.join('')).toContain('EENVELOPE');
    expect(app.log.join('')).not.toContain(owner.email);
  });
});

describe('every response (security 9, 15)', () => {
  test('of the API isn’t cached, has a type, and can’t be framed or run scripts', async () => {
    const app = await start({ RATE_LIMIT_FACTOR: '100' });
    const token = await app.signInAs('polishOwner');
    const authorisedResponse = await app.app.inject({
      url: '/api/v1/installer/user/self',
      headers: { authorization: `Bearer ${token.token}` },
    });
    const unauthorisedResponse = await app.app.inject('/api/v1/installer/user/self');
    const missingResponse = await app.app.inject('/api/nothing');
    expect([
      authorisedResponse.statusCode,
      unauthorisedResponse.statusCode,
      missingResponse.statusCode,
    ]).toEqual([200, 401, 404]);
    for (const { headers } of [authorisedResponse, unauthorisedResponse, missingResponse]) {
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      const policy = String(headers['content-security-policy']);
      for (const rule of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self'",
        "form-action 'self'",
      ]) {
        expect(policy).toContain(rule);
      }
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
      // The only foreign host: a tutorial's video, in an iframe.
      const [before = '', after = ''] = policy.split(`frame-src ${VIDEO_PROVIDER};`);
      expect(after).not.toBe('');
      const unsafePolicy = /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:|frame-src/;
      expect(before + after).not.toMatch(unsafePolicy);
    }
  });

  test('is compressed only if that makes it much smaller', async () => {
    const app = await start({});
    const requestCode = (url: string) =>
      app.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect((await requestCode('/health')).headers['content-encoding']).toBeUndefined();
    expect((await requestCode('/api/openapi.json')).headers['content-encoding']).toBe('gzip');
  });
});

describe('bad requests', () => {
  test('get one of the contract’s errors if they are not JSON, too long, of the wrong type, or have a dangerous key', async () => {
    const app = await start({ RATE_LIMIT_FACTOR: '100' });
    const postLogin = (payload: string, type = 'application/json') =>
      app.app.inject({
        method: 'POST',
        url: '/api/v2/installer/login',
        payload,
        headers: { 'content-type': type },
      });
    const responses = [
      await postLogin('{"email":'),
      await postLogin('{"__proto__":{"email":"a@example.com"},"region":"PL"}'),
      await postLogin(''),
      await postLogin(JSON.stringify({ email: 'x'.repeat(70_000), region: 'PL' })),
      await postLogin('email=a', 'application/x-www-form-urlencoded'),
      await app.app.inject({
        url: '/api/v1/tier/product-category',
        headers: { authorization: 'Basic abc' },
      }),
    ];
    expect(
      responses.map((answer) => [
        answer.statusCode,
        answer.json<{ errors: { code: string }[] }>().errors[0]?.code,
      ]),
    ).toEqual([
      [400, 'invalid_input'],
      [400, 'invalid_input'],
      [400, 'invalid_input'],
      [413, 'payload_too_large'],
      [415, 'unsupported_media'],
      [401, 'unauthorised'],
    ]);
  });

  test('get an error that names the invalid part, and never repeats it', async () => {
    const app = await start({});
    const response = await app.call(calls.signIn, {
      body: { userId: 'secret-value', challenge_id: owner.id, code: '1' },
    });
    expect(response.errors.map((error) => error.field)).toEqual(['body.userId', 'body.code']);
    expect(JSON.stringify(response.errors)).not.toContain('secret-value');
  });
});

describe('maintenance', () => {
  test('returns 503 for every call, including the configuration and ping; the process is healthy', async () => {
    const app = await start({ MAINTENANCE: '1' });
    for (const call of [
      calls.getConfiguration,
      calls.getPublicConfiguration,
      calls.getSignedInUser,
      calls.ping,
    ]) {
      const response = await app.call(call, {});
      expect([response.status, response.code]).toEqual([503, 'maintenance']);
      expect(response.headers['retry-after']).toBe('60');
    }
    expect((await app.app.inject('/health')).statusCode).toBe(200);
  });
});
