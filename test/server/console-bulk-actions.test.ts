import { randomUUID } from 'node:crypto';
import { type Selectable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#schemas/durations.ts';
import { bulkStartCalls, type BulkStartCallId } from '#schemas/operator/bulk-start-calls.ts';
import {
  type OperatorCall,
  OWN_COMPANY,
  PASSKEY_NEEDED,
  RECENT_MINUTES,
} from '#schemas/operator/operator-call.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { runBulkJobs } from '#server/console/run-bulk-jobs.ts';
import { type Database } from '#server/db/tables.ts';
import { certificateTags } from '#schemas/warranty-certificate.ts';
import { addCertificate } from './add-certificate.ts';
import { failAfter } from './break-connection.ts';
import { type RegionRecords } from './console-examples.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { findRecords } from './find-region-records.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'agreed by phone';

let server: TestConsole;
let records: RegionRecords;
let lead: string;
let leadId: string;
beforeAll(async () => {
  server = await startConsole({ demo: true, variables: { RATE_LIMIT_FACTOR: '1000000' } });
  records = await findRecords(server, poland);
  leadId = await server.addOperator(grantsOf('country_lead', [poland]));
  lead = await server.startSession(leadId);
});
afterAll(() => server.close());

/** An action with the fields that all its rows share. */
type Run = Readonly<Record<string, unknown>> & { readonly act: string };

function start(id: BulkStartCallId, records: readonly string[], run: Run, token = lead) {
  const call: OperatorCall = bulkStartCalls[id];
  return server.operate(call, { body: { records, run, why } } as never, token);
}

/** Starts a job, and returns its id. */
async function startJob(...args: Parameters<typeof start>): Promise<string> {
  const { errors, result } = await start(...args);
  expect(errors).toEqual([]);
  return (result as { readonly job: string }).job;
}

async function finishJobs(): Promise<void> {
  let running: unknown[];
  do {
    await runBulkJobs(server.services);
    running = await server.db
      .selectFrom('bulk_jobs')
      .select('uuid')
      .where('state', '=', 'running')
      .execute();
  } while (running.length > 0);
}

const jobOf = async (id: string) =>
  (await server.operate(operatorCalls.getBulkJob, { params: { id } }, lead)).result;

/** Starts a job, runs it to its end, and returns it. */
async function runJob(...args: Parameters<typeof start>) {
  const id = await startJob(...args);
  await finishJobs();
  return jobOf(id);
}

/** Retries a job in a session whose passkey was just used. */
async function retry(id: string): Promise<void> {
  const session = await server.startSession(leadId);
  const input = { params: { id }, body: { why } };
  expect((await server.operate(operatorCalls.retryBulkJob, input, session)).errors).toEqual([]);
}

/** Reads columns of a record. */
async function rowOf<Table extends keyof Database>(
  table: Table,
  id: string,
): Promise<Selectable<Database[Table]>> {
  const key = table === 'companies' ? 'id' : 'uuid';
  const row = await server.db
    .selectFrom(table as 'leads')
    .selectAll()
    .where(key as 'uuid', '=', id)
    .executeTakeFirstOrThrow();
  return row as unknown as Selectable<Database[Table]>;
}

async function addSurveys(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = {
      ...{ region: poland, key: randomUUID(), why },
      texts: [{ language: 'en' as const, title: 'Spring', tagline: 'Short', lang: 'en' as const }],
    };
    ids.push((await server.operate(operatorCalls.createSurvey, { body }, lead)).result.id);
    server.clock.advance(1000);
  }
  return ids;
}

/** Returns the records of an action's completed audit entries, oldest first. */
async function completedActions(act: string, ids: readonly string[]): Promise<(string | null)[]> {
  const rows = await server.db
    .selectFrom('operator_audit as act')
    .innerJoin('operator_audit as outcome', 'outcome.of_id', 'act.id')
    .select('act.record_id')
    .where('act.act', '=', act)
    .where('act.record_id', 'in', ids)
    .where('act.operator_id', '=', leadId)
    .where('outcome.outcome', '=', 'done')
    .orderBy('act.id')
    .execute();
  return rows.map(({ record_id }) => record_id);
}

test('companies are verified, flagged and blocked', async () => {
  const { company } = records;
  await server.db
    .updateTable('companies')
    .set({ reserved_points: 40 })
    .where('id', '=', company)
    .execute();
  expect(await runJob('startBulkCompanies', [company], { act: 'verifyCompany' })).toMatchObject({
    done: 1,
    failed: 0,
  });
  expect(await rowOf('companies', company)).toMatchObject({ reserved_points: 0 });
  const flags = { act: 'setCompanyFlags', is_recommended: true, accepts_leads: true };
  await runJob('startBulkCompanies', [company], flags);
  expect(await rowOf('companies', company)).toMatchObject({
    is_recommended: true,
    accepts_leads: true,
  });
  await runJob('startBulkCompanies', [company], { act: 'setCompanyBlocked', blocked: true });
  expect(await rowOf('companies', company)).toMatchObject({ active: 0 });
  // The company is already blocked.
  const repeatedRun = { act: 'setCompanyBlocked', blocked: true };
  expect((await runJob('startBulkCompanies', [company], repeatedRun)).failures).toMatchObject([
    { record: company, problem: 'conflict' },
  ]);
  await runJob('startBulkCompanies', [company], { act: 'setCompanyBlocked', blocked: false });
  expect(await rowOf('companies', company)).toMatchObject({ active: 1 });
  for (const act of ['verifyCompany', 'setCompanyFlags'])
    expect(await completedActions(act, [company])).toEqual([company]);
});

test('actions on many companies ask for the passkey again', async () => {
  const token = await server.startSession(await server.addOperator(grantsOf('sales', [poland])));
  server.clock.advance(6 * 60_000);
  await server.db
    .updateTable('operator_sessions')
    .set({ used_at: new Date(server.clock.now()) })
    .execute();
  const { errors } = await start(
    'startBulkCompanies',
    [records.company],
    { act: 'verifyCompany' },
    token,
  );
  expect(errors[0]?.reason).toBe(PASSKEY_NEEDED);
  lead = await server.startSession(leadId);
});

test('requests are offered to a company, and leads withdrawn and offered again', async () => {
  const { company, lead_request: request } = records;
  await server.db
    .updateTable('companies')
    .set({ accepts_leads: true, availability: true })
    .where('id', '=', company)
    .execute();
  const offer = { act: 'offerLeadRequest', company };
  const job = await runJob('startBulkRequests', [request], offer);
  expect(job).toMatchObject({ done: 1, failed: 0 });
  const { state, current_lead } = await rowOf('lead_requests', request);
  expect(state).toBe('offered');
  const offeredLead = current_lead ?? '';
  await runJob('startBulkLeads', [offeredLead], { act: 'withdrawLead' });
  expect(await rowOf('leads', offeredLead)).toMatchObject({ status: 'rejected' });
  const renewed = await runJob('startBulkLeads', [offeredLead], { act: 'renewLead' });
  expect(renewed.failures).toEqual([]);
  // A withdrawn lead isn't reopened: the company gets a new one.
  const renewedLead = (await rowOf('lead_requests', request)).current_lead ?? '';
  expect(await rowOf('leads', renewedLead)).toMatchObject({ status: 'new', company_id: company });
  const offeredTwice = await runJob('startBulkRequests', [request], offer);
  expect(offeredTwice.failures).toMatchObject([{ problem: 'move_not_allowed' }]);
});

test('products are hidden and planned', async () => {
  const { product } = records;
  const show_at = '2027-03-01T08:00:00.000Z';
  const run = { act: 'editProduct', is_visible: false, show_at };
  expect(await runJob('startBulkProducts', [product], run)).toMatchObject({ done: 1 });
  expect(await rowOf('shop_products', product)).toMatchObject({
    is_visible: false,
    show_at: new Date(show_at),
  });
});

test('certificates are sent again, but not rejected ones', async () => {
  const { certificate } = records;
  const rejected = await addCertificate(server, poland, { tag: certificateTags.rejected });
  const ids = [certificate, rejected.id];
  const job = await runJob('startBulkCertificates', ids, { act: 'resendCertificate' });
  expect(job).toMatchObject({ done: 1, failed: 1 });
  expect(job.failures).toMatchObject([{ record: rejected.id, label: rejected.number }]);
  expect(await completedActions('resendCertificate', ids)).toEqual([certificate]);
});

test('chats are assigned, and solved unless a newer message has arrived', async () => {
  const { chat, installer } = records;
  const assign = { act: 'assignChat', operator: leadId };
  expect(await runJob('startBulkChats', [chat], assign)).toMatchObject({ done: 1 });
  expect(await rowOf('support_chats', chat)).toMatchObject({ assigned_to: leadId });
  const startBody = { installer, title: 'Gutters', text: 'Hello.', why };
  const chats: string[] = [];
  for (let index = 0; index < 2; index += 1) {
    const body = { body: { ...startBody, title: `Gutters ${index}` } };
    chats.push((await server.operate(operatorCalls.startChat, body, lead)).result.id);
    server.clock.advance(1000);
  }
  const [firstChat = '', secondChat = ''] = chats;
  const id = await startJob('startBulkChats', chats, { act: 'setChatSolved', solved: true });
  const message = await server.db
    .selectFrom('support_messages')
    .selectAll()
    .where('chat_uuid', '=', secondChat)
    .executeTakeFirstOrThrow();
  const newer = { uuid: randomUUID(), created_at: new Date(server.clock.now()) };
  await server.db
    .insertInto('support_messages')
    .values({ ...message, ...newer } as never)
    .execute();
  await finishJobs();
  const job = await jobOf(id);
  expect(job.failures).toMatchObject([{ record: secondChat, problem: 'newer_message' }]);
  expect((await rowOf('support_chats', firstChat)).status).not.toBe(
    (await rowOf('support_chats', secondChat)).status,
  );
});

test('news is withdrawn once, and each row that fails has its reason', async () => {
  const { content } = records;
  const run = { act: 'withdrawContent' };
  expect(await runJob('startBulkContents', [content], run)).toMatchObject({ done: 1 });
  const job = await runJob('startBulkContents', [content], run);
  expect(job.failures).toMatchObject([{ record: content, problem: 'move_not_allowed' }]);
  await server.operate(
    operatorCalls.restoreContent,
    { params: { id: content }, body: { rev: await contentRev(content), why } },
    lead,
  );
  // Before the retry, the news is published again.
  await retry(job.id);
  await finishJobs();
  expect(await jobOf(job.id)).toMatchObject({ done: 1, failed: 0 });
});

const contentRev = async (id: string) =>
  (await server.operate(operatorCalls.readContent, { params: { id } }, lead)).result.rev;

test('surveys are ended in order, and a stopped job leaves the remaining surveys open', async () => {
  const surveys = await addSurveys(3);
  const id = await startJob('startBulkSurveys', surveys, { act: 'endSurvey' });
  const input = { params: { id }, body: { why } };
  await server.operate(operatorCalls.stopBulkJob, input, lead);
  await runBulkJobs(server.services);
  expect(await completedActions('endSurvey', surveys)).toEqual([]);
  await retry(id);
  await finishJobs();
  expect(await completedActions('endSurvey', surveys)).toEqual(surveys);
});

test.each([3, 8, 13, 21, 34])(
  'a process that ends after %i statements neither loses nor repeats a row',
  async (statements) => {
    const surveys = await addSurveys(3);
    const id = await startJob('startBulkSurveys', surveys, { act: 'endSurvey' });
    await failAfter(server.services, statements, () => runBulkJobs(server.services));
    await finishJobs();
    const { state, done, failed } = await jobOf(id);
    expect([state, done + failed]).toEqual(['done', 3]);
    expect(await completedActions('endSurvey', surveys)).toHaveLength(done);
  },
);

test('a record that has moved to another country fails, and so does one of another country', async () => {
  const [survey = ''] = await addSurveys(1);
  const id = await startJob('startBulkSurveys', [survey], { act: 'endSurvey' });
  const move = (region_id: typeof poland) =>
    server.db.updateTable('surveys').set({ region_id }).where('uuid', '=', survey).execute();
  await move(czechia);
  await finishJobs();
  expect((await jobOf(id)).failures).toMatchObject([{ problem: 'not_found' }]);
  expect((await start('startBulkSurveys', [survey], { act: 'endSurvey' })).code).toBe('not_found');
});

test('rows and offers of the operator’s own company fail', async () => {
  const { company, lead_request: request } = records;
  const { email } = await server.db
    .selectFrom('operators')
    .select('email')
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow();
  const person = await server.db
    .selectFrom('installers')
    .select('id')
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow();
  await server.db
    .updateTable('installers')
    .set({ email: email as never })
    .where('id', '=', person.id)
    .execute();
  const flag = { act: 'setCompanyFlags', is_recommended: false };
  const own = await runJob('startBulkCompanies', [company], flag);
  expect(own.failures).toMatchObject([{ record: company, problem: OWN_COMPANY }]);
  const offer = { act: 'offerLeadRequest', company };
  const offered = await runJob('startBulkRequests', [request], offer);
  expect(offered.failures).toMatchObject([{ problem: OWN_COMPANY }]);
});

test('a retry needs a passkey used recently, like the start of a job that blocks companies', async () => {
  const { company } = records;
  const operator = await server.addOperator(grantsOf('country_lead', [poland]));
  const token = await server.startSession(operator);
  const run = { act: 'setCompanyBlocked', blocked: true };
  const id = await startJob('startBulkCompanies', [company], run, token);
  const input = { params: { id }, body: { why } };
  await server.operate(operatorCalls.stopBulkJob, input, token);
  server.clock.advance((RECENT_MINUTES + 1) * MINUTE_MS);
  const { errors } = await server.operate(operatorCalls.retryBulkJob, input, token);
  expect(errors[0]?.reason).toBe(PASSKEY_NEEDED);
  await finishJobs();
  expect(await jobOf(id)).toMatchObject({ state: 'stopped', done: 0 });
  const newToken = await server.startSession(operator);
  expect((await server.operate(operatorCalls.retryBulkJob, input, newToken)).status).toBe(200);
  await finishJobs();
  expect(await jobOf(id)).toMatchObject({ state: 'done', done: 1 });
});
