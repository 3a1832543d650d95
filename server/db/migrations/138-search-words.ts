import { type Kysely, sql } from 'kysely';

/**
 * Stores the searchable words of variants, leads and requests in columns. Searches no longer compute the words for each
 * row, and PostgreSQL knows how often each word occurs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const leadNames = `(customer_info ->> 'FirstName') || ' ' || (customer_info ->> 'LastName') || ' ' ||
  (customer_info ->> 'City')`;
const requestNames = `first_name || ' ' || last_name || ' ' || city`;

const statements = [
  // Returns every ending of each word, so that a prefix search finds any part of the word.
  `create function word_parts(given text) returns tsvector language sql immutable parallel safe
    set search_path from current as $$
    select coalesce(array_to_tsvector(array_agg(substr(word, start))), '')
    from unnest(search_words(given)) as word, generate_series(1, length(word)) as start
  $$`,
  `alter table shop_variants
    add column search_text text generated always as (fold_text(product_name || ' ' || sku)) stored,
    add column word_parts tsvector generated always as (word_parts(product_name || ' ' || sku)) stored`,
  'create index shop_variants_words on shop_variants using gin (word_parts) where is_listed',
  'create index shop_products_hidden on shop_products (region_id) where active and not is_visible and not deleted',
  'create index shop_products_inactive on shop_products (region_id) where not active and not deleted',
  // Homeowners' names are separate, because not every role may search them.
  ...wordsOf('leads', leadNames, `customer_info ->> 'City'`),
  ...wordsOf('lead_requests', requestNames, 'city'),
  'create index leads_words on leads using gin (words) where not deleted',
  'create index leads_personal_words on leads using gin (personal_words) where not deleted',
  'create index lead_requests_words on lead_requests using gin (words)',
  'create index lead_requests_personal_words on lead_requests using gin (personal_words)',
  // The tables are analysed, so that PostgreSQL knows how often each word occurs.
  'analyze shop_variants',
  'analyze leads',
  'analyze lead_requests',
];

function wordsOf(table: string, names: string, town: string): string[] {
  return [
    `drop index ${table}_words`,
    `alter table ${table}
      add column words tsvector generated always as (coalesce(folded_words(${town}), '')) stored,
      add column personal_words tsvector generated always as (coalesce(folded_words(${names}), '')) stored`,
  ];
}
