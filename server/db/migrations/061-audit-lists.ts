import { type Kysely, sql } from 'kysely';

/** Adds indexes for the audit's lists: all entries, by kind and by country, newest or oldest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const columns of ['id', 'kind, id', 'region_id, id', 'region_id, kind, id']) {
    const name = `operator_audit_list_${columns.replaceAll(', ', '_')}`;
    await sql
      .raw(`create index ${name} on operator_audit (${columns}) where of_id is null`)
      .execute(db);
  }
}
