import { type Kysely, sql } from 'kysely';

/**
 * Stores titles of news and tutorials in separate columns, so that lists needn't read the texts, and indexes the words
 * of the titles.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Returns the titles by language.
  `create function content_titles(given jsonb) returns jsonb language sql immutable parallel safe
    set search_path from current as $$
    select coalesce(jsonb_object_agg(key, value->>'title'), '{}') from jsonb_each(given)
  $$`,
  `create function content_title_words(given jsonb) returns tsvector language sql immutable parallel safe
    set search_path from current as $$
    select coalesce(array_to_tsvector(search_words(string_agg(value->>'title', ' '))), '')
    from jsonb_each(given)
  $$`,
  ...['contents', 'content_drafts'].flatMap((table) => [
    `alter table ${table}
      add column titles jsonb generated always as (content_titles(content)) stored,
      add column title_words tsvector generated always as (content_title_words(content)) stored`,
    `create index ${table}_title_words on ${table} using gin (title_words)`,
  ]),
];
