import { type Kysely, sql } from 'kysely';

/** Adds jobs for bulk actions. Each row runs in its own transaction, and jobs resume after a restart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table bulk_jobs (
    uuid uuid primary key,
    act text not null,
    region_ids integer[] not null,
    operator_id uuid not null references operators (id),
    session_id uuid,
    why text not null,
    total integer not null,
    state text not null default 'running' check (state in ('running', 'stopped', 'done')),
    created_at timestamptz not null,
    finished_at timestamptz
  )`,
  `create index bulk_jobs_running on bulk_jobs (created_at) where state = 'running'`,
  'create index bulk_jobs_operator on bulk_jobs (operator_id, created_at)',
  'create index bulk_jobs_created on bulk_jobs (created_at)',
  `create table bulk_job_rows (
    job uuid not null references bulk_jobs (uuid) on delete cascade,
    position integer not null,
    record_id text not null,
    label text not null,
    state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
    problem text,
    sealed_input text,
    primary key (job, position),
    unique (job, record_id)
  )`,
  `create index bulk_job_rows_state on bulk_job_rows (job, state, position)`,
];
