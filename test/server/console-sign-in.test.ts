import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#schemas/durations.ts';
import { BACKGROUND_HEADER, IDLE_HEADER, PASSKEY_NEEDED } from '#schemas/operator/operator-call.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf, regions } from '#schemas/regions.ts';
import {
  CONSOLE_ORIGIN,
  FIRST_ADMIN,
  grantsOf,
  startConsole,
  type TestConsole,
} from './console-setup.ts';
import { createAuthenticator } from './software-authenticator.ts';

const site = { origin: CONSOLE_ORIGIN, rpId: 'console.club.example' };

let server: TestConsole;
beforeAll(async () => {
  server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => server.close());

const readSession = (token: string | null) =>
  server.operate(operatorCalls.readOperatorSession, {}, token);
const sendCode = (email: string) =>
  server.operate(operatorCalls.sendOperatorCode, { body: { email } });
const signIn = (email: string, code: string) =>
  server.operate(operatorCalls.signInOperator, { body: { email, code } });

/**
 * Registers a passkey in a session.
 * @returns the authenticator and the session's new token
 */
async function registerPasskey(token: string) {
  const authenticator = createAuthenticator(site);
  const options = await server.operate(operatorCalls.startPasskeyRegistration, {}, token);
  const response = authenticator.register(options.result.options);
  const registerResponse = await server.operate(
    operatorCalls.registerPasskey,
    { body: { response } },
    token,
  );
  return { authenticator, registered: registerResponse, token: registerResponse.token ?? token };
}

describe('the first administrator', () => {
  test('is created once by their first code, even by two concurrent sign-ins', async () => {
    await sendCode(FIRST_ADMIN);
    const code = server.codeFor(FIRST_ADMIN) ?? '';
    expect(code).toMatch(/^\d{10}$/);
    const attempts = await Promise.all([signIn(FIRST_ADMIN, code), signIn(FIRST_ADMIN, code)]);
    expect(attempts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 406]);
    const operators = await server.db.selectFrom('operators').select('email').execute();
    expect(operators).toEqual([{ email: FIRST_ADMIN }]);
  });

  test('has all countries and needs a passkey', async () => {
    const { result } = await readSession(await server.signInByCode(FIRST_ADMIN));
    expect(result).toMatchObject({
      operator: { email: FIRST_ADMIN },
      strength: 'weak',
      needs_passkey: true,
      recent_until: null,
      rights: expect.arrayContaining([
        { right: 'operators.manage', regions: regions.map(({ id }) => id) },
      ]),
    });
  });

  test('gets the countries with the most companies first', async () => {
    const { result: before } = await readSession(await server.signInByCode(FIRST_ADMIN));
    const romania = { id: regionIdOf('RO'), code: 'RO' };
    expect(before.regions[0]).not.toEqual(romania);
    await server.db.updateTable('companies').set({ regions_id: romania.id }).execute();
    const { result } = await readSession(await server.signInByCode(FIRST_ADMIN));
    expect(result.regions[0]).toEqual(romania);
    expect(result.regions).toHaveLength(regions.length);
  });

  test('can’t be created by another address once there is an operator', async () => {
    const environment = server.services.environment.console;
    expect(environment?.firstAdmin).toBe(FIRST_ADMIN);
    const { status } = await sendCode('mallory@club.example');
    expect([status, server.codeFor('mallory@club.example')]).toEqual([200, null]);
  });
});

describe('a code', () => {
  test('gets the same response for an unknown address', async () => {
    await server.addOperator(grantsOf('viewer'), 'known@club.example');
    const responses = [await sendCode('known@club.example'), await sendCode('nobody@club.example')];
    expect(responses.map(({ status, result }) => [status, result])).toEqual([
      [200, {}],
      [200, {}],
    ]);
    const wrongResponses = [
      await signIn('known@club.example', '0000000000'),
      await signIn('nobody@club.example', '0000000000'),
    ];
    expect(wrongResponses[0]?.errors).toEqual(wrongResponses[1]?.errors);
    expect(wrongResponses.map(({ status, code }) => [status, code])).toEqual([
      [406, 'invalid_code'],
      [406, 'invalid_code'],
    ]);
  });

  test('works once, within 15 minutes, and not after five wrong attempts', async () => {
    const email = 'codes@club.example';
    await server.addOperator(grantsOf('viewer'), email);
    await sendCode(email);
    const usedCode = server.codeFor(email) ?? '';
    expect((await signIn(email, usedCode)).status).toBe(200);
    expect((await signIn(email, usedCode)).status).toBe(406);

    await sendCode(email);
    const lateCode = server.codeFor(email) ?? '';
    server.clock.advance(15 * MINUTE_MS);
    expect((await signIn(email, lateCode)).status).toBe(406);

    await sendCode(email);
    const triedCode = server.codeFor(email) ?? '';
    const wrongCode = triedCode === '1234567890' ? '0987654321' : '1234567890';
    await Promise.all(Array.from({ length: 5 }, () => signIn(email, wrongCode)));
    expect((await signIn(email, triedCode)).status).toBe(406);
  });

  test('isn’t sent to a deactivated operator', async () => {
    const email = 'left@club.example';
    const id = await server.addOperator(grantsOf('viewer'), email);
    await server.db.updateTable('operators').set({ active: false }).where('id', '=', id).execute();
    await sendCode(email);
    expect(server.codeFor(email)).toBeNull();
  });

  test('is limited per address', async () => {
    const limitedServer = await startConsole();
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      const body = { email: 'flood@club.example' };
      statuses.push((await limitedServer.operate(operatorCalls.sendOperatorCode, { body })).status);
    }
    await limitedServer.close();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('a passkey', () => {
  test('strengthens the session, which then gets a new token', async () => {
    const id = await server.addOperator(grantsOf('viewer'));
    const weakSession = await server.startSession(id, 'weak');
    const { registered: registerResponse, token } = await registerPasskey(weakSession);
    expect(registerResponse.result).toMatchObject({ strength: 'passkey', needs_passkey: false });
    expect(token).not.toBe(weakSession);
    expect((await readSession(weakSession)).code).toBe('session_expired');
    expect((await readSession(token)).result.strength).toBe('passkey');
  });

  test('signs in without a code', async () => {
    const id = await server.addOperator(grantsOf('viewer'));
    const { authenticator } = await registerPasskey(await server.startSession(id, 'weak'));
    const { result } = await server.operate(operatorCalls.startPasskeySignIn, {});
    expect(result.options['allowCredentials']).toEqual([]);
    const response = authenticator.sign(result.options, { userHandle: id });
    const signedIn = await server.operate(operatorCalls.signInWithPasskey, { body: { response } });
    expect(signedIn.result).toMatchObject({ operator: { id }, strength: 'passkey' });
    expect((await readSession(signedIn.token)).result.operator.id).toBe(id);
  });

  test.each([
    ['another origin', { origin: 'https://console.evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }],
    ['a counter that doesn’t grow', { counter: 0 }],
    ['no verification of the person', { isVerified: false }],
    ['another key', { hasWrongKey: true }],
    ['another person’s handle', { userHandle: 'b5a1b1a0-0000-4000-8000-000000000000' }],
  ])('with %s is rejected', async (_name, faults) => {
    const id = await server.addOperator(grantsOf('viewer'));
    const { authenticator } = await registerPasskey(await server.startSession(id, 'weak'));
    const start = () => server.operate(operatorCalls.startPasskeySignIn, {});
    const finish = (response: ReturnType<typeof authenticator.sign>) =>
      server.operate(operatorCalls.signInWithPasskey, { body: { response } });
    // Use the passkey once, which sets its counter to 1, so that 0 is lower.
    expect((await finish(authenticator.sign((await start()).result.options))).status).toBe(200);
    const failedResponse = await finish(authenticator.sign((await start()).result.options, faults));
    expect([failedResponse.status, failedResponse.errors[0]?.reason, failedResponse.token]).toEqual(
      [403, 'passkey_rejected', null],
    );
  });

  test('can’t sign a challenge twice, after 5 minutes, or from another session', async () => {
    const id = await server.addOperator(grantsOf('viewer'));
    const { authenticator, token } = await registerPasskey(await server.startSession(id, 'weak'));
    const start = async (session: string | null) =>
      (await server.operate(operatorCalls.startPasskeySignIn, {}, session)).result.options;
    const finish = async (options: Record<string, unknown>, session: string | null) => {
      const body = { response: authenticator.sign(options) };
      return (await server.operate(operatorCalls.signInWithPasskey, { body }, session)).status;
    };
    const options = await start(token);
    expect(await finish(options, token)).toBe(200);
    expect(await finish(options, token)).toBe(403);
    expect(await finish(await start(token), null)).toBe(403);
    expect(await finish(await start(null), token)).toBe(403);
    const oldOptions = await start(token);
    server.clock.advance(5 * MINUTE_MS);
    expect(await finish(oldOptions, token)).toBe(403);
  });

  test('of another operator doesn’t confirm a session', async () => {
    const owner = await server.addOperator(grantsOf('viewer'));
    const { authenticator } = await registerPasskey(await server.startSession(owner, 'weak'));
    const other = await server.startSession(await server.addOperator(grantsOf('viewer')), 'weak');
    const { result } = await server.operate(operatorCalls.startPasskeySignIn, {}, other);
    const body = { response: authenticator.sign(result.options) };
    const confirmResponse = await server.operate(operatorCalls.signInWithPasskey, { body }, other);
    expect([confirmResponse.status, (await readSession(other)).result.strength]).toEqual([
      403,
      'weak',
    ]);
  });

  test('is needed to add another passkey; a code isn’t enough', async () => {
    const id = await server.addOperator(grantsOf('viewer'));
    const { token } = await registerPasskey(await server.startSession(id, 'weak'));
    const weakSession = await server.startSession(id, 'weak');
    const start = (session: string) =>
      server.operate(operatorCalls.startPasskeyRegistration, {}, session);
    expect(await start(weakSession)).toMatchObject({
      status: 403,
      errors: [{ reason: PASSKEY_NEEDED }],
    });
    expect((await start(token)).status).toBe(200);
    server.clock.advance(5 * MINUTE_MS);
    expect(await start(token)).toMatchObject({ status: 403, errors: [{ reason: PASSKEY_NEEDED }] });
  });
});

describe('a session', () => {
  const newSession = async () => {
    const id = await server.addOperator(grantsOf('viewer'));
    return { id, token: await server.startSession(id) };
  };

  test('ends after 30 minutes without use, and after 12 hours', async () => {
    const { token } = await newSession();
    server.clock.advance(29 * MINUTE_MS);
    expect((await readSession(token)).status).toBe(200);
    server.clock.advance(30 * MINUTE_MS);
    expect((await readSession(token)).code).toBe('session_expired');

    const { token: usedCode } = await newSession();
    const statuses: number[] = [];
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      statuses.push((await readSession(usedCode)).status);
      server.clock.advance(20 * MINUTE_MS);
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect((await readSession(usedCode)).code).toBe('session_expired');
  });

  test('isn’t extended by requests that the page sends without an action of the operator', async () => {
    const { token } = await newSession();
    const headers = { [BACKGROUND_HEADER]: '1' };
    const poll = () => server.operate(operatorCalls.readOperatorSession, { headers }, token);
    const idleEnd = new Date(server.clock.now() + 30 * MINUTE_MS).toISOString();
    const sessionEnds: unknown[] = [];
    for (let minutes = 0; minutes < 30; minutes += 5) {
      sessionEnds.push((await poll()).headers[IDLE_HEADER]);
      server.clock.advance(5 * MINUTE_MS);
    }
    expect(new Set(sessionEnds)).toEqual(new Set([idleEnd]));
    expect((await poll()).code).toBe('session_expired');

    const { token: usedCode } = await newSession();
    server.clock.advance(20 * MINUTE_MS);
    const { headers: extended } = await readSession(usedCode);
    expect(extended[IDLE_HEADER]).toBe(new Date(server.clock.now() + 30 * MINUTE_MS).toISOString());
  });

  test('ends at sign-out, while others continue', async () => {
    const { id, token } = await newSession();
    const other = await server.startSession(id);
    const signedOut = await server.operate(operatorCalls.signOutOperator, {}, token);
    expect([signedOut.status, signedOut.token]).toEqual([200, '']);
    expect((await readSession(token)).code).toBe('session_expired');
    expect((await readSession(other)).status).toBe(200);
  });

  test('ends when its operator is deactivated', async () => {
    const { id, token } = await newSession();
    await server.db.updateTable('operators').set({ active: false }).where('id', '=', id).execute();
    expect((await readSession(token)).code).toBe('session_expired');
  });

  test('has a cookie hidden from scripts, other sites and plain HTTP', async () => {
    await server.addOperator(grantsOf('viewer'), 'cookie@club.example');
    await sendCode('cookie@club.example');
    const code = server.codeFor('cookie@club.example') ?? '';
    const { headers } = await signIn('cookie@club.example', code);
    expect(headers['set-cookie']).toMatch(
      /^__Host-console=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });
});
