import { type Kysely, sql } from 'kysely';

/** Adds reviews in the console: submission times, claims on products, and decisions that can still be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table projects add column submitted_at timestamptz',
  // Until now, only decisions changed a submitted project, so this time is a few days late at most.
  'update projects set submitted_at = updated_at where status = 5',

  `create table review_claims (
    scan uuid primary key references scans (uuid),
    company_id uuid not null references companies (id),
    operator_id uuid not null references operators (id),
    until timestamptz not null
  )`,
  'create index review_claims_until on review_claims (until)',

  `create table review_decisions (
    uuid uuid primary key,
    scan uuid not null references scans (uuid),
    project uuid not null references projects (uuid),
    company_id uuid not null references companies (id),
    operator_id uuid not null references operators (id),
    kind text not null check (kind in ('accept', 'reject', 'request_photo')),
    code text,
    note text,
    seen_version bigint not null,
    made_at timestamptz not null,
    due_at timestamptz not null,
    settled_at timestamptz,
    outcome text
  )`,
  // A product has at most one decision on hold.
  'create unique index review_decisions_held on review_decisions (scan) where outcome is null',
  'create index review_decisions_due on review_decisions (project, due_at) where outcome is null',
  `create index review_decisions_failed on review_decisions (operator_id, settled_at)
    where outcome not in ('done', 'undone')`,

  `create index projects_submitted on projects (submitted_at) where submitted_at is not null`,
  'create index photos_sha256 on photos (sha256)',
  'create index scans_photo on scans (image_data) where image_data is not null and not deleted',
  'create index scans_time on scans (company_id, time) where not deleted',
];
