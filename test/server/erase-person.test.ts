import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type ApiFailure } from '#schemas/api/errors.ts';
import { HANDOVER_MEDIA_TYPE } from '#schemas/attachment.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { attachmentOf, partOf } from './attachment-setup.ts';
import { newChat } from './chat-setup.ts';
import { jpeg } from './jpeg-bytes.ts';
import { addPoints, lineOf, newProduct, orderDetail, recipient } from './order-setup.ts';
import { uploadOf } from './photo-upload.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

/** Erasing a person removes their name, address and number from the whole database. */

const tokens = { anna: 'a'.repeat(40), support: 'u'.repeat(40) };
const { polishOwner, polishStaff, decorOwner, czechOwner } = accounts;
const name = 'Zdzisław';
const surname = 'Brzęczyszczykiewicz';
const phone = '601234987';
const email = 'zdzislaw.b@example.net';
const formerEmail = 'zdzislaw.old@example.net';
const trace = new RegExp(`${surname}|${name}|${phone}|601 234 987|zdzislaw\\.`, 'i');
let server: ScanServer;
let id: string;
let token: string;
beforeAll(async () => {
  server = await startScanServer({
    OPERATOR_TOKENS: `anna:${tokens.anna},una/support:${tokens.support}`,
  });
  ({ id, token } = await fillEveryTable());
  await addEvidence(token);
});
afterAll(() => server.close());

async function operate(
  words: readonly string[],
  options: Readonly<Record<string, string>> = {},
  {
    operator = 'anna',
    why = 'They asked for it.',
  }: { operator?: 'anna' | 'support'; why?: string } = {},
) {
  const response = await server.app.inject({
    ...{ method: 'POST', url: OPERATOR_PATH },
    headers: { authorization: `Bearer ${tokens[operator]}` },
    payload: { words, why, options },
  });
  const emptyResult = { data: [] as string[], errors: [] as ApiFailure['errors'] };
  return { ...emptyResult, ...response.json<Partial<typeof emptyResult>>() };
}
const erase = (person: string, options: Readonly<Record<string, string>> = {}) =>
  operate(['people', 'erase', person], options);

/** Creates a team member whose data is in every table that can have it. */
async function fillEveryTable() {
  const owner = await server.tokenOf('polishOwner');
  const body = { name, surname, phone };
  const headers = { 'idempotency-key': randomUUID() };
  const addResponse = await server.call(calls.createTeamMember, { body, headers }, owner);
  const person = addResponse.result.uuid;
  const { db, clock } = server;
  const now = new Date(clock.now());
  const replicatedFields = {
    company_id: polishOwner.companyId,
    op_id: randomUUID(),
    created_at: now,
    updated_at: now,
    user_id: person,
  };
  await operate(['people', 'change-email', person, email], {
    proof: 'call-back',
    reference: `Called ${surname}`,
  });
  await operate(
    ['companies', 'leads', polishOwner.companyId, 'on'],
    {},
    {
      operator: 'anna',
      why: `${name} ${surname} called from ${phone}.`,
    },
  );
  await operate(['people', 'change-email', polishStaff.id, `other.${polishStaff.email}`], {
    proof: 'call-back',
    reference: `${name} ${surname} confirmed it`,
  });
  const session = await server.signInByEmail(email, 'PL');
  const photo = uploadOf(drawDemoPhoto());
  await server.call(calls.uploadAvatar, { params: { id: person }, body: photo }, session.token);
  await server.call(calls.createSupportChat, { body: newChat(`I am ${surname}.`) }, session.token);
  await addPoints(server, 'polishOwner', 500);
  await addPoints(server, 'polishStaff', 500);
  const { variant } = await newProduct(server, { stock: 50 });
  const customer = { ...recipient, name, surname, phone_number: phone };
  for (const accessToken of [session.token, owner]) {
    const order = { type: 'COMPACON' as const, order: [lineOf(variant, 10)], delivery: 1 as const };
    const orderResponse = await server.call(
      calls.createOrder,
      { body: { ...order, customer }, headers: { 'idempotency-key': randomUUID() } },
      accessToken,
    );
    expect(orderResponse.errors).toEqual([]);
  }
  await db
    .insertInto('notifications')
    .values({
      ...{ ...replicatedFields, uuid: randomUUID(), rev: 9001, title: surname, text: surname },
      ...{ type: 'info', event: 'announcement', meta: toJsonb({}) },
    })
    .execute();
  await db
    .insertInto('survey_invitations')
    .values({
      ...{ ...replicatedFields, uuid: randomUUID(), rev: 9002 },
      ...{ interacted_at: null, delayed_to: null, survey_configuration: toJsonb({ to: surname }) },
    })
    .execute();
  await addShare(person, now);
  const code = { code_hash: randomUUID(), expires_at: new Date(clock.now() + 1_000_000) };
  await db
    .insertInto('former_emails')
    .values({ installer_id: person, email: formerEmail, ...code })
    .execute();
  await db
    .insertInto('email_verifications')
    .values({ ...code, installer_id: person, email: `new.${email}`, code_length: 5, sent_at: now })
    .execute();
  const pendingMessage = {
    ...{ kind: 'email' as const, is_urgent: false, about: 'welcome', language: 'pl' as const },
    ...{ installer_id: null, sealed: null, created_at: now },
    due_at: new Date(clock.now() + 1e9),
    expires_at: new Date(clock.now() + 2e9),
  };
  for (const recipient of [email, formerEmail, `new.${email}`, polishOwner.email]) {
    const content = toJsonb({ text: `From ${name} ${surname}, formerly ${formerEmail}` });
    await db
      .insertInto('messages')
      .values({ ...pendingMessage, uuid: randomUUID(), recipient, content })
      .execute();
  }
  await db
    .insertInto('order_files')
    .values({
      ...{ uuid: randomUUID(), company_id: polishOwner.companyId, sha256: '0'.repeat(64) },
      ...{ bytes: 1, media_type: 'application/pdf', name: `${name}_${surname}.pdf` },
      ...{ content: new Uint8Array(1), stored_as: null, created_at: now },
    })
    .execute();
  await db
    .updateTable('installers')
    .set({ options: JSON.stringify({ seen: surname }), fcm: `["https://push.example/${surname}"]` })
    .where('id', '=', person)
    .execute();
  return { id: person, token: session.token };
}

/** Adds a photo with a link to it, a signed sheet and a calendar feed. */
async function addEvidence(accessToken: string): Promise<void> {
  const project = await server.newProject('polishOwner');
  const photo = attachmentOf(jpeg(40, 30), project);
  const sheet = Buffer.from('{}');
  const signature = attachmentOf(sheet, project, {
    ...{ kind: 'signature', group: null, caption: '', media_type: HANDOVER_MEDIA_TYPE },
  });
  const attachments = { body: { attachments: [photo, signature] } };
  await server.call(calls.sendAttachments, attachments, accessToken);
  for (const part of [partOf(photo, jpeg(40, 30), 0), partOf(signature, sheet, 0)]) {
    const sentResponse = await server.call(calls.sendAttachmentPart, { body: part }, accessToken);
    expect(sentResponse.result.complete).toBe(true);
  }
  const sharedResponse = await server.call(
    calls.createPhotoShare,
    { params: { id: project }, body: { uuid: randomUUID(), photos: [photo.uuid] } },
    await server.tokenOf('polishOwner'),
  );
  expect(sharedResponse.status).toBe(201);
  const feed = await server.call(calls.createCalendarFeed, {}, accessToken);
  expect(feed.errors).toEqual([]);
}

/** Adds a share of a colleague's ledger entry. */
async function addShare(person: string, now: Date): Promise<void> {
  await server.db
    .insertInto('ledger')
    .values({
      ...{ uuid: randomUUID(), company_id: polishOwner.companyId, rev: 9003, op_id: randomUUID() },
      ...{ created_at: now, updated_at: now, event: 'project_closed', points: 20 },
      ...{ variation: 'positive', project_uuid: null, created_by: polishOwner.id },
      people: toJsonb([{ uuid: person, points: 20 }]),
    })
    .execute();
}

/** All rows of all tables as text, by table. */
async function dump(): Promise<Map<string, string>> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(
    server.db,
  );
  const tables = new Map<string, string>();
  for (const { table_name } of rows) {
    const content = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(table_name)} t`.execute(server.db);
    tables.set(table_name, content.rows.map(({ row }) => row).join('\n'));
  }
  return tables;
}
const tracesIn = (tables: ReadonlyMap<string, string>) =>
  [...tables].flatMap(([table, rows]) => (trace.test(rows) ? [table] : []));

describe('the erasure of a person', () => {
  test('is prepared with data in every table that can have it', async () => {
    expect(tracesIn(await dump())).toEqual([
      ...['email_verifications', 'former_emails', 'idempotency_keys', 'installers', 'messages'],
      ...['notifications', 'operator_acts', 'order_files', 'orders', 'person_search'],
      ...['support_messages', 'survey_invitations'],
    ]);
  });

  test('is only listed by a dry run', async () => {
    const before = await dump();
    const { data } = await erase(id, { 'dry-run': '' });
    expect(data[0]).toBe('Nothing was changed. Without --dry-run, this happens:');
    expect(data.join('\n')).toMatch(/support chats 1/);
    expect(data.join('\n')).toMatch(/ledger 2,/);
    expect(data.join('\n')).toMatch(
      /orders 2, order files 1, stored responses 2, messages 1, operator actions [3-9]/,
    );
    const after = await dump();
    for (const table of [before, after]) table.delete('operator_acts');
    expect(after).toEqual(before);
    expect((await server.call(calls.getSignedInUser, {}, token)).status).toBe(200);
  });

  test('names everything it deletes and everything it retains, with the reasons', async () => {
    const { data } = await erase(id, { 'dry-run': '' });
    expect(data.join('\n')).toMatch(/^deleted: .*support chats 1, calendar feeds 1, messages/m);
    expect(data.filter((line) => line.startsWith('kept '))).toEqual([
      expect.stringMatching(/^kept with a pseudonym: sessions 1, orders 2, /),
      'kept with the person’s id only, for points, warranty and accounting: ledger 2, projects 0, scans 0, certificates 0',
      'kept with the person’s id only, as the company’s evidence from the site: attachments 2',
      'kept unchanged, as evidence of a handover that the homeowner signed: handover sheets 1, handover documents 0',
      'kept until they expire, because the links share the company’s photos: photo links 1',
      'kept with the person’s id only, as a record of who did what: moved leads 0, account changes 2',
    ]);
  });

  test('is allowed only for the role admin', async () => {
    const response = await operate(['people', 'erase', id], {}, { operator: 'support' });
    expect(response.errors[0]?.code).toBe('forbidden');
  });

  test('removes name, address and number from the database, and logs none of them', async () => {
    const { rev } = await server.db
      .selectFrom('companies')
      .select('rev')
      .where('id', '=', polishOwner.companyId)
      .executeTakeFirstOrThrow();
    const { data, errors } = await erase(id.toUpperCase());
    expect(errors).toEqual([]);
    expect(data[0]).toBe('Erased.');
    const tables = await dump();
    expect(tracesIn(tables)).toEqual([]);
    // The report names all tables with the id, except those in which the id is a pseudonym.
    expect([...tables].flatMap(([table, rows]) => (rows.includes(id) ? [table] : []))).toEqual([
      ...['account_changes', 'attachments', 'idempotency_keys', 'installers', 'ledger'],
      ...['operator_acts', 'orders', 'person_search', 'sessions'],
    ]);
    expect(server.log.join('')).not.toMatch(trace);
    expect((await server.call(calls.getSignedInUser, {}, token)).status).toBe(401);
    const orders = await server.db
      .selectFrom('orders')
      .select(['uuid', 'rev', 'points', 'customer', 'user_id'])
      .where('company_id', '=', polishOwner.companyId)
      .execute();
    expect(orders).toHaveLength(2);
    expect(await server.db.selectFrom('calendar_feeds').select('installer_id').execute()).toEqual(
      [],
    );
    expect(await server.db.selectFrom('photo_shares').select('uuid').execute()).toHaveLength(1);
    expect(new Set(orders.map(({ user_id }) => user_id))).toEqual(new Set([id, polishOwner.id]));
    for (const order of orders) {
      expect(order.rev).toBeGreaterThan(Number(rev));
      expect(order.points).toBe(10);
      expect(order.customer).toMatchObject({
        ...{ name: 'Person', surname: id.slice(0, 8), phone: null, street: null, city: 'Warszawa' },
      });
      // Devices still accept the order.
      const detail = await orderDetail(server, order.uuid);
      expect(detail.result.customer.surname).toBe(id.slice(0, 8));
    }
    const photos = await server.db.selectFrom('photos').select('uuid').execute();
    expect(photos).toEqual([]);
    const team = await server.call(
      calls.listTeamMembers,
      { query: {} },
      await server.tokenOf('polishOwner'),
    );
    expect(team.result.data.map(({ uuid }) => uuid)).not.toContain(id);
  });

  test('can’t be repeated, and fails for an unknown person', async () => {
    expect((await erase(id)).errors[0]?.message).toMatch(/^This person’s data has already been/);
    expect((await erase(randomUUID())).errors[0]?.message).toMatch(/^There is no person with/);
  });

  test('doesn’t affect a colleague who has the same first name', async () => {
    expect((await dump()).get('installers')).toContain(polishStaff.email);
  });
});

test('the last owner is erased only if the company is closed with them', async () => {
  const colleague = (await server.signInAs('decorStaff')).token;
  const staffErasure = await erase(accounts.decorStaff.id, { 'close-company': '' });
  expect(staffErasure.errors[0]?.message).toMatch(/^This isn’t the last owner/);
  const rejection = await erase(decorOwner.id);
  expect(rejection.errors[0]?.message).toMatch(
    /^This is the last owner of the company\. .*--close-company/,
  );
  expect((await dump()).get('installers')).toContain(decorOwner.email);
  expect((await erase(decorOwner.id, { 'close-company': '' })).errors).toEqual([]);
  expect((await dump()).get('installers')).not.toContain(decorOwner.email);
  expect((await server.call(calls.listProjects, { query: {} }, colleague)).status).toBe(401);
  expect((await erase(czechOwner.id)).errors[0]?.code).toBe('forbidden');
});
