import { type Kysely, sql } from 'kysely';

/**
 * Marks projects whose installation date was changed since their creation, so that a late correction of the address
 * doesn't reset the date.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add column has_changed_date boolean not null default false`.execute(
    db,
  );
}
