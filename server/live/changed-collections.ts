import { type Kysely, sql } from 'kysely';
import { type CollectionName } from '#schemas/collections.ts';
import { type Database } from '../db/tables.ts';

/** A table whose rows carry their company and its `rev`. */
type CompanyTable = Extract<
  {
    [Table in keyof Database]: Database[Table] extends { company_id: unknown; rev: unknown }
      ? Table
      : never;
  }[keyof Database],
  string
>;

/** Where each replicated collection shows that it has changed; null where no company's table does. */
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
  // A country's, told of by nobody's counter: asked for when a stream opens and at the usual intervals.
  contents: null,
  // A country's too: a company's own orders move its stock, so it is told with those.
  products: 'orders',
};
const kept = Object.entries(tables).filter(([, table]) => table !== null);

/** All that a stream may tell of: when it opens, also what it tells of at no other time. */
export const streamedCollections: readonly string[] = Object.keys(tables);

/** Where the companies' counters stand. */
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
 * What has changed of companies since their counters stood there, by one query for all of them.
 * @returns the names of collections, by company
 */
export async function changedSince(
  db: Kysely<Database>,
  revs: ReadonlyMap<string, number>,
): Promise<Map<string, string[]>> {
  const since = sql`unnest(${[...revs.keys()]}::uuid[], ${[...revs.values()]}::bigint[]) as c (id, rev)`;
  const looks = kept.map(
    ([name, table]) => sql`select c.id as company, ${sql.lit(name)} as name from ${since}
      where exists (
        select 1 from ${sql.table(table ?? '')} t where t.company_id = c.id and t.rev > c.rev
      )`,
  );
  const query = sql<{ company: string; name: string }>`${sql.join(looks, sql` union all `)}`;
  const { rows } = await query.execute(db);
  const groups = Map.groupBy(rows, ({ company }) => company);
  return new Map([...groups].map(([id, found]) => [id, found.map(({ name }) => name)]));
}
