import { type Kysely, type QueryCreator } from 'kysely';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';

/** Tables with the column `company_id` that an operator's queries may name, besides companies. */
const companyTables = ['installers', 'orders', 'projects', 'scans'] as const;
type ScopedTables = Pick<Database, 'companies' | (typeof companyTables)[number]>;

/** Queries whose tables have the rows of some countries only. */
export type ScopedQueries = QueryCreator<ScopedTables>;

/**
 * Creates queries that can't read records of other countries: common table expressions hide the tables of the same
 * name. A table without an expression doesn't compile.
 */
export function scopedQueries(db: Kysely<Database>, regions: readonly RegionId[]): ScopedQueries {
  // An empty list isn't valid SQL.
  const ids = regions.length === 0 ? [0 as RegionId] : regions;
  const ofCompanies = db.with(
    (cte) => cte('companies').notMaterialized(),
    (query) => query.selectFrom('companies').selectAll().where('regions_id', 'in', ids),
  );
  const scoped = companyTables.reduce(
    // Each step has the same tables; their types would grow with every step.
    (queries, table) =>
      queries.with(
        (cte) => cte(table).notMaterialized(),
        (query) =>
          query
            .selectFrom(table)
            .selectAll()
            .where('company_id', 'in', query.selectFrom('companies').select('companies.id')),
      ) as unknown as typeof ofCompanies,
    ofCompanies,
  );
  return scoped as unknown as ScopedQueries;
}
