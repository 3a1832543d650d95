import { randomUUID } from 'node:crypto';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { commentKinds, type CommentKind, RECORD_ERASED } from '#schemas/operator/comment-calls.ts';
import { OWN_COMPANY, PASSKEY_NEEDED } from '#schemas/operator/operator-call.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorRoleName } from '#schemas/operator/operator-rights.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { erasePerson } from '#server/account/erase-person.ts';
import { eraseComments } from '#server/console/record-comments.ts';
import { eraseEndedRequests } from '#server/leads/erase-requests.ts';
import { leadRequest } from './console-examples.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { findRecords } from './find-region-records.ts';
import { accounts } from './test-accounts.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const { decorOwner, polishOwner, polishStaff } = accounts;
const why = 'comment';
/** A campaign of the demo data. */
const campaign = 'PL-flat-roof-double';
const company = { kind: 'company' as const, record: polishOwner.companyId };

let server: TestConsole;
let sales: string;
beforeAll(async () => {
  server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '1000000' } });
  sales = await signIn('sales');
});
afterAll(() => server.close());

const signIn = async (role: OperatorRoleName, strength: 'weak' | 'passkey' = 'passkey') =>
  server.startSession(await server.addOperator(grantsOf(role, [poland])), strength);
const write = (
  text: string,
  token: string,
  record: { readonly kind: CommentKind; readonly record: string } = company,
  key: string = randomUUID(),
) =>
  server.operate(
    operatorCalls.writeComment,
    { body: { ...record, text, why }, headers: { 'idempotency-key': key } },
    token,
  );
const remove = (id: string, token: string) =>
  server.operate(operatorCalls.deleteComment, { params: { id }, body: { why } }, token);
const commentsOf = async (token = sales) => {
  const { result } = await server.operate(
    operatorCalls.listCompanyTimeline,
    { params: { id: company.record }, query: { limit: 100 } },
    token,
  );
  return result.data.flatMap(({ comment, ...entry }) => (comment ? [{ ...entry, comment }] : []));
};

test('the timeline has a comment with its author and time, once per request', async () => {
  const key = randomUUID();
  const [first, second] = [
    await write(' Called twice.\nNo answer. ', sales, company, key),
    await write(' Called twice.\nNo answer. ', sales, company, key),
  ];
  expect(first.status).toBe(201);
  expect(second.result).toEqual(first.result);
  const [entry, ...others] = await commentsOf(await signIn('viewer'));
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    kind: 'comment',
    who: expect.stringContaining('Operator'),
    at: new Date(server.clock.now()).toISOString(),
    comment: { id: first.result.id, text: 'Called twice.\nNo answer.', deleted_at: null },
  });
});

test('the audit has no text, only that a comment was written', async () => {
  const text = 'Ask for the daughter, 601 222 333';
  const { result } = await write(text, sales);
  const { rows } = await sql<{ row: string }>`
    select operator_audit::text || coalesce(why, '') as row from operator_audit
    left join operator_reasons on audit_id = id`.execute(server.db);
  expect(rows.filter(({ row }) => row.includes('601 222'))).toEqual([]);
  expect(rows.filter(({ row }) => row.includes(result.id))).toHaveLength(1);
  const { rows: keys } = await sql<{ row: string }>`
    select idempotency_keys::text as row from idempotency_keys`.execute(server.db);
  expect(keys.filter(({ row }) => row.includes('601 222'))).toEqual([]);
});

test('only its author can delete a comment, and the timeline shows the deletion', async () => {
  const { result } = await write('Wrong company', sales);
  expect((await remove(result.id, await signIn('sales'))).code).toBe('forbidden');
  expect((await remove(result.id, sales)).status).toBe(200);
  expect((await remove(result.id, sales)).status).toBe(200);
  const deleted = (await commentsOf()).find(({ comment }) => comment.id === result.id);
  expect(deleted?.comment).toMatchObject({
    text: null,
    deleted_at: new Date(server.clock.now()).toISOString(),
  });
  expect((await remove(randomUUID(), sales)).code).toBe('not_found');
});

test('writing needs a passkey, a role other than viewer, and the right to read the record', async () => {
  expect((await write('x', await signIn('support', 'weak'))).errors[0]?.reason).toBe(
    PASSKEY_NEEDED,
  );
  expect((await write('x', await signIn('viewer'))).code).toBe('forbidden');
  // Editors don't read companies.
  expect((await write('x', await signIn('editor'))).code).toBe('not_found');
  expect((await write('x', await signIn('reviewer'))).status).toBe(201);
  expect((await write(' \n ', sales)).code).toBe('invalid_input');
  expect((await write('x'.repeat(2001), sales)).code).toBe('invalid_input');
});

test('a role in another country doesn’t count', async () => {
  const grants = [...grantsOf('viewer', [poland]), ...grantsOf('sales', [czechia])];
  const token = await server.startSession(await server.addOperator(grants));
  expect((await write('x', token)).code).toBe('forbidden');
  const czech = await server.startSession(await server.addOperator(grantsOf('sales', [czechia])));
  expect((await write('x', czech)).code).toBe('not_found');
  const { result } = await write('Ours', sales);
  expect((await remove(result.id, czech)).code).toBe('not_found');
});

test('operators don’t comment on their own company', async () => {
  const id = await server.addOperator(grantsOf('sales', [poland]), polishStaff.email);
  const token = await server.startSession(id);
  expect((await write('x', token)).errors[0]?.reason).toBe(OWN_COMPANY);
  await server.db
    .updateTable('operators')
    .set({ email: 'ewa@club.example' })
    .where('id', '=', id)
    .execute();
});

test('a lead of a country comments on its records of all kinds', async () => {
  const demo = await startConsole({ demo: true });
  const lead = await demo.startSession(await demo.addOperator(grantsOf('country_lead', [poland])));
  const records = { ...(await findRecords(demo, poland)), campaign };
  const send = async (kind: CommentKind, record: string) => {
    const body = { kind, record, text: 'Seen', why };
    const { status } = await demo.operate(operatorCalls.writeComment, { body }, lead);
    return [kind, status] as const;
  };
  const all = (status: number) => commentKinds.map((kind) => [kind, status]);
  const written = [];
  for (const kind of commentKinds)
    written.push(await send(kind, kind === 'campaign' ? campaign : records[kind].toUpperCase()));
  expect(written).toEqual(all(201));
  const unknown = [];
  for (const kind of commentKinds) unknown.push(await send(kind, randomUUID()));
  expect(unknown).toEqual(all(404));
  // Only campaigns have an id of this format.
  const misnamed = [];
  for (const kind of commentKinds)
    misnamed.push(await send(kind, kind === 'campaign' ? 'CZ-flat-roof-double' : campaign));
  expect(misnamed).toEqual(all(404));
  const rows = await demo.db
    .selectFrom('record_comments')
    .select(['record_id', 'record_name'])
    .execute();
  expect(rows.map((row) => row.record_name ?? row.record_id)).toEqual(
    commentKinds.map((kind) => records[kind]),
  );
  await demo.db
    .updateTable('installers')
    .set({ name: 'Person', surname: sql<string>`left(id::text, 8)` })
    .where('id', '=', (eb) =>
      eb.selectFrom('orders').select('user_id').where('uuid', '=', records.order),
    )
    .execute();
  expect(await send('order', records.order)).toEqual(['order', 409]);
  const order = await demo.operate(
    operatorCalls.readOrder,
    { params: { id: records.order } },
    lead,
  );
  expect(order.result.is_erased).toBe(true);
  await demo.close();
}, 60_000);

test('the author deletes a comment on a campaign or a project in its timeline', async () => {
  const demo = await startConsole({ demo: true });
  const lead = await demo.startSession(await demo.addOperator(grantsOf('country_lead', [poland])));
  const { project } = await findRecords(demo, poland);
  for (const [kind, record, call] of [
    ['campaign', campaign, operatorCalls.listCampaignTimeline],
    ['project', project, operatorCalls.listProjectTimeline],
  ] as const) {
    const body = { kind, record, text: 'Asked the dealer', why };
    const { result: written } = await demo.operate(operatorCalls.writeComment, { body }, lead);
    const commentIn = async () => {
      const { result } = await demo.operate(call, { params: { id: record }, query: {} }, lead);
      return result.data.find(({ comment }) => comment?.id === written.id)?.comment?.text;
    };
    expect(await commentIn()).toBe('Asked the dealer');
    const deletion = { params: { id: written.id }, body: { why } };
    const czech = await demo.startSession(
      await demo.addOperator(grantsOf('country_lead', [czechia])),
    );
    expect((await demo.operate(operatorCalls.deleteComment, deletion, czech)).code).toBe(
      'not_found',
    );
    expect((await demo.operate(operatorCalls.deleteComment, deletion, lead)).status).toBe(200);
    expect(await commentIn()).toBeNull();
    const { rows } = await sql<{ records: number }>`
      select count(*)::integer as records from operator_audit
      where record_kind = ${kind} and record_id = ${record} and kind = 'change'`.execute(demo.db);
    expect(rows).toEqual([{ records: 2 }]);
  }
  await demo.close();
}, 60_000);

test('sending deletes the draft, but not a different one of another window', async () => {
  const query = { kind: company.kind, record: company.record, field: 'comment' };
  const save = (text: string) =>
    server.operate(operatorCalls.saveDraft, { body: { ...query, text } }, sales);
  const readDraft = async () =>
    (await server.operate(operatorCalls.readDraft, { query }, sales)).result.draft;
  await save('Called \n');
  await write('Called', sales);
  expect(await readDraft()).toBeNull();
  await save('Called twice');
  await write('Called', sales);
  expect((await readDraft())?.text).toBe('Called twice');
});

test('an erasure erases comments on the person, and the person’s data in others', async () => {
  const { name, surname } = await server.db
    .selectFrom('installers')
    .select(['name', 'surname'])
    .where('id', '=', polishStaff.id)
    .executeTakeFirstOrThrow();
  const onPerson = await write('Moved away', sales, { kind: 'installer', record: polishStaff.id });
  const onCompany = await write(`Spoke with ${name} ${surname}.`, sales);
  const other = await write('Spoke with the owner.', sales);
  const options = { isDryRun: false, closesCompany: false };
  const erasure = await erasePerson(polishStaff.id, options, server.services);
  expect(erasure.pseudonymised['console comments']).toBe(2);
  const rows = await server.db.selectFrom('record_comments').select(['uuid', 'text']).execute();
  const texts = new Map(rows.map(({ uuid, text }) => [uuid, text]));
  expect(texts.get(onPerson.result.id)).toBeNull();
  expect(texts.get(onCompany.result.id)).toMatch(/ Person \w+\.$/);
  expect(texts.get(other.result.id)).toBe('Spoke with the owner.');
  const late = await write('Called', sales, { kind: 'installer', record: polishStaff.id });
  expect(late.errors[0]?.reason).toBe(RECORD_ERASED);
  const input = { params: { id: polishStaff.id } };
  const file = await server.operate(operatorCalls.readPersonFile, input, sales);
  expect(file.result.is_erased).toBe(true);
});

test('comments on a company aren’t accepted once the erasure of its last owner has closed it', async () => {
  const { id, companyId } = decorOwner;
  const record = { kind: 'company' as const, record: companyId };
  const token = await signIn('sales');
  const isFileErased = async () => {
    const input = { params: { id: companyId } };
    return (await server.operate(operatorCalls.readCompanyFile, input, token)).result.is_erased;
  };
  const setActive = (active: 0 | 1) =>
    server.db.updateTable('companies').set({ active }).where('id', '=', companyId).execute();
  await setActive(0);
  expect((await write('Blocked for now', token, record)).status).toBe(201);
  expect(await isFileErased()).toBe(false);
  await setActive(1);
  await erasePerson(id, { isDryRun: false, closesCompany: true }, server.services);
  expect((await write('Called', token, record)).errors[0]?.reason).toBe(RECORD_ERASED);
  expect(await isFileErased()).toBe(true);
});

test('an erasure reads the comments in batches, and finds those in each', async () => {
  const ids = Array.from(
    { length: 1201 },
    (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  const mentioned = [ids[0], ids[499], ids[500], ids[1200]];
  const { operator_id } = await server.db
    .selectFrom('record_comments')
    .select('operator_id')
    .executeTakeFirstOrThrow();
  const comment = { record_kind: 'company', record_id: company.record, operator_id };
  await server.db
    .insertInto('record_comments')
    .values(
      ids.map((uuid) => ({
        ...comment,
        uuid,
        text: mentioned.includes(uuid) ? 'Zofia Zielna called' : 'No answer',
        created_at: new Date(server.clock.now()),
      })),
    )
    .execute();
  const sizes: number[] = [];
  const countRows: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      sizes.push(result.rows.length);
      return Promise.resolve(result);
    },
  };
  const person = {
    ...{ name: 'Zofia', surname: 'Zielna', emails: [], phone: null },
    pseudonym: { name: 'Person', surname: '01234567' },
  };
  const changed = await server.db
    .transaction()
    .execute((trx) => eraseComments(trx.withPlugin(countRows), person, []));
  expect(changed).toBe(mentioned.length);
  expect(Math.max(...sizes)).toBe(500);
});

test('comments and drafts on a request and its offers are erased with the homeowner’s data', async () => {
  const request = { ...leadRequest };
  const { result } = await server.operate(
    operatorCalls.createLeadRequest,
    { body: { region: poland, request, why } },
    sales,
  );
  const comment = await write('Ewa prefers mornings', sales, {
    kind: 'lead_request',
    record: result.id,
  });
  const company_id = polishOwner.companyId;
  await server.db
    .updateTable('companies')
    .set({ accepts_leads: true, availability: true })
    .where('id', '=', company_id)
    .execute();
  const offered = await server.operate(
    operatorCalls.offerLeadRequest,
    { params: { id: result.id }, body: { company: company_id, rev: 1, why } },
    sales,
  );
  const { lead } = offered.result;
  const onOffer = await write('Ewa has two dogs', sales, { kind: 'lead', record: lead });
  const onOther = await write('Prefers emails', sales);
  const drafts = [
    { kind: 'lead_request', record: result.id, field: 'comment' },
    { kind: 'lead', record: lead, field: 'comment' },
    { kind: 'company', record: company_id, field: 'comment' },
  ];
  for (const draft of drafts)
    await server.operate(operatorCalls.saveDraft, { body: { ...draft, text: 'Ewa' } }, sales);
  await server.operate(
    operatorCalls.withdrawLead,
    { params: { id: lead }, body: { rev: await revOf('leads', lead), why } },
    sales,
  );
  const body = { ended: true, rev: await revOf('lead_requests', result.id), why };
  const ending = { params: { id: result.id }, body };
  expect((await server.operate(operatorCalls.setLeadRequestEnded, ending, sales)).errors).toEqual(
    [],
  );
  server.clock.advance(91 * DAY_MS);
  expect(await eraseEndedRequests(server.services)).toBe(1);
  const rows = await server.db
    .selectFrom('record_comments')
    .select(['uuid', 'text'])
    .where('uuid', 'in', [comment.result.id, onOffer.result.id, onOther.result.id])
    .execute();
  expect(new Map(rows.map(({ uuid, text }) => [uuid, text]))).toEqual(
    new Map([
      [comment.result.id, null],
      [onOffer.result.id, null],
      [onOther.result.id, 'Prefers emails'],
    ]),
  );
  const keptDrafts = await server.db.selectFrom('operator_drafts').select('record_id').execute();
  expect(keptDrafts).toEqual([{ record_id: company_id }]);
  // This session's page was open before the erasure.
  const session = await signIn('sales');
  for (const record of [
    { kind: 'lead_request', record: result.id },
    { kind: 'lead', record: lead },
  ] as const)
    expect((await write('Ewa called', session, record)).errors[0]?.reason).toBe(RECORD_ERASED);
  const offer = await server.operate(operatorCalls.getLead, { params: { id: lead } }, session);
  // No more comments on the offer are accepted, but the company keeps the lead with its contact details.
  expect(offer.result).toMatchObject({ is_erased: true, can_reveal: true });
});

const revOf = async (table: 'leads' | 'lead_requests', id: string) => {
  const row = await server.db
    .selectFrom(table)
    .select('rev')
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  return row.rev;
};
