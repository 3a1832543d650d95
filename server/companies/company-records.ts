import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { certificateTags } from '#schemas/certificate.ts';
import { chatStatuses } from '#schemas/chat.ts';
import { type CompanyRecordKind } from '#schemas/operator/company-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorRight, regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { orderStatuses } from '#schemas/order.ts';
import { moment, text } from '#schemas/primitives.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { type ListQuery, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { readsPersonalData, readsPoints } from './personal-data.ts';

/** Parts of the query for one kind of record, as SQL expressions over its columns. */
interface RecordSource {
  readonly table: string;
  readonly right: OperatorRight;
  readonly id: string;
  readonly label: string;
  /** True if installers type the label, so that it may name a person. */
  readonly isPersonal: boolean;
  readonly state: string;
  readonly points: string;
  /** True if the points are visible with `right` alone, because the kind's own screen shows them, too. */
  readonly showsPoints: boolean;
  /** Id of the certificate. */
  readonly certificate: string;
  readonly where: string;
}

const replicatedDefaults = {
  id: 'uuid',
  isPersonal: false,
  points: 'null',
  showsPoints: false,
  certificate: 'null',
  where: 'not deleted',
} as const;

/** SQL expression that maps a number to its key in `states`. */
const mapState = (column: string, states: Readonly<Record<string, number>>) =>
  `case ${column} ${Object.entries(states)
    .map(([name, value]) => `when ${value} then '${name}'`)
    .join(' ')} else ${column}::text end`;

const sources: Readonly<Record<CompanyRecordKind, RecordSource>> = {
  projects: {
    ...replicatedDefaults,
    table: 'projects',
    right: 'companies.read',
    label: 'name',
    isPersonal: true,
    state: mapState('status', projectStatus),
    points: 'calculated_max_points',
    certificate: 'warranty_certificate_uuid',
  },
  products: {
    ...replicatedDefaults,
    table: 'scans',
    right: 'companies.read',
    label: `concat_ws(' ', type, size, variant, serial_number)`,
    state: 'flag',
    points: 'points',
  },
  orders: {
    ...replicatedDefaults,
    table: 'orders',
    right: 'orders.read',
    label: 'number',
    state: mapState('status', orderStatuses),
    points: 'points',
    showsPoints: true,
  },
  leads: {
    ...replicatedDefaults,
    table: 'leads',
    right: 'leads.read',
    label: `customer_info ->> 'City'`,
    state: 'status',
  },
  cards: {
    ...replicatedDefaults,
    table: 'club_cards',
    right: 'companies.read',
    label: `'•••• ' || last_digits`,
    state: 'lower(status)',
    where: 'true',
  },
  certificates: {
    ...replicatedDefaults,
    table: 'warranty_certificates',
    right: 'companies.read',
    label: 'number',
    state: mapState('tag', certificateTags),
    certificate: 'uuid',
  },
  chats: {
    ...replicatedDefaults,
    table: 'support_chats',
    right: 'support.read',
    label: 'title',
    isPersonal: true,
    state: mapState('status', chatStatuses),
  },
};

interface FoundRecord {
  readonly id: string;
  readonly at: Date;
  readonly label: string | null;
  readonly state: string;
  readonly points: number | null;
  readonly certificate: string | null;
}

/** Lists a company's records of one kind, newest first. Throws `forbidden` without the kind's right. */
export const listCompanyRecords: OperatorHandler<typeof operatorCalls.listCompanyRecords> = async (
  { params: { id }, query, operator },
  { db },
) => {
  const source = sources[query.kind];
  const { regions_id } = await operator.queries
    .selectFrom('companies')
    .select('regions_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!regionsWithRight(operator.grants, source.right).includes(regions_id))
    throw new ApiFailure('forbidden');
  const { data, meta } = await readCompanyRecords(
    db,
    id,
    query,
    readsPersonalData(operator, regions_id),
  );
  if (source.showsPoints || readsPoints(operator, regions_id)) return { data, meta };
  return { data: data.map((row) => ({ ...row, points: null })), meta };
};

/**
 * Reads a page of a company's records, newest first.
 * @param isUnmasked true to include labels that may name a person
 */
export async function readCompanyRecords(
  db: Kysely<Database>,
  id: string,
  query: ListQuery & { readonly kind: CompanyRecordKind },
  isUnmasked: boolean,
) {
  const source = sources[query.kind];
  const cursor = readCursor(query, v.tuple([moment, text(60)]));
  const after = cursor
    ? sql<boolean>`(created_at, ${sql.raw(source.id)}::text) < (${cursor[0]}::timestamptz, ${cursor[1]}::text)`
    : sql<boolean>`true`;
  const { rows, next } = await readOperatorPage(
    query,
    async (limit) =>
      (await selectRecords(source, { id, condition: after, limit }).execute(db)).rows,
    (row) => [row.at.toISOString(), row.id],
  );
  const data = rows.map(toRecord(source, isUnmasked));
  return { data, meta: { next, total: await countRecords(db, source, id) } };
}

/**
 * Finds a company's records of one kind by id.
 * @param isUnmasked true to include labels that may name a person
 */
export async function findCompanyRecords(
  db: Kysely<Database>,
  companyId: string,
  { kind, ids }: { readonly kind: CompanyRecordKind; readonly ids: readonly string[] },
  isUnmasked: boolean,
) {
  const source = sources[kind];
  const condition = sql<boolean>`${sql.raw(source.id)}::text = any(${[...ids]}::text[])`;
  const { rows } = await selectRecords(source, {
    id: companyId,
    condition,
    limit: ids.length,
  }).execute(db);
  return rows.map(toRecord(source, isUnmasked));
}

const toRecord = (source: RecordSource, isUnmasked: boolean) => (row: FoundRecord) => ({
  ...row,
  at: row.at.toISOString(),
  label: source.isPersonal && !isUnmasked ? null : row.label,
});

function selectRecords(
  { table, id: key, label, state, points, certificate, where }: RecordSource,
  {
    id,
    condition,
    limit,
  }: { readonly id: string; readonly condition: RawBuilder<boolean>; limit: number },
) {
  return sql<FoundRecord>`
    select ${sql.raw(key)}::text as id, created_at as at, ${sql.raw(label)} as label,
      ${sql.raw(state)} as state, ${sql.raw(points)}::integer as points,
      ${sql.raw(certificate)} as certificate
    from ${sql.table(table)}
    where company_id = ${id} and ${sql.raw(where)} and ${condition}
    order by created_at desc, ${sql.raw(key)}::text desc limit ${limit}`;
}

async function countRecords(
  db: Kysely<Database>,
  { table, where }: RecordSource,
  companyId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where company_id = ${companyId} and ${sql.raw(where)}`.execute(db);
  return rows[0]?.count ?? 0;
}
