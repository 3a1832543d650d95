import { type Kysely, sql } from 'kysely';

/** Adds the type of a shop product's marketing material, and a flyer's topic. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table shop_products
     add column marketing_type text
       check (marketing_type in ('banner', 'horizontal_card', 'vertical_card', 'sticker', 'billboard', 'flyer')),
     add column marketing_subtype text
       check (marketing_subtype in ('services', 'electric', 'replacement', 'dsp')),
     add constraint shop_products_marketing
       check ((coalesce(marketing_type, '') = 'flyer') = (marketing_subtype is not null))`,
];
