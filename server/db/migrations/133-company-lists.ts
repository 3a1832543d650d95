import { type Kysely, sql } from 'kysely';

/**
 * Adds indexes for a company's products and ledger in the console, including the columns that are counted and summed.
 * These indexes replace those of the app's lists, which differ only in the order of records with the same time. Also
 * adds an index for each kind of upcoming product date, and an audit index for an operator's actions in a country.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create index scans_of_company on scans (company_id, created_at, uuid) include (region_id, type, flag)
    where not deleted`,
  'drop index scans_year',
  'drop index scans_list',
  `create index ledger_of_company on ledger (company_id, created_at, uuid)
    include (region_id, event, variation, points)`,
  'drop index ledger_company',
  'drop index ledger_list',
  'create index operator_audit_of_operator on operator_audit (operator_id, region_id, id) where of_id is null',
  'create index shop_products_show on shop_products (region_id, show_at) where show_at is not null and not deleted',
  'create index shop_products_hide on shop_products (region_id, hide_at) where hide_at is not null and not deleted',
];
