import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { erasePerson } from '#server/account/erase-person.ts';
import { recordAction } from '#server/console/audit.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { root } from '#test/setup/source-tree.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

/**
 * Every text, list and JSON column is filled with a person's name, address and number, in rows of the person and of
 * their company. The columns come from the database's catalogue, so a new column is filled, too, and the test fails
 * unless the column is erased or listed here.
 */

/** Columns that can't contain personal data, by reason. `*` means all columns of a table. */
const impersonalColumns: Readonly<Record<string, readonly string[]>> = {
  'words of a fixed list': [
    'account_changes.subject',
    'account_changes.fields',
    ...['ledger.event', 'ledger.variation', 'import_award_rows.event'],
    ...['leads.status', 'leads.moved_by', 'lead_edits.parts'],
    'messages.kind',
    'messages.about',
    'messages.language',
    'messages.given_up_for',
    'messages.failure',
    'message_log.*',
    'notifications.type',
    'notifications.mark',
    'notifications.event',
    ...['orders.type', 'ordered_products.type'],
    ...['photos.media_type', 'order_files.media_type', 'message_attachments.media_type'],
    ...['scans.flag', 'scans.photo_of'],
    'sessions.end_reason',
    'support_messages.sender',
    'warranty_certificates.language',
    ...['operator_drafts.record_kind', 'operator_drafts.field', 'record_claims.record_kind'],
    ...['operator_presence.record_kind', 'record_comments.record_kind'],
    ...['operator_acts.command', 'operator_acts.outcome', 'idempotency_keys.call'],
    ...['sessions.browser', 'sessions.system', 'handovers.problem'],
    ...['attachments.document', 'record_comments.record_name'],
    'handover_documents.differences',
    ...['attachments.kind', 'attachments.group', 'attachments.media_type', 'attachments.sha256'],
    ...['attachments.stored_as', 'photo_shares.secret_hash'],
  ],
  'hashes, keys and random numbers': [
    ...['challenges.code_hash', 'email_verifications.code_hash', 'former_emails.code_hash'],
    'faker_tokens.token_hash',
    'session_tokens.*',
    'idempotency_keys.key',
    'rate_windows.*',
    'idempotency_keys.body_hash',
    ...['order_files.sha256', 'imports.sha256'],
    'order_files.stored_as',
    'photos.sha256',
    'photos.stored_as',
    'unnamed_files.*',
    'warranty_certificates.number',
    'orders.number',
    'sessions.device_hash',
    'sessions.identifier_hash',
    'challenges.identifier_hash',
    'challenges.device_hash',
    'handovers.signed_sha256',
    'handover_documents.sha256',
    'handover_documents.stored_as',
  ],
  'days and times': [
    'leads.installation_day',
    'projects.installation_date',
    'scans.reminded_for',
    'survey_invitations.interacted_at',
    'survey_invitations.delayed_to',
    'warranty_certificates.issued_date',
    'warranty_certificates.expiration_date',
  ],
  'ids only': [
    ...['operator_drafts.record_id', 'operator_presence.record_id', 'full_name_reads.*'],
    'ledger.people',
    'operator_acts.words',
    'notifications.meta',
  ],
  'product codes and campaigns': [
    'asked_codes.*',
    'held_lots.*',
    ...['order_batches.type', 'order_references.*'],
    ...['imports.kind', 'imports.state', 'imports.phase', 'imports.separator'],
    ...['imports.columns', 'imports.resume_after', 'imports.problem'],
    ...['import_parts.*', 'import_rejects.*', 'import_keys.*'],
    'registry.*',
    ...['product_types.*', 'campaign_names.*', 'open_order_changes.*'],
    ...['scans.type', 'scans.size', 'scans.variant', 'scans.serial_number', 'scans.campaign'],
    ...['review_decisions.kind', 'review_decisions.code', 'review_decisions.outcome'],
    ...['ledger.campaign', 'ledger_days.*', 'ledger_changes.*', 'open_order_sums.*'],
    ...['voucher_codes.*', 'voucher_pools.*', 'voucher_pastes.*'],
    ...['voucher_sums.*', 'voucher_changes.*'],
    ...['orders.response', 'club_cards.*', 'report_days.*', 'report_changes.*'],
  ],
  'settings, goods and news, the same for everyone': [
    ...['region_settings.*', 'region_counters.*', 'registration_surveys.*'],
    ...['settings_versions.*', 'tier_definitions.*', 'tier_ladders.*'],
    ...['surveys.survey_key', 'surveys.languages'],
    ...['announcements.*', 'announcement_recipients.state'],
    ...['shop_categories.*', 'shop_products.*', 'shop_variants.*'],
    ...['stock_movements.*', 'price_changes.*'],
    ...['contents.*', 'content_drafts.*', 'content_failed_plans.*'],
    ...['content_versions.*', 'list_changes.*'],
    ...['content_pictures.*', 'product_guides.*', 'chat_templates.*', 'chat_links.kind'],
    ...['server_state.*', 'job_runs.*', 'kysely_migration.*', 'kysely_migration_lock.*'],
    'projects.survey',
  ],
  'the operator’s token': ['operator_acts.operator', 'lead_tokens.*'],
  'homeowners and places': ['lead_requests.*', 'company_places.*'],
  'the operators themselves, who aren’t installers': [
    ...['operators.*', 'operator_grants.*', 'operator_codes.*', 'operator_passkeys.*'],
    ...['operator_challenges.*', 'operator_sessions.*'],
  ],
  'the operators’ audit, which hides contact data (server/console/audit.ts)': [
    ...['operator_audit.*', 'operator_audit_chain.*', 'operator_approvals.act'],
    ...['operator_approvals.state', 'operator_approvals.record_kind'],
    ...['operator_approvals.record_id', 'bulk_jobs.act', 'bulk_jobs.state', 'bulk_job_rows.*'],
  ],
  'reports that have no free text (schemas/error-report)': ['device_errors.*'],
  'always empty: a trigger moves its rows to messages': ['push_messages.*'],
};

/** Columns that retain personal data, by their name in `docs/operator.md`, which states the reason. */
const keptColumns: Readonly<Record<string, readonly string[]>> = {
  'the company’s name, address, numbers, registration answers and invitation code': [
    ...['companies.name', 'company_search.sort_name'],
    'companies.registration_number',
    'companies.registration_number_2',
    'companies.address',
    'companies.postal_code',
    'companies.city',
    'companies.survey',
    'companies.edenred_card',
    'companies.crm_customer_id',
    'companies.invite',
    'companies.registration_key',
    'companies.registration_key_2',
  ],
  'projects with their addresses, answers and captions, and reviewers’ reasons': [
    'projects.name',
    'projects.street_name',
    'projects.postal_code',
    'projects.city',
    'projects.search_text',
    'projects.survey_response',
    'projects.lead',
    'scans.survey',
    'scans.rejection',
    'review_decisions.note',
    'attachments.caption',
  ],
  'links to photos of a project': ['photo_shares.photos'],
  'leads, certificates and handover sheets': [
    ...['leads.customer_info', 'leads.mobile', 'leads.mobile_phone', 'leads.email'],
    ...['leads.products', 'leads.extras', 'leads.notes', 'leads.reasons'],
    'warranty_certificates.address_details',
    'warranty_certificates.search_text',
    'warranty_certificates.products',
    'warranty_certificates.customer_name',
    'warranty_certificates.customer_email',
    'warranty_certificates.note',
    'warranty_certificates.company',
    'certificate_photos.caption',
    'handovers.signed',
  ],
};

const { polishOwner } = accounts;
const person = {
  name: 'Zdzisław',
  surname: 'Brzęczyszczykiewicz',
  phone: '601234987',
  email: 'zdzislaw.b@example.net',
};
/** In lower case, because addresses are stored that way. */
const trace = `zdzisław brzęczyszczykiewicz, ${person.email}, +48 601 234 987`;
/** Columns that reference an operator. */
const operatorColumns = [
  'operator_approvals.requested_by',
  'review_decisions.operator_id',
  'operator_drafts.operator_id',
  'support_notes.operator_id',
  'chat_links.operator_id',
  'bulk_jobs.operator_id',
  ...['imports.created_by', 'imports.run_by', 'record_comments.operator_id'],
];
/** Values for columns that the database checks or the erasure reads. */
const fixedValues: Readonly<Record<string, (id: string) => unknown>> = {
  ...Object.fromEntries(operatorColumns.map((column) => [column, () => operatorId])),
  'messages.kind': () => 'email',
  'support_messages.sender': () => 'installer',
  'scans.photo_of': () => 'label',
  // A trigger reads its lines.
  'orders.contents': () => toJsonb([{ note: trace }]),
  'order_files.stored_as': () => null,
  'handovers.problem': () => null,
  'handover_documents.stored_as': () => null,
  'attachments.document': () => null,
  'attachments.kind': () => 'photo',
  'attachments.group': () => 'before',
  'attachments.stored_as': () => null,
  'operator_acts.words': (id) => [id],
  'chat_links.kind': () => 'orders',
  'review_decisions.kind': () => 'accept',
  'operator_approvals.state': () => 'open',
  'bulk_jobs.state': () => 'running',
  'bulk_jobs.region_ids': () => [1],
  'operator_reasons.audit_id': () => auditId,
};

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isTextual: boolean;
  readonly hasDefault: boolean;
  /** The referenced table. */
  readonly target: string | null;
}

let server: ScanServer;
/** Id of an operator with an action. */
const operatorId = randomUUID();
let auditId: number;
let id: string;
let columns: readonly Column[];
beforeAll(async () => {
  server = await startScanServer();
  id = await addPerson();
  auditId = await addOperatorAction();
  columns = await readColumns();
  await fillEveryTable();
});
afterAll(() => server.close());

const nameOf = ({ table, column }: Column) => `${table}.${column}`;
const isIn = (list: readonly string[], { table, column }: Column) =>
  list.includes(`${table}.${column}`) || list.includes(`${table}.*`);
const isImpersonal = (column: Column) => isIn(Object.values(impersonalColumns).flat(), column);
const isKept = (column: Column) => isIn(Object.values(keptColumns).flat(), column);
const textualColumns = () => columns.filter(({ isTextual }) => isTextual);

/** Adds a person to a team, with an address. */
async function addPerson(): Promise<string> {
  const { name, surname, phone, email } = person;
  const addResponse = await server.call(
    calls.createTeamMember,
    { body: { name, surname, phone }, headers: { 'idempotency-key': randomUUID() } },
    await server.tokenOf('polishOwner'),
  );
  const { uuid } = addResponse.result;
  await sql`update installers set email = ${email} where id = ${uuid}`.execute(server.db);
  return uuid;
}

/** Adds an operator with an action, and returns the action's number. */
async function addOperatorAction(): Promise<number> {
  const { db, clock } = server;
  const [created_at, email] = [new Date(clock.now()), 'operator@club.example'];
  await db
    .insertInto('operators')
    .values({ id: operatorId, email, name: 'Anna', language: 'en', created_at, signed_in_at: null })
    .execute();
  const action = { kind: 'act', act: 'test', operatorId, sessionId: null } as const;
  return recordAction(db, clock.now(), action);
}

/** Reads the columns of all tables from the catalogue. */
async function readColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", t.typname as type,
      t.typname in ('text', 'varchar', 'bpchar', 'json', 'jsonb', '_text', '_varchar', '_jsonb') as "isTextual",
      a.atthasdef or a.attidentity <> '' as "hasDefault",
      (select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1) as target
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname, a.attnum`.execute(server.db);
  return rows;
}

/** Fills the person, their company, and one row of theirs in each table that can have personal data. */
async function fillEveryTable(): Promise<void> {
  const ids = new Map<string, string>([
    ['installers', id],
    ['companies', polishOwner.companyId],
  ]);
  for (const [table, key] of ids) {
    const texts = columnsOf(table).filter(
      ({ column, isTextual }) => isTextual && !Object.hasOwn(person, column),
    );
    const values = Object.fromEntries(texts.map((column) => [column.column, valueOf(column, ids)]));
    const update = { ...values, ...(table === 'companies' && { name: trace }) };
    await server.db
      .updateTable(table as never)
      .set(update as never)
      .where('id' as never, '=', key as never)
      .execute();
  }
  let remaining = [...new Set(textualColumns().map(({ table }) => table))].filter(
    (table) => !ids.has(table) && columnsOf(table).some((c) => c.isTextual && !isImpersonal(c)),
  );
  // Triggers fill these tables.
  remaining = remaining.filter((table) => !['company_search', 'person_search'].includes(table));
  while (remaining.length > 0) {
    const ready = remaining.filter((table) =>
      columnsOf(table).every(
        ({ target }) => target === null || ids.has(target) || !remaining.includes(target),
      ),
    );
    expect(ready).not.toEqual([]);
    for (const table of ready) ids.set(table, await insertRow(table, ids));
    remaining = remaining.filter((table) => !ready.includes(table));
  }
}

const columnsOf = (table: string) => columns.filter((column) => column.table === table);

/** Inserts a row of the person, and returns its id. */
async function insertRow(table: string, ids: ReadonlyMap<string, string>): Promise<string> {
  const toFill = columnsOf(table).filter(({ hasDefault, isTextual }) => isTextual || !hasDefault);
  const row = Object.fromEntries(toFill.map((column) => [column.column, valueOf(column, ids)]));
  await server.db
    .insertInto(table as never)
    .values(row as never)
    .execute();
  return String(row['uuid'] ?? row['id']);
}

/** Returns a value for a column: the trace if it is textual. */
function valueOf(column: Column, ids: ReadonlyMap<string, string>): unknown {
  const { type, target, column: name } = column;
  const fixedValue = fixedValues[nameOf(column)];
  if (fixedValue) return fixedValue(id);
  if (target !== null) return ids.get(target) ?? null;
  if (['owner', 'installer_id', 'claimed_id'].includes(name)) return id;
  if (name === 'company_id') return polishOwner.companyId;
  const values: Readonly<Record<string, () => unknown>> = {
    uuid: () => randomUUID(),
    bool: () => false,
    timestamptz: () => new Date(server.clock.now()),
    bytea: () => Buffer.from(trace),
    jsonb: (): RawBuilder<unknown> => toJsonb({ note: trace }),
    _text: () => [trace],
    text: () => trace,
  };
  return (values[type] ?? (() => 1))();
}

/** Lists the columns that contain a trace of the person. */
async function tracedColumns(): Promise<string[]> {
  const columnNames: string[] = [];
  for (const column of textualColumns()) {
    const { rows } = await sql`select from ${sql.table(column.table)} t
      where lower(${sql.ref(`t.${column.column}`)}::text) ~ ${'brzęczyszczykiewicz|zdzisław|zdzislaw|601 ?234 ?987'}
      limit 1`.execute(server.db);
    if (rows.length > 0) columnNames.push(nameOf(column));
  }
  return columnNames;
}

test('each column that can contain personal data contains some', async () => {
  const expected = textualColumns().filter((column) => !isImpersonal(column));
  const columnNames = await tracedColumns();
  expect(expected.map(nameOf).filter((name) => !columnNames.includes(name))).toEqual([]);
});

test('the lists contain only columns that exist', () => {
  const existingNames = columns.flatMap((column) => [nameOf(column), `${column.table}.*`]);
  const listedNames = [...Object.values(impersonalColumns), ...Object.values(keptColumns)].flat();
  expect(listedNames.filter((name) => !existingNames.includes(name))).toEqual([]);
});

test('the erasure of a person leaves traces only in the columns that the guide lists as retained', async () => {
  await erasePerson(id, { isDryRun: false, closesCompany: false }, server.services);
  const columnNames = await tracedColumns();
  const checkedNames = new Set(
    textualColumns()
      .filter((column) => !isImpersonal(column))
      .map(nameOf),
  );
  expect(columnNames.filter((name) => checkedNames.has(name))).toEqual(
    textualColumns().filter(isKept).map(nameOf),
  );
  const guide = readFileSync(join(root, 'docs/operator.md'), 'utf8');
  for (const name of Object.keys(keptColumns))
    expect(guide).toContain(`| ${name.replaceAll('’', "'")} `);
});
