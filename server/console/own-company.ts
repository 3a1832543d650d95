import { type Kysely, sql } from 'kysely';
import {
  type OperatorCall,
  OWN_COMPANY,
  type ScopedRecord,
} from '#schemas/operator/operator-call.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';

/*
 * An operator can also be an installer. They may read their own company's records, but someone else must act on them
 * (docs/console.md, "Your own company").
 */

type Db = Kysely<Database>;

/**
 * For each kind of record that belongs to a company: its table, and the columns with the record's id and the company's
 * id.
 */
const companyTables = {
  card: ['club_cards', 'uuid', 'company_id'],
  certificate: ['warranty_certificates', 'uuid', 'company_id'],
  chat: ['support_chats', 'uuid', 'company_id'],
  company: ['companies', 'id', 'id'],
  held_lot: ['held_lots', 'uuid', 'company_id'],
  installer: ['installers', 'id', 'company_id'],
  lead: ['leads', 'uuid', 'company_id'],
  lead_request: ['leads', 'request_id', 'company_id'],
  order: ['orders', 'uuid', 'company_id'],
  project: ['projects', 'uuid', 'company_id'],
  scan: ['scans', 'uuid', 'company_id'],
  // Approving an import changes the points of these companies, so the import counts as a record of each of them.
  import: ['import_award_rows', 'import_uuid', 'company_id'],
} as const satisfies Readonly<Record<string, readonly [keyof Database, string, string]>>;

/** Kinds of records that never belong to a company. */
type OtherRecord =
  | 'announcement'
  | 'approval'
  | 'chat_template'
  | 'content'
  | 'lead_token'
  | 'operator'
  | 'order_batch'
  | 'product'
  | 'product_category'
  | 'settings_version'
  | 'survey'
  | 'variant';
type CompanyRecord = keyof typeof companyTables;

/** Doesn't compile if a kind of record is in neither list. */
const tables: Readonly<
  Record<Exclude<ScopedRecord, OtherRecord>, (typeof companyTables)[CompanyRecord]>
> = companyTables;

/** Selects the operators who are also installers, by email address, with their companies. */
const selectInstallers = (db: Db) =>
  db
    .selectFrom('operators')
    .innerJoin('installers', (join) =>
      join.on('installers.email', '=', sql<string>`lower(operators.email)`),
    )
    .select(['operators.id', 'installers.company_id']);

/**
 * Finds the company in which an operator is an installer, active or not, by their email address.
 * @returns null if they aren't an installer
 */
export async function findOwnCompany(db: Db, operatorId: string): Promise<string | null> {
  const person = await selectInstallers(db)
    .where('operators.id', '=', operatorId)
    .executeTakeFirst();
  return person?.company_id ?? null;
}

/** True if one of the records belongs to the company. */
export async function belongsToCompany(
  db: Db,
  company: string,
  record: { readonly kind: string; readonly ids: readonly string[] },
): Promise<boolean> {
  const table = new Map<string, readonly string[]>(Object.entries(tables)).get(record.kind);
  if (table === undefined || record.ids.length === 0) return false;
  const [name = '', id = '', owner = ''] = table;
  const { rows } = await sql`
    select from ${sql.table(name)}
    where ${sql.ref(id)} = ${anyUuid(record.ids)} and ${sql.ref(owner)} = ${company}::uuid
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Throws `forbidden` with its reason if one of the records belongs to the operator's own company. */
export async function requireOtherCompany(
  db: Db,
  operatorId: string,
  record: { readonly kind: string; readonly ids: readonly string[] },
): Promise<void> {
  const company = await findOwnCompany(db, operatorId);
  if (company !== null && (await belongsToCompany(db, company, record))) throw ownCompanyFailure();
}

const ownCompanyFailure = () => new ApiFailure('forbidden', { details: { reason: OWN_COMPANY } });

/**
 * Verifies that an action doesn't change the operator's own company. Calls that only reveal data are allowed. Bulk
 * actions verify each row when it runs.
 * @param ids the action's records
 * @param body the action's validated body
 * @throws ApiFailure `forbidden` with its reason
 */
export async function requireOtherCompanyForCall(
  db: Db,
  { isAction, readsPersonalData, scope }: OperatorCall,
  {
    operatorId,
    ids,
    body,
  }: {
    readonly operatorId: string;
    readonly ids: readonly string[];
    readonly body: unknown;
  },
): Promise<void> {
  if (!isAction || readsPersonalData || typeof scope === 'string' || scope.isPerRow === true)
    return;
  const company = await findOwnCompany(db, operatorId);
  if (company === null) return;
  const target =
    scope.company === undefined
      ? null
      : (body as Readonly<Record<string, string | null>>)[scope.company];
  if (target?.toLowerCase() === company) throw ownCompanyFailure();
  const isOwn = await belongsToCompany(db, company, { kind: scope.record, ids });
  if (isOwn) throw ownCompanyFailure();
}

/** Returns the given operators whose own company the record belongs to. */
export async function findOperatorsOfRecord(
  db: Db,
  operatorIds: readonly string[],
  record: { readonly kind: string; readonly id: string },
): Promise<ReadonlySet<string>> {
  const people = await selectInstallers(db)
    .where('operators.id', '=', anyUuid(operatorIds))
    .execute();
  const matchingIds = new Set<string>();
  for (const { id, company_id } of people)
    if (await belongsToCompany(db, company_id, { kind: record.kind, ids: [record.id] }))
      matchingIds.add(id);
  return matchingIds;
}
