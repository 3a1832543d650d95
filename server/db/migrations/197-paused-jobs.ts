import { type Kysely, sql } from 'kysely';

/** Allows bulk jobs to be paused. The previous version doesn't run rows of jobs in a state that it doesn't know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bulk_jobs drop constraint bulk_jobs_state_check,
    add constraint bulk_jobs_state_check check (state in ('running', 'paused', 'stopped', 'done'))`.execute(
    db,
  );
}
