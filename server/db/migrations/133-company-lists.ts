import { type Kysely, sql } from 'kysely';

/**
 * Indexes of a company's products and ledger in the console, including the columns for their counts and sums. They
 * replace the indexes of the app's lists, whose order differs only between records with the same time. Upcoming dates
 * of products get an index for each kind of date, and the audit one for an operator's actions in a country.
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
