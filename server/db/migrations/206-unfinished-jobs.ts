import { type Kysely, sql } from 'kysely';

/** Extends the index of running jobs to paused ones, which every round checks too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index bulk_jobs_unfinished on bulk_jobs (created_at)
    where state in ('running', 'paused')`.execute(db);
  await sql`drop index bulk_jobs_running`.execute(db);
}
