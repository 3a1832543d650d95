import { type Kysely, sql } from 'kysely';

/**
 * Adds attachments of projects, the received parts of unfinished uploads, and deletions that arrived before their
 * attachment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table attachments (
    uuid uuid primary key,
    company_id uuid not null references companies (id),
    rev bigint not null,
    op_id uuid not null,
    deleted boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    project_id uuid not null references projects (uuid),
    kind text not null check (kind in ('photo', 'signature', 'document')),
    "group" text check ("group" in ('before', 'during', 'after')),
    caption text not null,
    media_type text not null,
    bytes integer not null,
    sha256 text not null,
    captured_at timestamptz not null,
    created_by uuid references installers (id) on delete set null,
    has_content boolean not null default false,
    content bytea,
    stored_as text,
    check (content is null or stored_as is null)
  )`,
  'create unique index attachments_change on attachments (company_id, rev)',
  'create index attachments_list on attachments (company_id, created_at desc, uuid) include (bytes) where not deleted',
  'create index attachments_project on attachments (project_id) where not deleted',
  'create index attachments_creator on attachments (created_by)',
  `create table attachment_parts (
    attachment_uuid uuid not null references attachments (uuid) on delete cascade,
    start integer not null,
    content bytea not null,
    primary key (attachment_uuid, start)
  )`,
  `create table attachment_tombstones (
    company_id uuid not null references companies (id),
    uuid uuid not null,
    op_id uuid not null,
    created_at timestamptz not null,
    primary key (company_id, uuid)
  )`,
];
