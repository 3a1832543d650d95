import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OperatorCall, OWN_COMPANY } from '#schemas/operator/operator-call.ts';
import { type OperatorCallId, operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type VerifiedEmail } from '#server/access/access-tables.ts';
import { orderStatuses } from '#schemas/order.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { answerImport } from '#server/imports/answer-import.ts';
import { consoleExamples, type RegionRecords } from './console-examples.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { findRecords } from './find-region-records.ts';
import { type TestInput } from './test-app.ts';

const poland = regionIdOf('PL');
const why = 'agreed by phone';
const email = 'ada@roofs.example';

let server: TestConsole;
let records: RegionRecords;
let operator: string;
let token: string;
beforeAll(async () => {
  server = await startConsole({ demo: true, variables: { RATE_LIMIT_FACTOR: '100000' } });
  records = await findRecords(server, poland);
  // Upper case, because an operator's address isn't always in lower case.
  operator = await server.addOperator(grantsOf('administrator'), email.toUpperCase());
  token = await server.startSession(operator);
});
afterEach(leaveCompany);
afterAll(() => server.close());

function leaveCompany() {
  return server.db
    .updateTable('installers')
    .set({ email: null })
    .where('email', '=', email)
    .execute();
}

/** Makes the operator a person of the company again, even if they have left it. */
async function joinCompany(company: string): Promise<void> {
  await leaveCompany();
  const { numUpdatedRows } = await server.db
    .updateTable('installers')
    // Safe: a test needn't verify the address.
    .set({ active: false, email: sql<VerifiedEmail>`${email}` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('installers')
        .select('id')
        .where('company_id', '=', company)
        .orderBy('id')
        .limit(1),
    )
    .executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(1n);
}

/** Table of each kind of record that belongs to a company, and the column with its id. */
const tables = {
  card: ['club_cards', 'uuid'],
  certificate: ['warranty_certificates', 'uuid'],
  chat: ['support_chats', 'uuid'],
  held_lot: ['held_lots', 'uuid'],
  installer: ['installers', 'id'],
  lead: ['leads', 'uuid'],
  order: ['orders', 'uuid'],
  project: ['projects', 'uuid'],
  scan: ['scans', 'uuid'],
} as const;
const isOwned = (kind: string): kind is keyof typeof tables => kind in tables;

async function companyOf(kind: string): Promise<string | null> {
  if (kind === 'company') return records.company;
  if (!isOwned(kind)) return null;
  const [table, id] = tables[kind];
  const { rows } = await sql<{ company: string }>`
    select company_id as company from ${sql.table(table)}
    where ${sql.ref(id)} = ${records[kind]}::uuid`.execute(server.db);
  return rows[0]?.company ?? null;
}

const calls = Object.entries(operatorCalls) as [OperatorCallId, OperatorCall][];

describe('an operator who is also an installer (security 33)', () => {
  test('can’t act on any record of their own company, but can read it', async () => {
    const wrongResponses: unknown[] = [];
    let actions = 0;
    for (const [id, call] of calls) {
      const { scope, isAction, readsPersonalData, method } = call;
      if (typeof scope !== 'object' || scope.isPerRow === true) continue;
      const company = await companyOf(scope.record);
      if (company === null || (readsPersonalData && isAction)) continue;
      await joinCompany(company);
      const input = consoleExamples[id](records) as TestInput<OperatorCall>;
      const { status, errors } = await server.operate(call, input, token);
      const reason = errors[0]?.reason;
      if (isAction) actions += 1;
      if (isAction ? reason !== OWN_COMPANY || status !== 403 : reason === OWN_COMPANY)
        wrongResponses.push({ id, method, status, errors });
    }
    expect(wrongResponses).toEqual([]);
    expect(actions).toBeGreaterThan(30);
  });

  test('can act on other companies, and on this one once their address is removed', async () => {
    const other = await otherCompany(records.company);
    const end = async (company: string) => {
      const input = { params: { id: company }, body: { why } };
      const { errors } = await server.operate(operatorCalls.endCompanySessions, input, token);
      return errors[0]?.reason ?? errors[0]?.code ?? null;
    };
    await joinCompany(records.company);
    expect([await end(records.company), await end(other)]).toEqual([OWN_COMPANY, null]);
    await leaveCompany();
    expect(await end(records.company)).toBeNull();
  });

  test('can’t offer another company’s lead, or a request, to their own company', async () => {
    const company = await otherCompany((await companyOf('lead')) ?? '');
    await joinCompany(company);
    const body = { company: company.toUpperCase(), rev: 1, why };
    const [offer, renewal] = [
      { params: { id: records.lead_request }, body },
      { params: { id: records.lead }, body },
    ];
    const offerResponse = await server.operate(operatorCalls.offerLeadRequest, offer, token);
    expect(offerResponse.errors).toMatchObject([{ code: 'forbidden', reason: OWN_COMPANY }]);
    const renewResponse = await server.operate(operatorCalls.renewLead, renewal, token);
    expect(renewResponse.errors).toMatchObject([{ code: 'forbidden', reason: OWN_COMPANY }]);
  });

  test('can’t import a vendor’s answer about their own company’s order', async () => {
    const { order } = records;
    const { number, company_id } = await server.db
      .updateTable('orders')
      .set({ status: orderStatuses.approved })
      .where('uuid', '=', order)
      .returning(['number', 'company_id'])
      .executeTakeFirstOrThrow();
    const origin = {
      ...{ importId: randomUUID(), region: poland, operatorId: operator, startedBy: operator },
      ...{ sessionId: null, why, isApproved: false, services: server.services },
      audit: () => undefined,
    };
    const row = [number, 'failed', '', '', '', '', 'The address is wrong.'];
    const plan = async () => (await answerImport.plan(server.db, origin, [row], [2])).result;
    expect(await plan()).toMatchObject({ added: 1, rejected: [] });
    await joinCompany(company_id);
    expect(await plan()).toMatchObject({ added: 0, rejected: [{ problem: 'own_company' }] });
  });
});

describe('an approval about an approver’s own company', () => {
  const usePasskey = async (operator_id: string) => {
    const at = new Date(server.clock.now());
    await server.db
      .insertInto('operator_passkeys')
      .values({
        ...{ id: randomUUID(), operator_id, public_key: Buffer.alloc(1), counter: 0 },
        ...{ transports: [], created_at: at, used_at: at },
      })
      .execute();
  };
  const correctPoints = async (session: string) => {
    const params = { id: records.company };
    const explanation = await server.operate(
      operatorCalls.explainCompanyPoints,
      { params, query: {} },
      session,
    );
    const { corrections } = explanation.result;
    const body = { points: 5000, event: 'other' as const, corrections, why };
    const { result } = await server.operate(operatorCalls.correctPoints, { params, body }, session);
    return result.approval;
  };

  test('is decided by a different second person, and isn’t requested if there is none', async () => {
    const finance = await server.startSession(await server.addOperator(grantsOf('finance')));
    await usePasskey(operator);
    const adaSession = await server.startSession(operator);
    await joinCompany(records.company);
    // No approval is requested, because no operator could decide on it.
    expect(await correctPoints(finance)).toBeNull();
    const lead = await server.addOperator(grantsOf('country_lead', [poland]));
    await usePasskey(lead);
    const approval = await correctPoints(finance);
    const input = { params: { id: approval ?? '' }, body: { why } };
    for (const call of [operatorCalls.approveAct, operatorCalls.rejectAct]) {
      const { status, errors } = await server.operate(call, input, adaSession);
      expect([status, errors[0]?.reason]).toEqual([403, OWN_COMPANY]);
    }
    const leads = await server.startSession(lead);
    const approvalResponse = await server.operate(operatorCalls.approveAct, input, leads);
    expect(approvalResponse.result).toEqual({ state: 'approved' });
  });
});

/** A Polish company with people, other than the given one. */
async function otherCompany(company: string): Promise<string> {
  const { company_id } = await server.db
    .selectFrom('installers')
    .select('company_id')
    .where('region_id', '=', poland)
    .where('company_id', '<>', company)
    .executeTakeFirstOrThrow();
  return company_id;
}
