import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { OWN_ACT } from '#schemas/operator/approval-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'agreed with her manager';

let server: TestConsole;
let ewa: string;
let token: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole();
  ewa = await addAdministrator();
  token = await server.startSession(ewa);
});
afterAll(() => server.close());

/** Adds an administrator with a passkey. */
async function addAdministrator(regions?: OperatorGrant['regions']): Promise<string> {
  const id = await server.addOperator(grantsOf('administrator', regions));
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('operator_passkeys')
    .values({
      id: randomUUID(),
      operator_id: id,
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      created_at: at,
      used_at: at,
    })
    .execute();
  return id;
}

const wire = (grants: readonly OperatorGrant[]) =>
  grants.map(({ role, regions }) => ({ role, regions: [...regions] }));
const invite = (grants: readonly OperatorGrant[], email = 'jan@club.example', session = token) => {
  const body = { email, name: 'Jan Nowak', language: 'pl' as const, grants: wire(grants), why };
  return server.operate(operatorCalls.inviteOperator, { body }, session);
};
const change = (id: string, grants: readonly OperatorGrant[], rev = 1, session = token) => {
  const body = { grants: wire(grants), rev, why };
  return server.operate(operatorCalls.changeOperatorGrants, { params: { id }, body }, session);
};
const setActive = (id: string, active: boolean, rev = 1, session = token) =>
  server.operate(
    operatorCalls.setOperatorActive,
    { params: { id }, body: { active, rev, why } },
    session,
  );
const approve = (id: string, session: string) =>
  server.operate(operatorCalls.approveAct, { params: { id }, body: { why } }, session);
const listOperators = async (session = token, query: { operator?: string } = {}) =>
  (await server.operate(operatorCalls.listOperators, { query }, session)).result.data;
const grantsIn = async (id: string) => {
  const found = (await listOperators()).find((operator) => operator.id === id);
  return found?.grants ?? [];
};
const isOpen = async (session: string) =>
  (await server.operate(operatorCalls.readOperatorSession, {}, session)).status === 200;

describe('an invited operator', () => {
  test('can sign in with the code of the invitation for 7 days', async () => {
    const { result } = await invite(grantsOf('reviewer', [poland]));
    expect(result.approval).toBeNull();
    const code = server.codeFor('jan@club.example') ?? '';
    server.clock.advance(7 * DAY_MS - 1);
    const body = { email: 'jan@club.example', code };
    const signedIn = await server.operate(operatorCalls.signInOperator, { body });
    expect(signedIn.result.regions).toEqual([{ id: poland, code: 'PL' }]);
    expect(signedIn.result.operator).toMatchObject({ id: result.id, name: 'Jan Nowak' });
  });

  test('gets a link to the console in their language', async () => {
    await invite(grantsOf('reviewer', [poland]));
    expect(server.delivery.codes()[0]).toMatchObject({
      purpose: 'operator_invitation',
      language: 'pl',
      to: 'jan@club.example',
      link: 'https://console.club.example',
    });
  });

  test('is invited once, even if the request is repeated', async () => {
    const grants = wire(grantsOf('viewer', [poland]));
    const body = { email: 'jan@club.example', name: 'Jan', language: 'pl' as const, grants, why };
    const input = { body, headers: { 'idempotency-key': 'invitation-1' } };
    const first = await server.operate(operatorCalls.inviteOperator, input, token);
    const second = await server.operate(operatorCalls.inviteOperator, input, token);
    expect([first.status, second.status, second.result.id]).toEqual([201, 201, first.result.id]);
    expect((await invite(grants)).code).toBe('email_taken');
    const actions = await server.db
      .selectFrom('operator_audit')
      .select(['id'])
      .where('kind', '=', 'act')
      .execute();
    expect(actions).toHaveLength(2);
  });
});

describe('an invitation that a second person rejected', () => {
  test('can be sent again with another role, but not before it is rejected', async () => {
    const adamSession = await server.startSession(await addAdministrator());
    const { result } = await invite(grantsOf('administrator'));
    expect((await invite(grantsOf('viewer', [poland]))).code).toBe('email_taken');
    const input = { params: { id: result.approval ?? '' }, body: { why } };
    expect((await server.operate(operatorCalls.rejectAct, input, adamSession)).status).toBe(200);
    const secondResponse = await invite(grantsOf('viewer', [poland]));
    expect(secondResponse).toMatchObject({
      status: 201,
      result: { id: result.id, approval: null },
    });
    expect(await grantsIn(result.id)).toEqual([{ role: 'viewer', regions: [poland] }]);
    expect(server.codeFor('jan@club.example')).toMatch(/^\d{10}$/);
    expect((await invite(grantsOf('viewer', [poland]))).code).toBe('email_taken');
  });
});

describe('changed grants', () => {
  test('end the operator’s sessions immediately, and are recorded with the roles before and after', async () => {
    const { result } = await invite(grantsOf('viewer', [poland]));
    const session = await server.startSession(result.id);
    const grants = grantsOf('reviewer', [poland, czechia]);
    expect(await isOpen(session)).toBe(true);
    expect((await change(result.id, grants, 2)).status).toBe(200);
    expect(await isOpen(session)).toBe(false);
    expect(await grantsIn(result.id)).toEqual(
      wire([{ role: 'reviewer', regions: [czechia, poland] }]),
    );
    const query = { record: result.id };
    const audit = (await server.operate(operatorCalls.listAudit, { query }, token)).result;
    expect(audit.data[0]).toMatchObject({
      act: 'changeOperatorGrants',
      why,
      outcome: 'done',
      operator: { id: ewa },
      changes: [
        {
          record_id: result.id,
          before: { grants: [{ role: 'viewer', regions: [poland] }] },
          after: { grants: [{ role: 'reviewer', regions: [czechia, poland] }] },
        },
      ],
    });
  });

  test('based on an old version are a conflict, and are recorded as a conflict', async () => {
    const { result } = await invite(grantsOf('viewer', [poland]));
    expect((await change(result.id, grantsOf('shop', [poland]), 1)).code).toBe('conflict');
    expect(await grantsIn(result.id)).toEqual([{ role: 'viewer', regions: [poland] }]);
    const { result: audit } = await server.operate(
      operatorCalls.listAudit,
      { query: { record: result.id } },
      token,
    );
    expect(audit.data[0]).toMatchObject({ outcome: 'conflict', changes: [] });
  });

  test('by one country’s administrator don’t affect other countries', async () => {
    const polishAdmin = await server.startSession(await addAdministrator([poland]));
    const target = await server.addOperator([
      ...grantsOf('viewer', [poland]),
      ...grantsOf('shop', [czechia]),
    ]);
    expect((await change(target, grantsOf('reviewer', [czechia]), 1, polishAdmin)).code).toBe(
      'forbidden',
    );
    expect((await change(target, grantsOf('reviewer', [poland]), 1, polishAdmin)).status).toBe(200);
    expect(await grantsIn(target)).toEqual([
      { role: 'reviewer', regions: [poland] },
      { role: 'shop', regions: [czechia] },
    ]);
    // Deactivating them would also affect the other country.
    expect((await setActive(target, false, 2, polishAdmin)).code).toBe('forbidden');
    const czechViewer = await server.addOperator(grantsOf('viewer', [czechia]));
    expect((await setActive(czechViewer, false, 1, polishAdmin)).code).toBe('not_found');
    expect((await listOperators(polishAdmin)).map(({ id }) => id)).not.toContain(czechViewer);
    expect(await listOperators(polishAdmin, { operator: czechViewer })).toEqual([]);
    expect((await listOperators(polishAdmin, { operator: target })).map(({ id }) => id)).toEqual([
      target,
    ]);
  });

  test('never leave a country without an administrator', async () => {
    const reason = 'last_administrator';
    expect((await change(ewa, grantsOf('viewer'))).errors).toMatchObject([{ reason }]);
    expect((await setActive(ewa, false)).errors).toMatchObject([{ reason }]);
    // Remove the passkeys, so that neither administrator needs the other's approval.
    await server.db.deleteFrom('operator_passkeys').execute();
    const adam = await server.addOperator(grantsOf('administrator'));
    const adamSession = await server.startSession(adam);
    const outcomes = await Promise.all([
      change(adam, grantsOf('viewer'), 1, token),
      change(ewa, grantsOf('viewer'), 1, adamSession),
    ]);
    // The second one is rejected as the last administrator, or because the first one ended its session.
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    const administrators = await server.db
      .selectFrom('operator_grants')
      .select('operator_id')
      .distinct()
      .where('role', '=', 'administrator')
      .execute();
    expect(administrators).toHaveLength(1);
  });
});

describe('a deactivated operator', () => {
  test('loses their sessions and passkeys, and starts over when activated again', async () => {
    const { result } = await invite(grantsOf('viewer', [poland]));
    const session = await server.startSession(result.id);
    expect((await setActive(result.id, false, 2)).status).toBe(200);
    expect(await isOpen(session)).toBe(false);
    expect((await setActive(result.id, true, 3)).status).toBe(200);
    expect(await isOpen(session)).toBe(false);
  });

  test('can also be signed out, or have lost passkeys removed, without deactivation', async () => {
    const adam = await addAdministrator();
    const session = await server.startSession(adam);
    const input = { params: { id: adam }, body: { why } };
    const endResponse = await server.operate(operatorCalls.endOperatorSessions, input, token);
    expect([endResponse.result, await isOpen(session)]).toEqual([{ ended: 1 }, false]);
    const weakSession = await server.startSession(adam, 'weak');
    const resetResponse = await server.operate(operatorCalls.resetOperatorPasskeys, input, token);
    expect([resetResponse.result, await isOpen(weakSession)]).toEqual([{ removed: 1 }, false]);
  });
});

describe('a new administrator', () => {
  test('needs no approval while there is no second person', async () => {
    const { result } = await invite(grantsOf('administrator'));
    expect(result.approval).toBeNull();
    expect((await grantsIn(result.id))[0]?.role).toBe('administrator');
  });

  test('is appointed once a second person approves, which the first person can’t do', async () => {
    const adamSession = await server.startSession(await addAdministrator());
    const { result } = await invite(grantsOf('administrator'));
    const approval = result.approval ?? '';
    expect(await grantsIn(result.id)).toEqual([]);
    expect(server.codeFor('jan@club.example')).toBeNull();
    expect((await approve(approval, token)).errors).toMatchObject([{ reason: OWN_ACT }]);
    const openQuery = { query: { state: 'open' as const } };
    const { result: listedApprovals } = await server.operate(
      operatorCalls.listApprovals,
      openQuery,
      adamSession,
    );
    expect(listedApprovals).toMatchObject({
      data: [{ id: approval, act: 'inviteOperator', why, requested_by: { id: ewa } }],
      meta: { total: 1 },
    });
    expect((await approve(approval, adamSession)).result).toEqual({ state: 'approved' });
    expect((await grantsIn(result.id))[0]?.role).toBe('administrator');
    expect(server.codeFor('jan@club.example')).toMatch(/^\d{10}$/);
    expect((await approve(approval, adamSession)).code).toBe('conflict');
  });

  test('or lead needs approval, because an administrator could otherwise approve with a second address', async () => {
    const adamSession = await server.startSession(await addAdministrator());
    const { result } = await invite(grantsOf('country_lead', [poland]));
    expect(await grantsIn(result.id)).toEqual([]);
    expect((await approve(result.approval ?? '', adamSession)).result).toEqual({
      state: 'approved',
    });
    expect(await grantsIn(result.id)).toEqual([{ role: 'country_lead', regions: [poland] }]);
    const widerChange = await change(result.id, grantsOf('country_lead', [poland, czechia]), 2);
    expect(widerChange.result.approval).toEqual(expect.any(String));
    expect((await change(result.id, grantsOf('reviewer', [poland]), 2)).result.approval).toBeNull();
  });

  test('isn’t appointed if the operator has changed, or approves their own appointment', async () => {
    const adamSession = await server.startSession(await addAdministrator());
    const { result } = await invite(grantsOf('viewer', [poland]));
    const firstResponse = await change(result.id, grantsOf('administrator', [poland]), 2);
    expect((await change(result.id, grantsOf('shop', [poland]), 2)).status).toBe(200);
    expect((await approve(firstResponse.result.approval ?? '', adamSession)).result).toEqual({
      state: 'void',
    });
    expect(await grantsIn(result.id)).toEqual([{ role: 'shop', regions: [poland] }]);

    const lead = await server.addOperator(grantsOf('country_lead', [poland]));
    const ownResponse = await change(lead, grantsOf('administrator', [poland]), 1);
    const session = await server.startSession(lead);
    const decideResponse = await approve(ownResponse.result.approval ?? '', session);
    expect(decideResponse.errors).toMatchObject([{ reason: OWN_ACT }]);
  });

  test('isn’t appointed if the requesting operator has left in the meantime', async () => {
    const adamSession = await server.startSession(await addAdministrator());
    await addAdministrator();
    const { result } = await invite(grantsOf('administrator', [poland]));
    expect((await setActive(ewa, false, 1, adamSession)).result.approval).toBeNull();
    const approveResponse = await approve(result.approval ?? '', adamSession);
    expect(approveResponse.result).toEqual({ state: 'void' });
  });

  test('can be rejected only by an operator who has the right for the action itself', async () => {
    const adamSession = await server.startSession(await addAdministrator());
    const { result } = await invite(grantsOf('administrator', [poland]));
    const input = { params: { id: result.approval ?? '' }, body: { why } };
    const lead = await server.startSession(
      await server.addOperator(grantsOf('country_lead', [poland])),
    );
    expect((await server.operate(operatorCalls.rejectAct, input, lead)).code).toBe('forbidden');
    const rejectedResponse = await server.operate(operatorCalls.rejectAct, input, adamSession);
    expect(rejectedResponse.result).toEqual({ state: 'rejected' });
    expect(await grantsIn(result.id)).toEqual([]);
  });
});
