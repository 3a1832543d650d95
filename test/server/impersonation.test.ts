import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { allCalls, calls } from '#schemas/api/calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { createImpersonationToken } from '#server/access/impersonation.ts';
import { decideOrder } from '#server/orders/decide-order.ts';
import { idsOfCompany, readCompanyData, requestWith } from './company-records.ts';
import { addPoints, lineOf, newProduct, placeOrder } from './order-setup.ts';
import { startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
let serverWithoutImpersonation: TestApp;
beforeAll(async () => {
  server = await startTestApp({ variables: { FAKER_TOKENS: '1' } });
  serverWithoutImpersonation = await startTestApp();
});
afterAll(async () => {
  await server.close();
  await serverWithoutImpersonation.close();
});

const fakerOf = ({ db, clock }: TestApp): Promise<string> =>
  createImpersonationToken(db, clock.now(), accounts.czechOwner.id);
const emulate = (app: TestApp, faker: string) =>
  app.call(calls.startImpersonation, { body: { faker } });

describe('an impersonation token (security 4)', () => {
  test('is exchanged for a session of that person, for an hour', async () => {
    const { status, result } = await emulate(server, await fakerOf(server));
    expect(status).toBe(200);
    expect(result).toMatchObject({ user_id: accounts.czechOwner.id, role: 3, region: 'CZ' });
    const { token } = result.token;
    expect((await server.call(calls.getSignedInUser, {}, token)).result.uuid).toBe(
      accounts.czechOwner.id,
    );
    server.clock.advance(61 * MINUTE_MS);
    expect((await server.call(calls.getSignedInUser, {}, token)).status).toBe(401);
    const refreshResponse = await server.call(calls.refreshSession, { body: result.token });
    expect(refreshResponse.code).toBe('session_expired');
  });

  test('works once, expires after ten minutes, and can’t be forged', async () => {
    const faker = await fakerOf(server);
    expect((await emulate(server, faker)).status).toBe(200);
    expect((await emulate(server, faker)).code).toBe('session_expired');
    const expiredFaker = await fakerOf(server);
    server.clock.advance(10 * MINUTE_MS);
    expect((await emulate(server, expiredFaker)).code).toBe('session_expired');
    expect((await emulate(server, 'a'.repeat(43))).code).toBe('session_expired');
  });

  test('is invalid unless the configuration allows it', async () => {
    const response = await emulate(
      serverWithoutImpersonation,
      await fakerOf(serverWithoutImpersonation),
    );
    expect([response.status, response.code]).toEqual([401, 'session_expired']);
  });

  test('is stored only as a hash, and not logged', async () => {
    const faker = await fakerOf(server);
    await emulate(server, faker);
    const rows = await server.db.selectFrom('faker_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(faker);
    expect(server.log.join('\n')).not.toContain(faker);
    expect(server.log.join('\n')).toContain('an operator started to impersonate a person');
  });
});

describe('an impersonated session', () => {
  /** Calls that change data, including GETs. */
  const rejectedCalls = [
    [
      'resendTeamInvitation',
      (token: string) =>
        server.call(calls.resendTeamInvitation, { params: { id: accounts.czechOwner.id } }, token),
    ],
    [
      'sendTeamInvitation',
      (token: string) =>
        server.call(calls.sendTeamInvitation, { params: { id: accounts.czechOwner.id } }, token),
    ],
    [
      'confirmScan',
      (token: string) => server.call(calls.confirmScan, { query: { code: 'AAAA-BBBB' } }, token),
    ],
    [
      'confirmScans',
      (token: string) =>
        server.call(calls.confirmScans, { body: { scans: [{ code: 'AAAA-BBBB' }] } }, token),
    ],
    [
      'requestEmailVerification',
      (token: string) => server.call(calls.requestEmailVerification, {}, token),
    ],
  ] as const;

  test('can’t send messages or use up the company’s limits, even by GET', async () => {
    const { result } = await emulate(server, await fakerOf(server));
    const { token } = result.token;
    const messages = () => server.db.selectFrom('messages').selectAll().execute();
    const before = (await messages()).length;
    for (const [name, request] of rejectedCalls) {
      const { status, code } = await request(token);
      expect([name, status, code]).toEqual([name, 403, 'forbidden']);
    }
    expect((await messages()).length).toBe(before);
    expect(await server.db.selectFrom('asked_codes').selectAll().execute()).toEqual([]);
    // Calls that only read are allowed.
    for (const call of [calls.getSignedInUser, calls.getEmailVerification] as const) {
      expect((await server.call(call, {}, token)).status).toBe(200);
    }
  });

  test('has restrictions, but the person’s own session has none', async () => {
    const { email, region } = accounts.czechOwner;
    const { token } = await server.signInByEmail(email, region);
    for (const [name, request] of rejectedCalls)
      expect([name, (await request(token)).status]).not.toEqual([name, 403]);
  });
});

describe('a read-only session', () => {
  /** Starts a session as the Czech owner, on a server that allows only read-only impersonation. */
  const startReadOnly = async (app: Pick<TestApp, 'db' | 'clock' | 'call'>, personId: string) => {
    const now = app.clock.now();
    const faker = await createImpersonationToken(app.db, now, personId, { isReadOnly: true });
    const { result } = await app.call(calls.startImpersonation, { body: { faker } });
    expect(result.is_read_only).toBe(true);
    return result.token.token;
  };

  test('can’t use any call that changes something', async () => {
    const app = serverWithoutImpersonation;
    const token = await startReadOnly(app, accounts.czechOwner.id);
    const { companyId } = accounts.czechOwner;
    const before = await readCompanyData(app.db, companyId);
    const [project] = (await idsOfCompany(app.db, companyId)).filter(
      ({ kind }) => kind === 'project',
    );
    const changes = allCalls.filter(
      ({ access, method, id }) =>
        access === 'session' && (method !== 'GET' || /^(confirm|resend)/.test(id)),
    );
    expect(changes.length).toBeGreaterThan(40);
    for (const call of changes.filter(({ id }) => id !== 'signOut')) {
      const response = await app.app.inject(requestWith(call, project?.id ?? randomUUID(), token));
      expect([call.id, response.statusCode, response.json()]).toMatchObject([
        call.id,
        403,
        { errors: [{ code: 'forbidden' }] },
      ]);
    }
    expect(await readCompanyData(app.db, companyId)).toEqual(before);
  });

  test('can be ended by the operator', async () => {
    const app = serverWithoutImpersonation;
    const token = await startReadOnly(app, accounts.czechOwner.id);
    expect((await app.call(calls.getSignedInUser, {}, token)).status).toBe(200);
    expect((await app.call(calls.signOut, {}, token)).status).toBe(200);
    expect((await app.call(calls.getSignedInUser, {}, token)).status).toBe(401);
  });

  test('doesn’t show the response of a voucher’s order, which the owner sees', async () => {
    const app = await startScanServer();
    await addPoints(app, 'polishOwner', 1000);
    const { variant } = await newProduct(app, { type: 'PETROL', price: 40 });
    const order = await placeOrder(app, 'polishOwner', [lineOf(variant, 40)], { type: 'PETROL' });
    const response = { number: '1234-5678', expiresAt: null, password: 'secret word' };
    await decideOrder(order.uuid, { decision: 'complete', response }, app.services);
    const input = { params: { id: order.uuid } };
    const ownResponse = await app.call(calls.getOrder, input, await app.tokenOf('polishOwner'));
    expect(ownResponse.result.meta.response).toEqual(response);
    const token = await startReadOnly(app, accounts.polishOwner.id);
    const viewResponse = await app.call(calls.getOrder, input, token);
    expect(viewResponse.status).toBe(200);
    expect(viewResponse.result.meta).toMatchObject({ has_response: false, response: null });
    expect(JSON.stringify(viewResponse.result)).not.toContain('secret word');
    await app.close();
  });
});
