import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { COMPANY_BLOCKED } from '#schemas/api/errors.ts';
import { companyCalls, ledgerParts } from '#schemas/operator/company-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { addLedgerEntries } from '#server/points/ledger.ts';
import { releaseReservedPoints } from '#server/points/reserved-points.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { accounts } from './test-accounts.ts';

const poland = regionIdOf('PL');
const why = 'asked for by phone';
const { companyId: id } = accounts.polishOwner;
const params = { id };

let server: TestConsole;
let lead: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '1000000' } });
  await loadDemoSettings(server.db);
  lead = await server.startSession(await server.addOperator(grantsOf('country_lead', [poland])));
});
afterAll(() => server.close());

const readFile = async () =>
  (await server.operate(companyCalls.readCompanyFile, { params }, lead)).result;
const explain = async (query: { from?: string; until?: string } = {}) =>
  (await server.operate(companyCalls.explainCompanyPoints, { params, query }, lead)).result;

/** Runs an action on the current version of the company. */
async function act(
  call: typeof companyCalls.verifyCompany | typeof companyCalls.refuseCompany,
  headers = {},
) {
  const { rev } = await readFile();
  return server.operate(call, { params, body: { rev, why }, headers }, lead);
}

async function block(blocked: boolean) {
  const { rev } = await readFile();
  return server.operate(
    companyCalls.setCompanyBlocked,
    { params, body: { blocked, rev, why } },
    lead,
  );
}

const reserve = (points: number) =>
  server.db
    .updateTable('companies')
    .set({ reserved_points: points })
    .where('id', '=', id)
    .execute();

describe('a company', () => {
  test('is verified once and gets its points once, even if the request is repeated', async () => {
    await reserve(50);
    const { rev } = await readFile();
    const headers = { 'idempotency-key': randomUUID() };
    const input = { params, body: { rev, why }, headers };
    const first = await server.operate(companyCalls.verifyCompany, input, lead);
    const secondResponse = await server.operate(companyCalls.verifyCompany, input, lead);
    expect([first.result, secondResponse.result]).toEqual([{ points: 50 }, { points: 50 }]);
    expect(await explain()).toMatchObject({ earned: 50, balance: 50 });
    expect((await act(companyCalls.verifyCompany)).code).toBe('conflict');
    expect((await readFile()).verification).toBe('verified');
  });

  test('that was rejected gets no points from its projects until it is verified', async () => {
    await reserve(50);
    expect((await act(companyCalls.refuseCompany)).status).toBe(200);
    expect((await readFile()).verification).toBe('refused');
    const now = server.clock.now();
    const addedPoints = await server.db
      .transaction()
      .execute((trx) => releaseReservedPoints(trx, id, now, null));
    expect(addedPoints).toBe(0);
    expect((await act(companyCalls.refuseCompany)).code).toBe('conflict');
    expect((await act(companyCalls.verifyCompany)).result).toEqual({ points: 50 });
    expect((await readFile()).verification).toBe('verified');
  });

  test('is verified by one of two operators who decide concurrently', async () => {
    await reserve(50);
    const { rev } = await readFile();
    const input = { params, body: { rev, why } };
    const outcomes = await Promise.all([
      server.operate(companyCalls.verifyCompany, input, lead),
      server.operate(companyCalls.refuseCompany, input, lead),
    ]);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomes.filter(({ code }) => code === 'conflict')).toHaveLength(1);
  });
});

describe('a blocked company', () => {
  test('is rejected by the app’s API with the reason, until it is unblocked', async () => {
    const session = await server.signInAs('polishOwner');
    expect((await block(true)).result).toEqual({ ended: 1 });
    const rejectedResponse = await server.call(calls.getSignedInUser, {}, session.token);
    expect(rejectedResponse.errors).toMatchObject([
      { code: 'session_expired', reason: COMPANY_BLOCKED },
    ]);
    const refreshResponse = await server.call(calls.refreshSession, { body: session });
    expect(refreshResponse.errors).toMatchObject([
      { code: 'session_expired', reason: COMPANY_BLOCKED },
    ]);
    expect((await block(true)).code).toBe('conflict');
    expect((await block(false)).status).toBe(200);
    // The ended session stays ended.
    const endResponse = await server.call(calls.getSignedInUser, {}, session.token);
    expect(endResponse.errors[0]?.reason).toBeUndefined();
    const { token } = await server.signInAs('polishOwner');
    expect((await server.call(calls.getSignedInUser, {}, token)).status).toBe(200);
  });

  test('gets the reason at sign-in, but only with the right code', async () => {
    const { email } = accounts.polishOwner;
    await block(true);
    const { result } = await server.call(calls.requestSignInCode, {
      body: { email, region: 'PL' },
    });
    const code = server.codeFor(email) ?? '';
    const verify = async (input: string) => {
      const { user_id: userId, challenge_id } = result;
      const { errors } = await server.call(calls.signIn, {
        body: { userId, challenge_id, code: input },
      });
      return errors.map((error) => ({ code: error.code, reason: error.reason }));
    };
    const wrongCode = code === '00000' ? '00001' : '00000';
    expect(await verify(wrongCode)).toEqual([{ code: 'invalid_code', reason: undefined }]);
    expect(await verify(code)).toEqual([{ code: 'forbidden', reason: COMPANY_BLOCKED }]);
    // The code is used up, and no session was started.
    expect(await verify(code)).toEqual([{ code: 'invalid_code', reason: undefined }]);
    const sessions = await server.db.selectFrom('sessions').select('id').execute();
    expect(sessions).toEqual([]);
    await block(false);
    expect((await server.signInAs('polishOwner')).token).not.toBe('');
  });

  test('stays signed out even if a session is being renewed at the same time', async () => {
    const session = await server.signInAs('polishOwner');
    await Promise.all([block(true), server.call(calls.refreshSession, { body: session })]);
    const renewResponse = await server.call(calls.refreshSession, { body: session });
    expect(renewResponse.code).toBe('session_expired');
  });
});

describe('an active company', () => {
  test('gets flags that the app shows, recorded with the values before and after', async () => {
    const { rev } = await readFile();
    const flags = { accepts_leads: true, is_recommended: true, has_edenred_card: true };
    const body = { ...flags, crm_customer_id: 'C-77', rev, why };
    expect(
      (await server.operate(companyCalls.setCompanyFlags, { params, body }, lead)).status,
    ).toBe(200);
    const { token } = await server.signInAs('polishOwner');
    const { result } = await server.call(calls.getCompany, { params }, token);
    expect(result).toMatchObject({
      accepts_leads: 1,
      is_recommended: true,
      has_edenred_card: 1,
      crm_customer_id: 'C-77',
    });
    const input = { params, query: {} };
    const timeline = await server.operate(companyCalls.listCompanyTimeline, input, lead);
    expect(timeline.result.data[0]).toMatchObject({
      what: 'setCompanyFlags',
      before: { accepts_leads: false, crm_customer_id: null },
      after: { accepts_leads: true, crm_customer_id: 'C-77' },
    });
    const staleInput = { params, body: { is_recommended: false, rev, why } };
    expect((await server.operate(companyCalls.setCompanyFlags, staleInput, lead)).code).toBe(
      'conflict',
    );
  });

  test('can be signed out as a whole', async () => {
    const sessions = [await server.signInAs('polishOwner'), await server.signInAs('polishStaff')];
    const input = { params, body: { why } };
    const { result } = await server.operate(companyCalls.endCompanySessions, input, lead);
    expect(result).toEqual({ ended: 2 });
    for (const { token } of sessions)
      expect((await server.call(calls.getSignedInUser, {}, token)).code).toBe('session_expired');
  });
});

describe('a balance', () => {
  /** Adds lines of every part, some before a given year. */
  async function addLines() {
    const add = (day: string, lines: Parameters<typeof addLedgerEntries>[1]) =>
      server.db
        .transaction()
        .execute((trx) => addLedgerEntries(trx, lines, { companyId: id, now: new Date(day) }));
    await add('2024-05-01', [
      { event: 'welcome_points', points: 100, variation: 'positive' },
      { event: 'points_expired', points: 30, variation: 'expired' },
    ]);
    await add('2025-05-01', [
      { event: 'project_closed', points: 500, variation: 'positive' },
      { event: 'order_reservation', points: 200, variation: 'reserved' },
      { event: 'order_reject', points: 200, variation: 'positive' },
      { event: 'order_reservation', points: 150, variation: 'reserved' },
      { event: 'project_correction', points: 40, variation: 'negative' },
      { event: 'project_correction', points: 15, variation: 'positive' },
      { event: 'other', points: 5, variation: 'negative' },
    ]);
  }

  test('is the sum of its parts, as the app shows it', async () => {
    await addLines();
    const parts = await explain();
    expect(parts).toMatchObject({
      opening: 0,
      earned: 600,
      spent: -150,
      expired: -30,
      corrected: -30,
      balance: 390,
    });
    const { token } = await server.signInAs('polishOwner');
    const { result } = await server.call(calls.getPointsSummary, { params }, token);
    expect(result.company_points).toBe(parts.balance);
    expect((await readFile()).balance).toBe(parts.balance);
  });

  test('of a year starts with the balance before it', async () => {
    await addLines();
    const period = { from: '2025-01-01T00:00:00.000Z', until: '2026-01-01T00:00:00.000Z' };
    const parts = await explain(period);
    expect(parts).toMatchObject({ opening: 70, earned: 500, expired: 0, balance: 390 });
    expect((await explain({ until: period.from })).balance).toBe(parts.opening);
  });

  test('has lines that add up to each number', async () => {
    await addLines();
    const parts = await explain();
    for (const part of ledgerParts) {
      const lines = [];
      let cursor: string | undefined;
      do {
        const input = { params, query: { part, limit: 2, cursor } };
        const { result } = await server.operate(companyCalls.listCompanyLedger, input, lead);
        lines.push(...result.data);
        cursor = result.meta.next ?? undefined;
      } while (cursor !== undefined);
      expect([part, lines.reduce((sum, { points }) => sum + points, 0)]).toEqual([
        part,
        parts[part],
      ]);
      expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
    }
  });
});
