import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { overdueBefore } from '#schemas/operator/queue-targets.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type OperatorHandler, type OperatorInput } from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { loadClaims } from '../console/record-claims.ts';
import { readRegionPage, type selectPageKeys } from '../console/region-page.ts';
import { claimFromQueue, findInList } from '../console/work-queues.ts';
import { isInPeriod, joinConditions } from '../db/join-conditions.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';
import { parseSearch, searchOrder } from './searchable-lists.ts';

type ListInput = OperatorInput<typeof operatorCalls.listCompanies>;

/** Lists companies from `company_search`, which has a searchable copy of each company. */
export const listCompanies: OperatorHandler<typeof operatorCalls.listCompanies> = async (
  input,
  { db, clock },
) => {
  const { query, operator } = input;
  const { search = '' } = query;
  const claimer = { kind: 'company', operatorId: operator.operatorId };
  const condition = search === '' ? undefined : getSearchCondition(search, operator);
  const { rows: data, meta } = await readRegionPage(
    db,
    operator,
    query,
    {
      table: 'company_search',
      ...searchOrder(query, 'company_id'),
      where: (rows) => rows.where(joinConditions(getFilterConditions(input, clock.now()))),
      ...{ searchCondition: condition, rowCondition: condition },
    },
    {
      load: async (ids, queries) => {
        const claims = await loadClaims(db, claimer, ids, clock.now());
        const companies = await loadCompanies(db, ids, queries);
        return companies.map((company) => ({
          ...company,
          claimed: claims.get(company.id) ?? null,
        }));
      },
      idOf: ({ id }) => id,
    },
  );
  return { data, meta };
};

async function loadCompanies(db: Kysely<Database>, ids: readonly string[], queries: ScopedQueries) {
  const rows = await queries
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', anyUuid(ids))
    .execute();
  const withdrawnIds = await findWithdrawnIds(db, rows);
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    name: row.name,
    region: row.regions_id,
    city: row.city,
    registration_number: row.registration_number,
    company_type: row.company_type,
    active: row.active,
    verification: withdrawnIds.has(row.id) ? ('withdrawn' as const) : getVerification(row),
    accepts_leads: row.accepts_leads,
    created_at: row.created_at.toISOString(),
  }));
}

/** Companies to verify, oldest first. Exported for the query-plan test. */
export const verificationQueue = {
  table: 'company_search',
  keys: ['created_at', 'company_id'],
  isDescending: false,
  where: (rows) => rows.where(isUnverified),
} satisfies Parameters<typeof selectPageKeys<'company_search'>>[2];

/** Claims companies that are waiting for verification. */
export const claimVerifications = claimFromQueue(
  'company',
  findInList(
    () => verificationQueue,
    (company) => sql<boolean>`company_search.company_id = ${company}::uuid`,
  ),
);

export function getVerification(company: {
  readonly reserved_points: number;
  readonly refused_at: Date | null;
}): 'verified' | 'open' | 'refused' {
  if (company.refused_at !== null) return 'refused';
  return company.reserved_points === 0 ? 'verified' : 'open';
}

/**
 * Returns the ids of the companies whose verification was withdrawn instead of rejected. Only the audit row of a
 * withdrawal contains the balance.
 */
export async function findWithdrawnIds(
  db: Kysely<Database>,
  companies: readonly { readonly id: string; readonly refused_at: Date | null }[],
): Promise<ReadonlySet<string>> {
  const refusedCompanies = companies.filter(({ refused_at }) => refused_at !== null);
  if (refusedCompanies.length === 0) return new Set();
  const { rows } = await sql<{ record_id: string; at: string }>`
    select record_id, after ->> 'refused_at' as at from operator_audit
    where record_id = any(${refusedCompanies.map(({ id }) => id)}::text[]) and kind = 'change'
      and after ? 'balance' and after ->> 'refused_at' is not null`.execute(db);
  const withdrawals = new Set(rows.map(({ record_id, at }) => `${record_id} ${at}`));
  return new Set(
    refusedCompanies
      .filter(({ id, refused_at }) => withdrawals.has(`${id} ${refused_at?.toISOString()}`))
      .map(({ id }) => id),
  );
}

/** Conditions of the filters. */
function getFilterConditions({ query }: ListInput, now: number) {
  const { active, verification, company_type, leads, overdue } = query;
  const conditions = [isInPeriod('created_at', query)];
  if (active !== undefined) conditions.push(sql`active = ${sql.lit(active)}`);
  if (company_type !== undefined) conditions.push(sql`company_type = ${company_type}`);
  if (leads !== undefined) conditions.push(sql`accepts_leads = ${sql.lit(leads === 1)}`);
  // The flags are literals instead of parameters, so that PostgreSQL uses the indexes of these few companies.
  if (verification === 'refused') conditions.push(sql`is_refused`);
  if (verification === 'open') conditions.push(isUnverified);
  if (overdue === 1) conditions.push(isVerificationOverdue(now));
  if (verification === 'verified') conditions.push(sql`is_verified and not is_refused`);
  return conditions;
}

/** True for companies that are waiting for verification. Written with literals, so that their index is used. */
const isUnverified = sql<boolean>`not is_verified and not is_refused`;

/** True for companies that have waited for verification longer than the target time. */
const isVerificationOverdue = (now: number) => sql<boolean>`${isUnverified}
  and created_at < ${overdueBefore('verifications', now)}`;

/**
 * True for companies that match the searched words. If the operator may read contact data, it is also true for
 * companies of a person with the searched phone number or email address.
 */
function getSearchCondition(search: string, operator: ListInput['operator']): RawBuilder<boolean> {
  const terms = parseSearch(search);
  const personalRegions = regionsWithRight(operator.grants, 'personal.read');
  if (terms.contact === null || personalRegions.length === 0) return sql`words @@ ${terms.words}`;
  return sql`company_id in (
    select company_id from person_search
    where region_id = any(${[...personalRegions]}::integer[]) and words @@ ${terms.contact}
    union
    select company_id from company_search where words @@ ${terms.words})`;
}
