import { type Kysely, sql } from 'kysely';

/**
 * Stores the published versions of news and tutorials. A trigger creates them, even when content is published by setup
 * files or by a command.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Maximum number of stored versions of an article. */
const MAX_VERSIONS = 50;
const columns = (row: string) =>
  ['content', 'media', 'other_images', 'alt_texts'].map((column) => `${row}.${column}`).join(', ');

const statements = [
  `create table content_versions (
    id uuid primary key default gen_random_uuid(),
    number bigint generated always as identity,
    content_uuid uuid not null references contents (uuid) on delete cascade,
    published_at timestamptz not null,
    published_by uuid references operators (id),
    content jsonb not null,
    pictures jsonb not null
  )`,
  'create index content_versions_list on content_versions (content_uuid, number)',
  'create index content_versions_published_by on content_versions (published_by)',
  // Returns the pictures in the same form as in drafts.
  `create function content_pictures_of(given contents) returns jsonb language sql stable
    set search_path from current as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'is_decorative', false, 'texts', '{}'::jsonb)
      || coalesce(given.alt_texts->id::text, '{}') order by place), '[]')
    from unnest(array_remove(array_prepend(given.media, given.other_images), null))
      with ordinality as picture (id, place)
  $$`,
  `insert into content_versions (content_uuid, published_at, content, pictures)
    select uuid, updated_at, content, content_pictures_of(contents) from contents order by updated_at`,
  `create function keep_content_version() returns trigger language plpgsql as $$
    begin
      insert into content_versions (content_uuid, published_at, published_by, content, pictures)
      values (new.uuid, new.updated_at, nullif(current_setting('club.publisher', true), '')::uuid,
        new.content, content_pictures_of(new));
      delete from content_versions where id in (
        select id from content_versions where content_uuid = new.uuid
        order by number desc offset ${MAX_VERSIONS});
      return null;
    end
  $$`,
  `create trigger contents_first_version after insert on contents for each row
    execute function keep_content_version()`,
  `create trigger contents_next_version after update on contents for each row
    when ((${columns('old')}) is distinct from (${columns('new')}))
    execute function keep_content_version()`,
];
