import { type Kysely, sql } from 'kysely';

/** Adds links to photos of a project, and the photos printed in a warranty certificate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo_shares (
      uuid uuid primary key,
      company_id uuid not null references companies(id),
      project_id uuid not null references projects(uuid),
      secret_hash text not null unique,
      photos jsonb not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index photo_shares_by_project on photo_shares (project_id)`.execute(db);
  await sql`create index photo_shares_by_expiry on photo_shares (expires_at)`.execute(db);
  // The photos are copied, so that an issued certificate never changes.
  await sql`
    create table certificate_photos (
      certificate_uuid uuid not null references warranty_certificates(uuid),
      position integer not null,
      caption text not null,
      content bytea not null,
      primary key (certificate_uuid, position)
    )`.execute(db);
}
