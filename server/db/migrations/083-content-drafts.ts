import { type Kysely, sql } from 'kysely';
import { regions } from '#schemas/regions.ts';

/** Adds news to the console: lists by country, published versions, and drafts with planned publication. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const regionIds = regions.map(({ id, code }) => `when '${code}' then ${id}`).join(' ');
const regionColumn = `region_id integer generated always as (case region ${regionIds} end) stored`;

/** Two indexes of a list: with and without a filter by type. */
const indexList = (name: string, table: string, time: string, condition: string) => [
  `create index ${name} on ${table} (region_id, ${time}, uuid) where ${condition}`,
  `create index ${name}_by_type on ${table} (region_id, type, ${time}, uuid) where ${condition}`,
];

const statements = [
  `alter table contents add column ${regionColumn}, add column details_rev integer not null default 1`,
  // Triggers count the changes, because the setup and the command change contents too.
  `create trigger contents_details before update on contents for each row
    when ((old.deleted, old.type, old.content, old.media, old.other_images)
      is distinct from (new.deleted, new.type, new.content, new.media, new.other_images))
    execute function raise_details_rev()`,
  ...indexList('contents_published', 'contents', 'created_at', 'not deleted'),
  ...indexList('contents_withdrawn', 'contents', 'updated_at', 'deleted'),

  `create table content_drafts (
    uuid uuid primary key,
    region text not null,
    ${regionColumn},
    rev integer not null default 1,
    type text not null,
    content jsonb,
    publish_at timestamptz,
    planned_by uuid references operators (id),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    updated_by uuid references operators (id),
    check (publish_at is null or content is not null)
  )`,
  ...indexList('content_drafts_list', 'content_drafts', 'updated_at', 'content is not null'),
  ...indexList('content_drafts_planned', 'content_drafts', 'publish_at', 'publish_at is not null'),
  'create index content_drafts_due on content_drafts (publish_at) where publish_at is not null',
  'create index content_drafts_planned_by on content_drafts (planned_by)',
  'create index content_drafts_updated_by on content_drafts (updated_by)',
];
