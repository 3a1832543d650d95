import { type Kysely, sql } from 'kysely';

/** Adds configuration, projects, scans, points and photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Columns of every replicated table; pulls use (company_id, rev). */
const replicated = `
    uuid uuid primary key,
    company_id uuid not null references companies (id),
    rev bigint not null,
    op_id uuid not null,
    deleted boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null`;

const statements = [
  `create table region_settings (
    region text primary key,
    regional jsonb not null,
    configuration jsonb not null,
    closing_survey jsonb not null,
    welcome_points integer not null,
    survey_points integer not null,
    points_validity_months integer not null
  )`,
  `create table product_types (
    type text primary key,
    status text not null,
    tier_category integer not null
  )`,
  `create table registry (
    code text primary key,
    type text not null,
    size text not null,
    variant text not null
  )`,

  `create table projects (${replicated},
    name text not null,
    street_name text not null,
    postal_code text not null,
    city text not null,
    search_text text not null,
    status integer not null,
    products_count integer not null default 0,
    available_points integer not null default 0,
    max_points integer not null default 0,
    calculated_available_points integer not null default 0,
    calculated_max_points integer not null default 0,
    project_closed timestamptz,
    expires_at timestamptz,
    warranty_certificate_uuid uuid,
    survey jsonb not null,
    survey_response jsonb,
    closing_op_id uuid
  )`,
  'create unique index projects_change on projects (company_id, rev)',
  'create index projects_list on projects (company_id, created_at desc, uuid) where not deleted',
  'create index projects_expiry on projects (expires_at) where status in (1, 4) and not deleted',

  `create table scans (${replicated},
    projects_id uuid not null references projects (uuid),
    type text not null,
    size text not null,
    variant text not null,
    serial_number text,
    is_unique boolean not null,
    survey text,
    image_data uuid,
    manual boolean not null,
    time bigint not null,
    flag text not null,
    points integer not null
  )`,
  'create unique index scans_change on scans (company_id, rev)',
  'create index scans_list on scans (company_id, created_at desc, uuid) where not deleted',
  'create index scans_project on scans (projects_id) where not deleted',
  // A serial number counts once across all companies (security 13).
  `create unique index scans_serial on scans (serial_number)
    where not deleted and is_unique and flag <> 'rejected'`,
  `create table scan_graves (
    company_id uuid not null references companies (id),
    uuid uuid not null,
    op_id uuid not null,
    created_at timestamptz not null,
    primary key (company_id, uuid)
  )`,

  `create table ledger (${replicated},
    event text not null,
    points integer not null check (points > 0),
    variation text not null,
    project_uuid uuid references projects (uuid)
  )`,
  'create unique index ledger_change on ledger (company_id, rev)',
  'create index ledger_list on ledger (company_id, created_at desc, uuid)',
  // A project's points are added once, even if other checks fail.
  `create unique index ledger_project on ledger (project_uuid, event)
    where event in ('project_closed', 'project_survey_completed')`,

  `create table photos (
    uuid uuid primary key,
    company_id uuid not null references companies (id),
    sha256 text not null,
    bytes integer not null,
    media_type text not null,
    content bytea not null,
    created_at timestamptz not null
  )`,
  'create index photos_company on photos (company_id)',
];
