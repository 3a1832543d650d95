import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { HOUR_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { recordAction, recordOutcome } from '#server/console/audit.ts';
import { extendChain, verifyChain } from '#server/console/audit-chain.ts';
import { newChat } from './chat-setup.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { accounts } from './test-accounts.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];

let server: TestConsole;
let admin: string;
let token: string;
beforeAll(async () => {
  server = await startConsole();
  admin = await server.addOperator(grantsOf('administrator'));
});
afterAll(() => server.close());
beforeEach(async () => {
  token = await server.startSession(admin);
});

/** Records an action with one change of a record. */
async function recordChange(record: string, region: typeof poland, why = 'asked by phone') {
  const { db, clock } = server;
  const id = await recordAction(db, clock.now(), {
    kind: 'act',
    act: 'test',
    operatorId: admin,
    sessionId: null,
    region,
    record: { kind: 'company', id: record },
    why,
  });
  const before = { active: 1, phone: '+48501234567' };
  const after = { active: 0, phone: '+48501234568' };
  const changes = [{ kind: 'company', id: record, region, before, after }];
  await recordOutcome(db, clock.now(), {
    id,
    name: 'test',
    operatorId: admin,
    changes,
    outcome: 'done',
  });
  return id;
}

const listAudit = (query: Parameters<typeof list>[0], session = token) => list(query, session);
const list = async (query: { record?: string; limit?: number; cursor?: string }, session: string) =>
  (await server.operate(operatorCalls.listAudit, { query }, session)).result;

describe('the audit', () => {
  test('lists an action with its reason, changes and outcome, without contact data', async () => {
    const record = '30000000-0000-4000-8000-000000000001';
    const id = await recordChange(record, poland);
    const { data, meta } = await listAudit({ record });
    expect(meta).toEqual({ next: null, total: 1 });
    expect(data).toMatchObject([
      {
        id,
        kind: 'act',
        region: poland,
        record_id: record,
        why: 'asked by phone',
        outcome: 'done',
        operator: { id: admin },
        changes: [
          {
            before: { active: 1, phone: '(hidden)' },
            after: { active: 0, phone: '(hidden)' },
          },
        ],
      },
    ]);
  });

  test('shows an operator only actions in their countries', async () => {
    const [polishRecord, czechRecord] = [
      '40000000-0000-4000-8000-000000000001',
      '40000000-0000-4000-8000-000000000002',
    ];
    const polishEntry = await recordChange(polishRecord, poland);
    const czechEntry = await recordChange(czechRecord, czechia);
    const lead = await server.startSession(
      await server.addOperator(grantsOf('country_lead', [poland])),
    );
    const found = async (record: string) => (await listAudit({ record }, lead)).data.length;
    expect([await found(polishRecord), await found(czechRecord)]).toEqual([1, 0]);
    const reads = async (query: object) =>
      (await server.operate(operatorCalls.listAudit, { query }, lead)).result.data;
    expect(await reads({ entry: polishEntry })).toMatchObject([{ id: polishEntry }]);
    expect(await reads({ entry: czechEntry })).toEqual([]);
    expect((await reads({})).every(({ region }) => region === poland)).toBe(true);
    expect(await reads({ region: czechia })).toEqual([]);
    // Only operators of all countries see other operators’ actions without a country, such as sign-ins.
    expect(await reads({ kind: 'sign_in' })).toEqual([]);
  });

  test('is read in pages, without gaps', async () => {
    const record = '50000000-0000-4000-8000-000000000001';
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await recordChange(record, poland));
    const listedIds: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await listAudit({ record, limit: 2, cursor });
      listedIds.push(...page.data.map(({ id }) => id));
      cursor = page.meta.next;
    }
    expect(listedIds).toEqual(ids);
    const invalidQuery = { query: { cursor: 'bm90IG9uZQ' } };
    expect((await server.operate(operatorCalls.listAudit, invalidQuery, token)).status).toBe(400);
  });

  test('contains the sign-ins', async () => {
    await server.addOperator(grantsOf('viewer'), 'audited@club.example');
    const session = await server.signInByCode('audited@club.example');
    const { result } = await server.operate(operatorCalls.readOperatorSession, {}, session);
    const query = { operator: result.operator.id };
    const { data } = (await server.operate(operatorCalls.listAudit, { query }, token)).result;
    expect(data).toMatchObject([{ kind: 'sign_in', act: 'signInOperator', outcome: 'done' }]);
  });

  test.each([
    `update operator_audit set outcome = 'done'`,
    `delete from operator_audit`,
    `truncate operator_audit cascade`,
    `update operator_audit_chain set hash = ''`,
    `delete from operator_audit_chain`,
    `truncate operator_audit_chain`,
  ])('can’t be changed by %s', async (statement) => {
    await recordChange('60000000-0000-4000-8000-000000000001', poland);
    server.clock.advance(HOUR_MS);
    await extendChain(server.services);
    await expect(sql.raw(statement).execute(server.db)).rejects.toThrow('The audit can');
  });
});

test('the audit is searched by person: their record, chats, and approvals about them', async () => {
  const { id: person, companyId: company } = accounts.polishOwner;
  const { id: colleague } = accounts.polishStaff;
  const chat = newChat();
  const { token: installer } = await server.signInAs('polishOwner');
  await server.call(calls.createSupportChat, { body: chat }, installer);
  const approval = randomUUID();
  await server.db
    .insertInto('operator_approvals')
    .values({
      ...{
        uuid: approval,
        act: 'erasePerson',
        body: sql`'{}'::jsonb`,
        why: 'asked',
        region_id: poland,
      },
      ...{ record_kind: 'installer', record_id: person, record_rev: 0 },
      ...{ requested_by: admin, requested_at: new Date(server.clock.now()) },
    })
    .execute();
  const record = (kind: string, id: string, region = poland) =>
    recordAction(server.db, server.clock.now(), {
      ...{ kind: 'read', act: 'test', operatorId: admin, sessionId: null, region },
      record: { kind, id },
    });
  const ofPerson = [
    await record('installer', person),
    await record('chat', chat.uuid),
    await record('approval', approval),
  ];
  // A bulk action's rows belong to its main entry.
  const bulk = await record('bulk_job', randomUUID());
  const change = { kind: 'installer', id: person, region: poland, before: null, after: {} };
  await recordOutcome(server.db, server.clock.now(), {
    ...{ id: bulk, name: 'test', operatorId: admin, outcome: 'done' },
    changes: [change, change],
  });
  for (const [kind, id] of [
    ['installer', colleague],
    ['company', company],
    ['chat', 'not-a-uuid'],
  ] as const)
    await record(kind, id);
  const find = async (session: string, query: { person: string; record?: string }) =>
    (await server.operate(operatorCalls.listAudit, { query }, session)).result.data
      .filter(({ act }) => act === 'test')
      .map(({ id }) => id);
  expect(await find(token, { person })).toEqual([...ofPerson, bulk].toReversed());
  expect(await find(token, { person, record: chat.uuid })).toEqual([ofPerson[1]]);
  const czech = await server.startSession(
    await server.addOperator(grantsOf('country_lead', [czechia])),
  );
  expect(await find(czech, { person })).toEqual([]);
});

describe('the chain', () => {
  const verify = () => verifyChain(server.services);

  test('covers exactly the rows older than the delay', async () => {
    await recordChange('70000000-0000-4000-8000-000000000001', poland);
    server.clock.advance(HOUR_MS);
    await extendChain(server.services);
    const { rows: first, broken, head } = await verify();
    const { count } = await server.db
      .selectFrom('operator_audit')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect([broken, first, head?.length]).toEqual([null, Number(count), 64]);
    await recordChange('70000000-0000-4000-8000-000000000002', poland);
    await extendChain(server.services);
    expect((await verify()).rows).toBe(first);
    token = await server.startSession(admin);
    const { result } = await server.operate(operatorCalls.verifyAudit, {}, token);
    expect(result).toMatchObject({ rows: first, broken: null, head });
  });

  test.each([
    ['changed', `update operator_audit set outcome = 'failed' where id = ID`],
    ['removed', 'delete from operator_audit where id = ID'],
    ['replaced', `update operator_audit set after = '{"active": 1}' where id = ID - 1`],
    ['moved in time', `update operator_audit set at = at - interval '1 minute' where id = ID`],
    ['stripped of its operator', 'update operator_audit set operator_id = null where id = ID'],
  ])('finds a row that was %s', async (_change, statement) => {
    await recordChange('80000000-0000-4000-8000-000000000001', poland);
    const { id } = await server.db
      .selectFrom('operator_audit')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    server.clock.advance(HOUR_MS);
    await extendChain(server.services);
    expect((await verify()).broken).toBeNull();
    // Simulate a change by someone with schema privileges, and roll it back afterwards.
    const verification = server.db.transaction().execute(async (trx) => {
      await sql`alter table operator_audit disable trigger user`.execute(trx);
      await sql.raw(statement.replaceAll('ID', String(id))).execute(trx);
      throw new Rollback(await verifyChain({ db: trx }));
    });
    const { found } = await verification.catch((error: unknown) => error as Rollback);
    expect(found.broken?.until_id).toBe(id);
  });
});

/** Rolls a transaction back, and keeps its result. */
class Rollback extends Error {
  readonly found: Awaited<ReturnType<typeof verifyChain>>;

  constructor(found: Awaited<ReturnType<typeof verifyChain>>) {
    super('Rolled back.');
    this.found = found;
  }
}
