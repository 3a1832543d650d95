import { type Kysely, sql } from 'kysely';

/**
 * Stores the country with each of a company's records, so that an index returns one country's list in order. Triggers
 * set the country, even for writes by the previous version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of functions) await sql.raw(statement).execute(db);
  for (const table of ['installers', 'orders', 'projects', 'scans']) await addRegion(db, table);
  for (const statement of indexes) await sql.raw(statement).execute(db);
}

/** Adds `region_id` to a table with `company_id`. */
async function addRegion(db: Kysely<unknown>, table: string): Promise<void> {
  const statements = [
    `alter table ${table} add column region_id integer`,
    // Rewriting the table takes a third as long as an update, and leaves no dead rows.
    `alter table ${table} alter column region_id type integer using (region_of_company(company_id))`,
    `create trigger ${table}_region before insert or update of company_id on ${table}
      for each row execute function set_region()`,
    `create trigger companies_region_of_${table} after update of regions_id on companies
      for each row when (old.regions_id <> new.regions_id) execute function move_records('${table}')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const functions = [
  `create function region_of_company(company uuid) returns integer language sql stable
    as 'select regions_id from companies where id = company'`,
  `create function set_region() returns trigger language plpgsql as $$
  begin
    new.region_id := region_of_company(new.company_id);
    return new;
  end $$`,
  `create function move_records() returns trigger language plpgsql as $$
  begin
    execute format('update %I set region_id = $1 where company_id = $2', tg_argv[0]) using new.regions_id, new.id;
    return null;
  end $$`,
];

/** Companies and people need no such index, because they are listed from their searchable copies. */
const indexes = ['orders', 'projects', 'scans'].map(
  (table) =>
    `create index ${table}_region on ${table} (region_id, created_at, uuid) where not deleted`,
);
