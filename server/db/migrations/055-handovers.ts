import { type Kysely, sql } from 'kysely';

/** Adds signed handover sheets and their documents, which only an erasure deletes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table attachments add column document text check (document in ('ready', 'unusable'))`,
  `create table handovers (
    uuid uuid primary key,
    company_id uuid not null references companies (id),
    project_uuid uuid not null references projects (uuid),
    signed text not null,
    signed_sha256 text not null,
    problem text check (problem in ('not_a_sheet', 'hash_mismatch', 'another_project')),
    signed_at timestamptz,
    received_at timestamptz not null
  )`,
  'create index handovers_project on handovers (project_uuid, signed_at)',
  'create index handovers_received on handovers (received_at)',
  `create table handover_documents (
    uuid uuid primary key references handovers (uuid),
    company_id uuid not null references companies (id),
    sha256 text not null,
    differences jsonb not null,
    is_mailed boolean not null,
    made_at timestamptz not null,
    content bytea,
    stored_as text,
    check (content is null or stored_as is null)
  )`,
  /*
   * An erasure sets `club.erases_handovers` for its transaction. Moving a file changes only where the bytes are stored,
   * but not their hash.
   */
  `create function keep_handovers() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and current_setting('club.erases_handovers', true) = 'on' then
      return old;
    end if;
    if tg_op = 'UPDATE' and
      to_jsonb(new) - 'content' - 'stored_as' = to_jsonb(old) - 'content' - 'stored_as' and
      tg_table_name = 'handover_documents' then
      return new;
    end if;
    raise exception 'A signed handover sheet can''t be changed.' using errcode = 'restrict_violation';
  end $$`,
  `create trigger handovers_kept before update or delete on handovers
    for each row execute function keep_handovers()`,
  `create trigger handover_documents_kept before update or delete on handover_documents
    for each row execute function keep_handovers()`,
];
