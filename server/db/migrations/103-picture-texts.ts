import { type Kysely, sql } from 'kysely';

/** Adds alternative texts for pictures of news, tutorials and products, and pictures for drafts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Creates a trigger again, so that it counts changes to these columns. Its function already exists. */
const countChanges = (trigger: string, table: string, columns: readonly string[]) => {
  const values = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  return [
    `drop trigger ${trigger} on ${table}`,
    `create trigger ${trigger} before update on ${table} for each row
      when ((${values('old')}) is distinct from (${values('new')}))
      execute function raise_details_rev()`,
  ];
};

const statements = [
  `alter table contents add column alt_texts jsonb not null default '{}'`,
  'alter table content_drafts add column pictures jsonb',
  `alter table shop_products add column alt_texts jsonb not null default '{}'`,
  'alter table content_pictures add column uploaded_at timestamptz',
  'create index content_pictures_uploaded on content_pictures (uploaded_at) where uploaded_at is not null',
  ...countChanges('contents_details', 'contents', [
    ...['deleted', 'type', 'content', 'media', 'other_images', 'alt_texts'],
  ]),
  ...countChanges('shop_products_details', 'shop_products', [
    ...['name', 'description', 'active', 'is_visible', 'show_at', 'hide_at', 'category_uuid'],
    ...['pictures', 'alt_texts', 'deleted'],
  ]),
];
