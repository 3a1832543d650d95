import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idParams } from '#schemas/api/call.ts';
import { defineOperatorCall, type OperatorCall, why } from '#schemas/operator/operator-call.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { type OperatorHandler } from '#server/console/operator-handler.ts';
import { registerOperatorCall } from '#server/console/register-operator-calls.ts';
import { createServer } from '#server/http/create-server.ts';
import { registerErrorHandler } from '#server/http/error-handler.ts';
import { ApiFailure } from '#server/http/failure.ts';
import { registerOperatorLimits } from '#server/http/overload/concurrency-limits.ts';
import { CONSOLE_ORIGIN, grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const poland = regionIdOf('PL');
const phone = '+48501234567';
const scope = { record: 'company', in: 'params', field: 'id' } as const;
const result = v.object({ phone: v.string() });
/** Calls declared like those of the features. */
const readPhone = defineOperatorCall(
  {
    id: 'readPhone',
    method: 'POST',
    path: '/operator/v1/phone/{id}',
    summary: 'Reads.',
    params: idParams,
    body: v.object({ why }),
    result,
  },
  { right: 'personal.read', scope, readsPersonalData: true },
);
const changePhone = defineOperatorCall(
  {
    id: 'changePhone',
    method: 'PATCH',
    path: '/operator/v1/phone/{id}',
    summary: 'Changes.',
    params: idParams,
    body: v.object({ why }),
    result,
  },
  { right: 'companies.edit', scope, isAction: true },
);

let server: TestConsole;
let app: FastifyInstance;
let token: string;
/** The outcome of the next handler. */
let outcome: 'succeeds' | 'fails' = 'succeeds';
/** Number of times that a handler ran. */
let runs = 0;
beforeAll(async () => {
  server = await startConsole({ demo: true });
  const { services } = server;
  app = createServer(services);
  registerErrorHandler(app, services);
  registerOperatorLimits(app, services.environment);
  const handler = () => {
    runs += 1;
    return outcome === 'succeeds'
      ? Promise.resolve({ phone })
      : Promise.reject(new ApiFailure('not_found'));
  };
  // No handler uses `runAction`, which is correct for a read but a fault in an action.
  for (const call of [readPhone, changePhone])
    registerOperatorCall(
      app,
      services,
      call as OperatorCall,
      handler as OperatorHandler<OperatorCall>,
    );
  await app.ready();
  const operator = await server.addOperator(grantsOf('country_lead', [poland]));
  token = await server.startSession(operator);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

async function send(method: 'POST' | 'PATCH', company: string, body: object, key = randomUUID()) {
  const response = await app.inject({
    method,
    url: `/api/operator/v1/phone/${company}`,
    headers: { cookie: `__Host-console=${token}`, origin: CONSOLE_ORIGIN, 'idempotency-key': key },
    payload: body,
  });
  return { status: response.statusCode, body: response.json<unknown>() };
}

async function companyIn(region: typeof poland) {
  const { id } = await server.db
    .selectFrom('companies')
    .select('id')
    .where('regions_id', '=', region)
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  return id;
}

/** The audit of a record, oldest first: kind, action, reason and outcome of each entry. */
async function auditOf(record: string) {
  const rows = await server.db
    .selectFrom('operator_audit as entry')
    .leftJoin('operator_reasons', 'operator_reasons.audit_id', 'entry.id')
    .leftJoin('operator_audit as ending', (join) =>
      join.onRef('ending.of_id', '=', 'entry.id').on('ending.kind', '=', 'outcome'),
    )
    .select(['entry.kind', 'entry.act', 'entry.region_id', 'operator_reasons.why'])
    .select('ending.outcome')
    .where('entry.record_id', '=', record)
    .orderBy('entry.id')
    .execute();
  return rows.map((row) => [row.kind, row.act, row.region_id, row.why, row.outcome]);
}

test('each read of personal data is recorded with its reason and outcome, but without the data', async () => {
  const company = await companyIn(poland);
  const reasonBody = { why: 'called back' };
  expect(await send('POST', company, reasonBody)).toEqual({ status: 200, body: { phone } });
  expect(await send('POST', company, reasonBody)).toEqual({ status: 200, body: { phone } });
  outcome = 'fails';
  expect(await send('POST', company, reasonBody)).toMatchObject({ status: 404 });
  outcome = 'succeeds';
  expect(await auditOf(company)).toEqual([
    ['read', 'readPhone', poland, 'called back', 'done'],
    ['read', 'readPhone', poland, 'called back', 'done'],
    ['read', 'readPhone', poland, 'called back', 'not_found'],
  ]);
  const auditRows = await server.db.selectFrom('operator_audit').selectAll().execute();
  const answers = await server.db.selectFrom('idempotency_keys').selectAll().execute();
  expect(JSON.stringify([auditRows, answers])).not.toContain(phone);
});

test('personal data isn’t read without a reason, or in another country', async () => {
  const [ownCompany, other] = [await companyIn(poland), await companyIn(regionIdOf('CZ'))];
  const [runsBefore, auditedRows] = [runs, await auditOf(ownCompany)];
  expect(await send('POST', ownCompany, {})).toMatchObject({ status: 400 });
  expect(await send('POST', other, { why: 'called back' })).toMatchObject({ status: 404 });
  expect(runs).toBe(runsBefore);
  expect(await auditOf(ownCompany)).toEqual(auditedRows);
  expect(await auditOf(other)).toEqual([]);
});

test('an action whose handler doesn’t use runAction fails, even when repeated', async () => {
  const company = await companyIn(poland);
  const auditedRows = await auditOf(company);
  const key = randomUUID();
  expect(await send('PATCH', company, { why: 'test' }, key)).toMatchObject({ status: 500 });
  expect(await send('PATCH', company, { why: 'test' }, key)).toMatchObject({ status: 500 });
  expect((await auditOf(company)).slice(auditedRows.length)).toEqual([
    ['act', 'changePhone', poland, 'test', 'failed'],
    ['act', 'changePhone', poland, 'test', 'failed'],
  ]);
});
