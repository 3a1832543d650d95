import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFileBody } from '#schemas/api/call.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import {
  type OperatorCall,
  PASSKEY_NEEDED,
  type ScopedRecord,
} from '#schemas/operator/operator-call.ts';
import { operatorCalls, type OperatorCallId } from '#schemas/operator/operator-calls.ts';
import {
  operatorRoleNames,
  type OperatorRoleName,
  type OperatorRight,
  regionsWithRight,
} from '#schemas/operator/operator-rights.ts';
import { type RegionId, regionIdOf } from '#schemas/regions.ts';
import { recordAction } from '#server/console/audit.ts';
import { findRecordRegion, scopedQueries } from '#server/console/operator-scope.ts';
import { namesIn } from '#test/setup/schema-names.ts';
import { consoleExamples, type RegionRecords, takenEmail } from './console-examples.ts';
import { findRecords, idsIn, keyOf, tables } from './find-region-records.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { type TestInput } from './test-app.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const calls: readonly OperatorCall[] = Object.values(operatorCalls);

let server: TestConsole;
let records: Readonly<Record<'own' | 'other', RegionRecords>>;
beforeAll(async () => {
  server = await startConsole({ demo: true, variables: { RATE_LIMIT_FACTOR: '100000' } });
  records = { own: await findRecords(server, poland), other: await findRecords(server, czechia) };
  const operatorId = await server.addOperator(grantsOf('administrator'));
  await server.db
    .updateTable('operators')
    .set({ email: takenEmail })
    .where('id', '=', operatorId)
    .execute();
  for (const { region, company: id } of Object.values(records)) {
    const record = { kind: 'company', id };
    const action = {
      kind: 'act',
      act: 'test',
      operatorId,
      sessionId: null,
      region,
      record,
    } as const;
    await recordAction(server.db, server.clock.now(), action);
  }
});
afterAll(() => server.close());

describe('scoped queries', () => {
  test.each(tables)('return all rows of %s in the countries, and no others', async (table) => {
    const read = async (regions: readonly RegionId[]) => {
      const rows = await scopedQueries(server.db, regions)
        .selectFrom(table)
        .select(`${keyOf(table)} as id` as 'id')
        .execute();
      return rows.map(({ id }) => id).toSorted();
    };
    const [polishIds, czechIds] = [
      await idsIn(server, table, poland),
      await idsIn(server, table, czechia),
    ];
    expect(polishIds.length * czechIds.length).toBeGreaterThan(0);
    expect(await read([poland])).toEqual(polishIds);
    expect(await read([poland, czechia])).toEqual([...polishIds, ...czechIds].toSorted());
    expect(await read([])).toEqual([]);
  });

  test.each([
    'announcement',
    'approval',
    'card',
    'certificate',
    'chat',
    'chat_template',
    'company',
    'content',
    'held_lot',
    'installer',
    'lead',
    'lead_request',
    'lead_token',
    'order',
    'order_batch',
    'product',
    'product_category',
    'project',
    'scan',
    'settings_version',
    'survey',
    'variant',
  ] satisfies ScopedRecord[])(
    'find the country of each %s, and nothing in another country',
    async (kind) => {
      const [ownRecord, other] = [records.own[kind], records.other[kind]];
      const find = (regions: readonly RegionId[], ids: readonly string[]) =>
        findRecordRegion(scopedQueries(server.db, regions), kind, ids);
      expect(await find([poland], [ownRecord])).toEqual({ common: poland });
      expect(await find([poland], [ownRecord.toUpperCase(), ownRecord])).toEqual({
        common: poland,
      });
      expect(await find([czechia], [ownRecord])).toBeNull();
      expect(await find([poland], [ownRecord, other])).toBeNull();
      expect(await find([poland, czechia], [ownRecord, other])).toEqual({ common: null });
      expect(await find([poland], [])).toBeNull();
    },
  );
});

describe('each call', () => {
  test('has a unique id, a unique path, and a handler', () => {
    expect(calls.map(({ id }) => id)).toEqual(Object.keys(operatorCalls));
    const paths = calls.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(paths).size).toBe(paths.length);
    expect(calls.filter(({ path }) => !path.startsWith('/operator/v1/'))).toEqual([]);
    const missingCalls = calls.filter(
      ({ method, path }) =>
        !server.consoleApp.hasRoute({ method, url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` }),
    );
    expect(missingCalls).toEqual([]);
  });

  test('that returns personal data needs that right, and asks for a reason', () => {
    const reads = calls.filter(({ readsPersonalData }) => readsPersonalData);
    expect(reads.length).toBeGreaterThan(0);
    // The next test proves that actions ask for a reason.
    expect(reads.filter(({ right, isAction }) => right !== 'personal.read' || !isAction)).toEqual(
      [],
    );
  });

  test('that changes something asks for a reason, and can be repeated with its key', () => {
    const actions = calls.filter(({ isAction }) => isAction);
    const actsWithoutReason = actions.filter(({ body, idempotent }) => {
      const names = body === undefined || isFileBody(body) ? [] : namesIn(body);
      return !idempotent || !names.includes('why');
    });
    expect(actsWithoutReason.map(({ id }) => id)).toEqual([]);
    expect(actions.filter(({ method }) => method === 'GET')).toEqual([]);
  });

  test('that may need a second person returns the approval’s id, and no other call returns one', () => {
    const withApproval = calls.filter(({ result }) => namesIn(result).includes('approval'));
    const declaredCalls = calls.filter(({ secondPerson }) => secondPerson !== 'never');
    expect(declaredCalls.length).toBeGreaterThan(0);
    expect(declaredCalls).toEqual(withApproval);
    const wrongCalls = declaredCalls.filter(
      ({ isAction, summary }) => !isAction || !summary.includes('second person'),
    );
    expect(wrongCalls.map(({ id }) => id)).toEqual([]);
  });
});

const strengths = ['none', 'weak', 'passkey', 'recent'] as const;
type Strength = (typeof strengths)[number];
const sessionStrengths = strengths.filter((strength) => strength !== 'none');

/** Starts a session of this strength. */
async function startSessionOf(operatorId: string, strength: Strength): Promise<string> {
  const token = await server.startSession(operatorId, strength === 'weak' ? 'weak' : 'passkey');
  if (strength === 'passkey') {
    await server.db
      .updateTable('operator_sessions')
      .set({ passkey_used_at: new Date(server.clock.now() - 5 * MINUTE_MS) })
      .where('operator_id', '=', operatorId)
      .execute();
  }
  return token;
}

/** Sessions of an operator, one for each strength. Starting one takes as long as a call, so they are reused. */
function sessionsOf(operatorId: string) {
  const tokens = new Map<Strength, string>();
  return {
    /** Returns the session's token; null for none. */
    async get(strength: Strength): Promise<string | null> {
      if (strength === 'none') return null;
      const session = tokens.get(strength);
      if (session !== undefined) return session;
      // Starting the session changes the passkey time of all the operator's sessions.
      if (strength === 'passkey') tokens.delete('recent');
      const token = await startSessionOf(operatorId, strength);
      tokens.set(strength, token);
      return token;
    },
    /** Discards the sessions, because a call may have ended them or changed their passkey time. */
    reset: () => tokens.clear(),
  };
}

/** Calls that need a second right, to work with orders or to see a company. */
const secondRights = new Map<string, OperatorRight>([
  ['downloadOrderBatch', 'orders.edit'],
  ['viewAsPerson', 'companies.read'],
]);

/** The expected verdict: an error, or null if the call passes the checks of rights. */
function expectedVerdict(
  call: OperatorCall,
  { role, strength, isOwn }: { role: OperatorRoleName; strength: Strength; isOwn: boolean },
): string | null {
  if (call.strength === 'none') return null;
  if (strength === 'none') return 'unauthorised';
  const isAllowed =
    call.right === null || regionsWithRight(grantsOf(role, [poland]), call.right).length > 0;
  if (!isAllowed) return 'forbidden';
  if (strengths.indexOf(strength) < strengths.indexOf(call.strength)) return PASSKEY_NEEDED;
  // This call has the countries in its body.
  if (call.id === 'inviteOperator' && !isOwn) return 'forbidden';
  if (typeof call.scope === 'object' && !isOwn) return 'not_found';
  const second = secondRights.get(call.id);
  if (second !== undefined && regionsWithRight(grantsOf(role), second).length === 0)
    return 'forbidden';
  return null;
}

/** Errors that a permitted call may return for an unknown record, code or passkey. */
const laterErrors = [
  'conflict',
  'email_taken',
  'installer_not_found',
  'invalid_code',
  'passkey_rejected',
];

describe.each(operatorRoleNames)('the rights of the role %s in one country', (role) => {
  test('apply to every call, country and session strength', async () => {
    const sessions = sessionsOf(await server.addOperator(grantsOf(role, [poland])));
    const { operator, approval, chat_template, lead_request, lead_token } = records.other;
    const { product, variant, settings_version, certificate, order_batch, card } = records.other;
    const tableIds = await Promise.all(tables.map((table) => idsIn(server, table, czechia)));
    const otherIds = [
      ...tableIds.flat(),
      ...[operator, approval, chat_template, lead_request, lead_token, product, variant],
      ...[settings_version, certificate, order_batch, card],
    ];
    const wrongCalls: unknown[] = [];
    for (const [callId, call] of Object.entries(operatorCalls) as [OperatorCallId, OperatorCall][])
      // Without a session, a request has no role.
      for (const strength of role === 'administrator' ? strengths : sessionStrengths)
        for (const country of ['own', 'other'] as const) {
          const token = await sessions.get(strength);
          const input = consoleExamples[callId](records[country]) as TestInput<OperatorCall>;
          const { status, errors, result } = await server.operate(call, input, token);
          const isRejected = [401, 403, 404].includes(status);
          if (call.method !== 'GET' && !isRejected) sessions.reset();
          const isOwn = country === 'own';
          const expected = expectedVerdict(call, { role, strength, isOwn });
          const actual = errors[0]?.reason ?? errors[0]?.code ?? null;
          const text = JSON.stringify(result ?? {});
          const foundOther = otherIds.filter((other) => text.includes(other));
          const isScoped = typeof call.scope === 'object';
          const isPassed =
            actual === null ||
            // A conflict's reason depends on the record's state, so accept its code.
            [actual, errors[0]?.code ?? ''].some((error) => laterErrors.includes(error)) ||
            (actual === 'not_found' && !isScoped);
          if (foundOther.length > 0 || (expected === null ? !isPassed : actual !== expected))
            wrongCalls.push({ callId, strength, country, status, actual, expected, foundOther });
        }
    expect(wrongCalls).toEqual([]);
  }, 120_000);
});
