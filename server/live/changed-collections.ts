import { type Kysely, sql } from 'kysely';
import { type CollectionName } from '#schemas/collections.ts';
import { type Database } from '../db/tables.ts';

/** A table whose rows have a company, and a `rev` from the company's counter. */
type CompanyTable = Extract<
  {
    [Table in keyof Database]: Database[Table] extends { company_id: unknown; rev: unknown }
      ? Table
      : never;
  }[keyof Database],
  string
>;

/** Table of each replicated collection; null if its rows don't belong to companies. */
const tables: Readonly<Record<CollectionName, CompanyTable | null>> = {
  scans: 'scans',
  projects: 'projects',
  ledger: 'ledger',
  leads: 'leads',
  notifications: 'notifications',
  surveys: 'survey_invitations',
  chats: 'support_chats',
  orders: 'orders',
  certificates: 'warranty_certificates',
  attachments: 'attachments',
  // Contents belong to a country, so no company's counter changes with them. Apps pull them when a stream opens, and at
  // intervals.
  contents: null,
  // Products belong to a country, but a company's orders change their stock, so they are announced together with
  // orders.
  products: 'orders',
};
const trackedCollections = Object.entries(tables).filter(([, table]) => table !== null);

/** All collections, announced when a stream opens. */
export const streamedCollections: readonly string[] = Object.keys(tables);

/** Loads the current counters of the companies. */
export async function getRevs(
  db: Kysely<Database>,
  companyIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'rev'])
    .where('id', '=', sql<string>`any(${companyIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, rev }) => [id, rev]));
}

/**
 * Finds collections changed since the given counters, in one query for all companies.
 * @returns collection names by company
 */
export async function findChangedCollections(
  db: Kysely<Database>,
  revs: ReadonlyMap<string, number>,
): Promise<Map<string, string[]>> {
  const since = sql`unnest(${[...revs.keys()]}::uuid[], ${[...revs.values()]}::bigint[]) as c (id, rev)`;
  const checks = trackedCollections.map(
    ([name, table]) => sql`select c.id as company, ${sql.lit(name)} as name from ${since}
      where exists (
        select 1 from ${sql.table(table ?? '')} t where t.company_id = c.id and t.rev > c.rev
      )`,
  );
  const query = sql<{ company: string; name: string }>`${sql.join(checks, sql` union all `)}`;
  const { rows } = await query.execute(db);
  const groups = Map.groupBy(rows, ({ company }) => company);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ name }) => name)]));
}
