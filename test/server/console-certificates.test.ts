import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { certificateProblems } from '#schemas/operator/certificate-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { certificateTags } from '#schemas/warranty-certificate.ts';
import { incrementCount, limits } from '#server/access/rate-limits.ts';
import { certificateList, matchWords } from '#server/certificates/list-operator-certificates.ts';
import { runBulkJobs } from '#server/console/run-bulk-jobs.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { selectFoundKeys } from '#server/console/found-rows.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { addCertificate } from './add-certificate.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'asked for by the homeowner';
const email = 'zofia@customer.example';
type TagName = 'valid' | 'in_review' | 'rejected';

let server: TestConsole;
let lead: string;
let viewer: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole({ demo: true });
  const start = async (role: 'country_lead' | 'viewer') =>
    server.startSession(await server.addOperator(grantsOf(role, [poland])));
  [lead, viewer] = [await start('country_lead'), await start('viewer')];
});
afterAll(() => server.close());

type ListQuery = Parameters<
  typeof server.operate<typeof operatorCalls.listCertificates>
>[1]['query'];
const list = async (query: ListQuery = {}, token = lead) => {
  const { result } = await server.operate(operatorCalls.listCertificates, { query }, token);
  return result;
};
const numbers = async (query: ListQuery, token = lead) =>
  (await list(query, token)).data.map(({ number }) => number);
const read = async (id: string, token = lead) =>
  (await server.operate(operatorCalls.readCertificate, { params: { id } }, token)).result;
const tag = (id: string, verdict: TagName, rev: number, key = randomUUID()) =>
  server.operate(
    operatorCalls.tagCertificate,
    { params: { id }, body: { verdict, rev, why }, headers: { 'idempotency-key': key } },
    lead,
  );
const resend = (id: string, rev: number, key: string = randomUUID()) =>
  server.operate(
    operatorCalls.resendCertificate,
    { params: { id }, body: { rev, why }, headers: { 'idempotency-key': key } },
    lead,
  );
const mailsTo = (address: string) =>
  server.delivery
    .messages()
    .flatMap((message) =>
      'template' in message && message.template === 'certificate' && message.to === address
        ? [message]
        : [],
    );

test('certificates are found by number, company, town, street and customer', async () => {
  const { number, company } = await addCertificate(server, poland, {
    street: 'ul. Świętojańska',
    city: 'Gdynia',
    name: 'Łukasława Straße',
  });
  const { name } = await server.db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', company)
    .executeTakeFirstOrThrow();
  const [start = ''] = number.split('-');
  for (const search of [number, number.toLowerCase(), start, `${name} gdynia`, '30-001 GDYNIA'])
    expect([search, await numbers({ search })]).toEqual([search, [number]]);
  for (const search of ['swietojanska 7', 'lukaslawa', 'straße'])
    expect([search, await numbers({ search })]).toEqual([search, [number]]);
  expect(await numbers({ search: 'swietojanska krakow' })).toEqual([]);
});

test('an operator without personal data reads and searches neither street nor customer', async () => {
  const { id, number } = await addCertificate(server, poland, { city: 'Gdynia' });
  expect(await numbers({ search: 'gdynia' }, viewer)).toEqual([number]);
  expect(await numbers({ search: 'dluga' }, viewer)).toEqual([]);
  expect(await numbers({ search: 'zofia' }, viewer)).toEqual([]);
  const { data } = await list({ search: 'gdynia' }, viewer);
  expect(data[0]).toMatchObject({ street: '', city: 'Gdynia' });
  const maskedCertificate = await read(id, viewer);
  expect(maskedCertificate).toMatchObject({ can_reveal: false, street: '' });
  expect(maskedCertificate.customer).toEqual({
    ...{ name: 'Z. Ż.', email: '•••@customer.example', street: '•••', note: '•••' },
  });
  const fullCertificate = await read(id);
  expect(fullCertificate.customer).toMatchObject({
    name: 'Zofia Żak',
    email: '•••@customer.example',
  });
  for (const call of [operatorCalls.revealCertificate, operatorCalls.openCertificatePdf])
    expect((await server.operate(call, { params: { id }, body: { why } }, viewer)).code).toBe(
      'forbidden',
    );
});

test('the customer and the PDF are read with a reason, and not stored with the request', async () => {
  const { id } = await addCertificate(server, poland);
  const headers = { 'idempotency-key': randomUUID() };
  const input = { params: { id }, body: { why }, headers };
  const reveal = () => server.operate(operatorCalls.revealCertificate, input, lead);
  expect((await reveal()).result.customer).toMatchObject({ email, note: 'Key at the neighbour’s' });
  const { pdf } = (
    await server.operate(operatorCalls.openCertificatePdf, { params: { id }, body: { why } }, lead)
  ).result;
  expect(
    Buffer.from(pdf ?? '', 'base64')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const { rows } = await sql<{ text: string }>`
    select jsonb_agg(to_jsonb(audit))::text as text from operator_audit as audit
    where record_id = ${id}`.execute(server.db);
  expect(rows[0]?.text).toContain('openCertificatePdf');
  expect(rows[0]?.text).not.toContain(email);
  const storedText = await sql<{ text: string }>`
    select coalesce(jsonb_agg(to_jsonb(request)), '[]')::text as text
    from idempotency_keys as request`.execute(server.db);
  expect(storedText.rows[0]?.text).not.toContain(email);
});

test('a verdict reaches the app and the public page, with before and after', async () => {
  const session = await server.signInByEmail(demoAccounts.polishOwner.email, 'PL');
  const readInApp = async () => {
    const { result } = await server.call(calls.listCertificates, { query: {} }, session.token);
    return result.data.filter(({ tag: shown }) => shown === certificateTags.valid);
  };
  const [first] = await readInApp();
  const { uuid: id = '', number = '' } = first ?? {};
  const { rev } = await read(id);
  const { result } = await tag(id, 'rejected', rev);
  expect(result.rev).toBeGreaterThan(rev);
  expect((await readInApp()).map(({ uuid }) => uuid)).not.toContain(id);
  const page = await server.app.inject({ url: `/c/${number}` });
  expect(page.body).toContain('class="status invalid"');
  const { data } = (
    await server.operate(operatorCalls.listCertificateTimeline, { params: { id }, query: {} }, lead)
  ).result;
  expect(data.map(({ what }) => what)).toEqual(['tagCertificate', 'certificate_issued']);
  expect(data[0]).toMatchObject({
    ...{ before: { verdict: 'valid' }, after: { verdict: 'rejected' }, why },
  });
  expect(await numbers({ verdict: 'rejected' })).toContain(number);
  expect(await numbers({ verdict: 'valid' })).not.toContain(number);
});

test('the second of two verdicts on the same version is rejected, but a repeated request isn’t', async () => {
  const { id, rev } = await addCertificate(server, poland);
  const key = randomUUID();
  const results = await Promise.all([tag(id, 'in_review', rev), tag(id, 'rejected', rev)]);
  expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const now = await read(id);
  const next = now.verdict === 'in_review' ? 'rejected' : 'in_review';
  const firstResponse = await tag(id, next, now.rev, key);
  expect((await tag(id, next, now.rev, key)).result).toEqual(firstResponse.result);
  const sameResponse = await tag(id, next, firstResponse.result.rev);
  expect(sameResponse.errors[0]).toMatchObject({
    ...{ code: 'conflict', reason: certificateProblems.sameVerdict },
  });
});

test('a certificate is emailed again once per request, and never once it has been rejected', async () => {
  const { id, rev, number } = await addCertificate(server, poland);
  const key = randomUUID();
  await resend(id, rev, key);
  expect((await resend(id, rev, key)).status).toBe(200);
  await server.services.messages.sendDue();
  const [mail, ...others] = mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.attachments.map(({ name }) => name)).toEqual([`${number}.pdf`]);
  const { rev: rejectedRev } = (await tag(id, 'rejected', rev)).result;
  const rejectedResponse = await resend(id, rejectedRev);
  expect(rejectedResponse.errors[0]).toMatchObject({
    ...{ code: 'conflict', reason: certificateProblems.rejected },
  });
});

test('an address gets at most ten certificates a day, from operators and installers together', async () => {
  const { id, rev } = await addCertificate(server, poland);
  const { count } = limits.certificateMailsPerRecipient;
  for (let sentCount = 0; sentCount < count; sentCount += 1)
    expect((await resend(id, rev)).status).toBe(200);
  expect((await resend(id, rev)).code).toBe('too_many_requests');
});

test('a certificate of another country isn’t listed or found', async () => {
  const { id, number } = await addCertificate(server, czechia);
  expect(await numbers({ search: number })).toEqual([]);
  expect((await server.operate(operatorCalls.readCertificate, { params: { id } }, lead)).code).toBe(
    'not_found',
  );
});

/** Lines of a page's query plan. */
const planOf = (query: Parameters<typeof certificateList>[0], search?: string) =>
  server.db.transaction().execute(async (trx) => {
    for (const plan of search ? ['seqscan', 'indexscan'] : ['seqscan', 'bitmapscan', 'sort'])
      await sql.raw(`set local enable_${plan} = off`).execute(trx);
    const words = search === undefined ? undefined : matchWords({ search }, true);
    const select = words ? selectFoundKeys : selectPageKeys;
    const queries = scopedQueries(trx, [poland, czechia]);
    const found = select(queries, [poland, czechia], certificateList(query, words), {
      cursor: null,
      limit: 50,
    });
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${found}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

test('the list, its filter and its search are read from indexes', async () => {
  expect(await planOf({})).toContain('using warranty_certificates_region');
  // Drop the index that PostgreSQL might prefer for so few certificates.
  await sql`drop index warranty_certificates_region`.execute(server.db);
  expect(await planOf({ verdict: 'rejected' })).toContain('using warranty_certificates_tag');
  await sql`drop index warranty_certificates_tag, warranty_certificates_list`.execute(server.db);
  expect(await planOf({}, 'gdynia')).toContain('on warranty_certificates_personal_words');
});

test('a job sends certificates after the operator’s hourly limit, but not after the recipient’s', async () => {
  const operatorId = await server.addOperator(grantsOf('country_lead', [poland]));
  const token = await server.startSession(operatorId);
  const { certificateMailsPerPerson: ofPerson, certificateMailsPerRecipient: ofRecipient } = limits;
  const [first, second] = [
    await addCertificate(server, poland, { email: 'jan@customer.example' }),
    await addCertificate(server, poland, { email: 'ewa@customer.example' }),
  ];
  for (let index = 0; index < ofPerson.count; index += 1)
    await incrementCount(server.services, ofPerson, operatorId);
  for (let index = 0; index < ofRecipient.count; index += 1)
    await incrementCount(server.services, ofRecipient, 'ewa@customer.example');
  const single = await server.operate(
    operatorCalls.resendCertificate,
    { params: { id: first.id }, body: { rev: first.rev, why } },
    token,
  );
  expect(single.code).toBe('too_many_requests');
  const run = { act: 'resendCertificate' as const };
  const { result } = await server.operate(
    operatorCalls.startBulkCertificates,
    { body: { records: [first.id, second.id], run, why } },
    token,
  );
  while ((await runBulkJobs(server.services)) > 0);
  const params = { id: result.job };
  const { result: job } = await server.operate(operatorCalls.getBulkJob, { params }, token);
  expect(job).toMatchObject({ done: 1, failed: 1 });
  expect(job.failures).toMatchObject([{ record: second.id, problem: 'too_many_requests' }]);
});
