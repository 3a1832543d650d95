import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { OWN_ACT } from '#schemas/operator/approval-calls.ts';
import { type ResultOf } from '#schemas/api/call.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'agreed with her manager';

type ListedApprovals = ResultOf<typeof operatorCalls.listApprovals>;

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

const addAdministrator = (regions?: OperatorGrant['regions']) =>
  addApprover('administrator', regions);

/** Adds an operator with a passkey. */
async function addApprover(
  role: OperatorGrant['role'],
  regions?: OperatorGrant['regions'],
): Promise<string> {
  const id = await server.addOperator(grantsOf(role, regions));
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
const listOperators = async (session = token) =>
  (await server.operate(operatorCalls.listOperators, { query: {} }, session)).result.data;
const grantsIn = async (id: string) => {
  const found = (await listOperators()).find((operator) => operator.id === id);
  return found?.grants ?? [];
};
const isOpen = async (session: string) =>
  (await server.operate(operatorCalls.readOperatorSession, {}, session)).status === 200;

describe('the only other approver', () => {
  test.each([
    ['administrator', 'deactivated', (id: string) => setActive(id, false)],
    ['administrator', 'given another role', (id: string) => change(id, grantsOf('viewer'))],
    ['country_lead', 'deactivated', (id: string) => setActive(id, false)],
    ['country_lead', 'given another role', (id: string) => change(id, grantsOf('shop', [poland]))],
  ] as const)('with the role %s is only %s if they agree', async (role, _action, remove) => {
    const approverId = await addApprover(role, role === 'country_lead' ? [poland] : undefined);
    const { result } = await remove(approverId);
    expect(result.approval).toEqual(expect.any(String));
    const approval = result.approval ?? '';
    expect(
      await server.db
        .selectFrom('operators')
        .select(['active', 'rev'])
        .where('id', '=', approverId)
        .execute(),
    ).toEqual([{ active: true, rev: 1 }]);
    expect((await approve(approval, token)).errors).toMatchObject([{ reason: OWN_ACT }]);
    const session = await server.startSession(approverId);
    const input = { query: { state: 'open' as const } };
    const { result: listed } = await server.operate(operatorCalls.listApprovals, input, session);
    expect(listed.data).toMatchObject([{ id: approval, body: { leaves_one_approver: true } }]);
    expect((await approve(approval, session)).result).toEqual({ state: 'approved' });
    expect(await isOpen(session)).toBe(false);
    // Without the approver, there is no second person.
    expect((await invite(grantsOf('administrator'))).result.approval).toBeNull();
  });

  test('still counts after their passkeys were reset', async () => {
    const adam = await addAdministrator();
    const input = { params: { id: adam }, body: { why } };
    await server.operate(operatorCalls.resetOperatorPasskeys, input, token);
    const { result } = await invite(grantsOf('administrator'));
    expect(result.approval).toEqual(expect.any(String));
    expect((await setActive(adam, false)).result.approval).toEqual(expect.any(String));
    const adamToken = await server.startSession(adam);
    expect((await approve(result.approval ?? '', adamToken)).result).toEqual({ state: 'approved' });
  });

  test('can’t be removed by two administrators who each remove an approver at the same time', async () => {
    const [adam, anna] = [await addAdministrator(), await addAdministrator()];
    const outcomes = await Promise.all([setActive(adam, false), setActive(anna, false)]);
    const approvals = outcomes.map(({ result }) => result.approval);
    expect(approvals.filter((id) => id === null)).toHaveLength(1);
    expect((await invite(grantsOf('administrator'))).result.approval).toEqual(expect.any(String));
  });

  test('doesn’t allow an operator to give up their own access', async () => {
    await addAdministrator();
    const reason = 'own_access';
    expect((await setActive(ewa, false)).errors).toMatchObject([{ reason }]);
    expect((await change(ewa, grantsOf('viewer'))).errors).toMatchObject([{ reason }]);
  });

  test('of one country counts for a change to several countries', async () => {
    const polishSession = await server.startSession(await addAdministrator([poland]));
    const reason = 'several_countries';
    const response = await invite(grantsOf('administrator'));
    expect(response.errors).toMatchObject([{ reason }]);
    const czech = await invite(grantsOf('administrator', [czechia]));
    expect(czech.result.approval).toBeNull();
    const wider = await change(czech.result.id, grantsOf('administrator', [czechia, poland]), 2);
    expect((await grantsIn(czech.result.id))[0]?.regions).toEqual([czechia]);
    expect((await approve(wider.result.approval ?? '', polishSession)).result).toEqual({
      state: 'approved',
    });
    expect((await grantsIn(czech.result.id))[0]?.regions).toEqual([czechia, poland]);
  });

  test('of one country isn’t moved to another country if the move requires a second person', async () => {
    const polishAdmin = await addAdministrator([poland]);
    await addAdministrator([czechia]);
    const moveResponse = await change(polishAdmin, grantsOf('administrator', [czechia]));
    expect(moveResponse.errors).toMatchObject([{ reason: 'two_steps' }]);
  });

  test('can’t be replaced by a former approver without approval', async () => {
    const [adam, anna] = [await addAdministrator(), await addAdministrator()];
    expect((await setActive(anna, false)).result.approval).toBeNull();
    const { result } = await setActive(anna, true, 2);
    expect(result.approval).toEqual(expect.any(String));
    const adamToken = await server.startSession(adam);
    expect((await approve(result.approval ?? '', adamToken)).result).toEqual({ state: 'approved' });
    const found = (await listOperators()).find(({ id }) => id === anna);
    expect(found).toMatchObject({ active: true, rev: 3 });
  });

  test('can no longer decide once their roles have changed', async () => {
    const adam = await addAdministrator();
    const firstResponse = await setActive(adam, false);
    const thirdAdmin = await addAdministrator();
    expect((await change(adam, grantsOf('administrator', [poland]))).result.approval).toBeNull();
    const thirdSession = await server.startSession(thirdAdmin);
    expect((await approve(firstResponse.result.approval ?? '', thirdSession)).result).toEqual({
      state: 'void',
    });
  });
});

test('open approvals are listed oldest first, and decided ones newest first', async () => {
  await addAdministrator();
  const approver = await server.startSession(await addAdministrator());
  const requests: (string | null)[] = [];
  for (const name of ['one', 'two', 'three']) {
    server.clock.advance(1000);
    const { result } = await invite(grantsOf('administrator'), `${name}@club.example`);
    requests.push(result.approval);
  }
  const list = async (state: 'open' | 'rejected' | undefined) => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: object = { state, cursor, limit: 1 };
      const page: ListedApprovals = (
        await server.operate(operatorCalls.listApprovals, { query }, approver)
      ).result;
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.meta.next;
    }
    return ids;
  };
  expect(await list('open')).toEqual(requests);
  for (const id of requests)
    await server.operate(
      operatorCalls.rejectAct,
      { params: { id: id ?? '' }, body: { why } },
      approver,
    );
  expect(await list('rejected')).toEqual(requests.toReversed());
  expect(await list(undefined)).toEqual(requests.toReversed());
});
