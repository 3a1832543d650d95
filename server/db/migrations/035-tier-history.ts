import { type Kysely, sql } from 'kysely';

/** Stores the levels of each tier by the first year in which they apply; year 0 for the oldest levels. */
const statements = [
  `create table tier_ladders (
    region text not null,
    tier_category integer not null,
    from_year integer not null,
    brackets jsonb not null,
    primary key (region, tier_category, from_year)
  )`,
  `insert into tier_ladders (region, tier_category, from_year, brackets)
    select region, tier_category, 0, brackets from tier_definitions`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
