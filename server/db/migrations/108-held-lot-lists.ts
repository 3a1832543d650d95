import { type Kysely, sql } from 'kysely';

/** Adds an id and the country to held lots, so that operators can list and release a country's lots. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table held_lots add column uuid uuid not null default gen_random_uuid(), add column region_id integer',
  'update held_lots set region_id = region_of_company(company_id)',
  'create unique index held_lots_id on held_lots (uuid)',
  `create trigger held_lots_region before insert or update of company_id on held_lots
    for each row execute function set_region()`,
  `create trigger companies_region_of_held_lots after update of regions_id on companies
    for each row when (old.regions_id <> new.regions_id) execute function move_records('held_lots')`,
  'create index held_lots_list on held_lots (region_id, held_at, uuid) where released_at is null',
  'create index held_lots_lot on held_lots (lot) where released_at is null',
];
