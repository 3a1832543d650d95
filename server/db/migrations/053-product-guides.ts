import { type Kysely, sql } from 'kysely';

/**
 * Adds countries' product guides and their PDFs. A document is received in parts and is complete after the last one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table product_guides (
    region text primary key,
    version text not null,
    guide jsonb not null
  )`,
  `create table guide_documents (
    uuid uuid primary key,
    is_complete boolean not null,
    content bytea not null
  )`,
];
