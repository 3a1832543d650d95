import { type Kysely, sql } from 'kysely';
import { regions } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { containsFolded, MAX_SEARCH_RESULTS } from '../db/folded-text.ts';
import { ApiFailure } from '../http/failure.ts';
import { listActionsOn } from '../operator/record-history.ts';
import { loadCompanyBalance } from '../points/ledger.ts';

/** Maximum number of recent records in each of a company's lists. */
const MAX_RECENT = 20;

/** Searches companies by id, name, tax number, address or town, ignoring case and accents. */
export function searchCompanies(db: Kysely<Database>, text: string) {
  const taxNumber = text.replace(/[^\p{L}\p{N}]/gu, '');
  return db
    .selectFrom('companies')
    .select(['id', 'name', 'registration_number', 'registration_number_2', 'address'])
    .select(['postal_code', 'city', 'created_at'])
    .where((eb) =>
      eb.or([
        eb(sql<string>`id::text`, '=', text.toLowerCase()),
        containsFolded(sql`name || ' ' || address || ' ' || postal_code || ' ' || city`, text),
        ...(['registration_number', 'registration_number_2'] as const).map(
          (column) =>
            sql<boolean>`${taxNumber} <> '' and position(lower(${taxNumber}::text) in
              lower(regexp_replace(${sql.ref(column)}, '[^[:alnum:]]', '', 'g'))) > 0`,
        ),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_SEARCH_RESULTS)
    .execute();
}

/** Loads a company with its points, people, and latest projects and orders. Throws `not_found`. */
export async function loadCompanyForOperator(db: Kysely<Database>, id: string) {
  const company = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!company) throw new ApiFailure('not_found');
  return {
    id: company.id,
    number: company.number,
    name: company.name,
    country: regions.find((region) => region.id === company.regions_id)?.code ?? null,
    registration_number: company.registration_number,
    registration_number_2: company.registration_number_2,
    address: company.address,
    postal_code: company.postal_code,
    city: company.city,
    created_at: company.created_at,
    verified: company.reserved_points === 0,
    reserved_points: company.reserved_points,
    points: await loadCompanyBalance(db, id),
    active: company.active === 1,
    accepts_leads: company.accepts_leads,
    available_for_leads: company.availability,
    has_card: company.has_edenred_card,
    people: await listPeople(db, id),
    latest_projects: await listLatestProjects(db, id),
    latest_orders: await listLatestOrders(db, id),
    latest_points: await listLatestPoints(db, id),
    history: await listActionsOn(db, id),
  };
}

/** Lists the ids, roles and dates of a company's people, without their names and contact data. */
function listPeople(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('installers')
    .select(['id', 'role', 'active', 'created_at', 'removed_at'])
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

function listLatestProjects(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('projects')
    .select(['uuid as id', 'status', 'created_at', 'products_count', 'calculated_max_points'])
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .orderBy('created_at', 'desc')
    .limit(MAX_RECENT)
    .execute();
}

function listLatestOrders(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('orders')
    .select(['uuid as id', 'number', 'type', 'status', 'points', 'created_at'])
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .orderBy('created_at', 'desc')
    .limit(MAX_RECENT)
    .execute();
}

function listLatestPoints(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('ledger')
    .select(['created_at', 'event', 'variation', 'points', 'project_uuid', 'order_uuid'])
    .where('company_id', '=', companyId)
    .orderBy('rev', 'desc')
    .limit(MAX_RECENT)
    .execute();
}
