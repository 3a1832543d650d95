import { type Kysely, sql } from 'kysely';

/** Adds a country's text templates, which operators insert into replies to chats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table chat_templates (
    uuid uuid primary key,
    region_id integer not null,
    rev bigint not null default 1,
    name text not null,
    -- [{ language, text }]
    texts jsonb not null
  )`.execute(db);
  await sql`create index chat_templates_region on chat_templates (region_id, name, uuid)`.execute(
    db,
  );
}
