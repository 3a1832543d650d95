import { type Kysely, sql } from 'kysely';

/** Adds authors of projects, scans and points, and people removed from their team. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Null for older rows, whose author is unknown. */
const person = 'uuid references installers (id) on delete set null';

const statements = [
  `alter table projects
    add column created_by ${person},
    add column closed_by ${person}`,
  `alter table scans add column created_by ${person}`,
  `alter table ledger add column created_by ${person}`,
  'create index projects_creator on projects (created_by) where created_by is not null',
  'create index projects_closer on projects (closed_by) where closed_by is not null',
  'create index scans_creator on scans (created_by) where created_by is not null',
  'create index ledger_creator on ledger (created_by) where created_by is not null',
  // Existing people may have signed in, so the default is true.
  `alter table installers
    add column removed_at timestamptz,
    add column has_signed_in boolean not null default true`,
];
