import type { Client } from 'pg';
import { productKindOf, vendorTypes } from '#schemas/vendors.ts';
import { type Changes, type Growth, growthOf, idOf, region } from './list-growth.ts';

/** Rows per insert statement. */
const CHUNK = 20_000;

/** Statements for rows that triggers would otherwise write one by one, which would take hours. */
const derivedRows = [
  `insert into company_search
    select id, regions_id, left(fold_text(name), 80), created_at, active, company_type,
      reserved_points = 0, refused_at is not null, accepts_leads, company_words(companies)
    from companies on conflict do nothing`,
  `insert into person_search
    select person.id, company_id, company.regions_id,
      left(fold_text(surname || ' ' || person.name), 80), person.created_at, person.active, role,
      person_words(person, company)
    from installers as person join companies as company on company.id = company_id
    on conflict do nothing`,
  `insert into ordered_products
    select distinct orders.uuid, (line->>'product_uuid')::uuid, company_id, region_id, created_at,
      status, type
    from orders cross join jsonb_array_elements(contents) as line
    where not deleted and line->>'product_uuid' is not null on conflict do nothing`,
  `alter table support_chats
    alter column words type tsvector using (chat_words(title, company_id)),
    alter column personal_words type tsvector
      using (chat_words(title, company_id) || chat_person_words(user_id))`,
  `insert into company_places (company_id, region_id, latitude, longitude, place_kind, located_at)
    select id, regions_id, 49 + number % 601 / 100.0, 14 + number % 1009 / 100.0, 'town', now()
    from companies where accepts_leads on conflict do nothing`,
  'truncate open_order_sums, open_order_changes, ledger_days, ledger_changes, report_days, report_changes',
  `insert into open_order_sums (region_id, variant, type, orders)
    select region_id, variant, type, count(*) from orders
    cross join lateral (select distinct line ->> 'variantGuid' as variant
      from jsonb_array_elements(contents) as line) as part
    where status in (1, 2, 5) and not deleted group by 1, 2, 3`,
  `insert into ledger_days (region_id, day, event, variation, campaign, lines, points)
    select region_id, (created_at at time zone 'UTC')::date, event, variation,
      coalesce(campaign ->> 'id', ''), count(*), sum(points) from ledger group by 1, 2, 3, 4, 5`,
  `insert into report_days (region_id, figure, day, records, points)
    select region_id, figure, (at at time zone region_time_zone(region_id))::date, count(*), sum(points)
    from (
      select regions_id as region_id, 'companies' as figure, created_at as at, 0 as points from companies
      union all select region_id, 'projects', created_at, 0 from projects where not deleted
      union all select region_id, 'projects_closed', project_closed, 0 from projects
        where not deleted and project_closed is not null
      union all select region_id, 'scans', created_at, 0 from scans where not deleted
      union all select region_id, 'orders_' || status, created_at, points from orders where not deleted
      union all select region_id, 'leads_' || status, created_at, 0 from leads where not deleted
      union all select region_id, 'lead_requests', created_at, 0 from lead_requests
      union all select region_id, 'chats', created_at, 0 from support_chats where not deleted
    ) as record group by 1, 2, 3`,
] as const;

/**
 * Fills the tables that the console lists, by copying the demo's rows with other companies, countries, names and times.
 * @param client connection without time limits, because indexing and vacuuming take long
 * @param rows number of rows in the largest tables
 * @param onTable called after each table, with its row count
 */
export async function growLists(
  client: Client,
  rows: number,
  onTable: (table: string, rows: number) => void,
): Promise<void> {
  const indexes = await dropIndexes(client);
  for (const growth of growthOf(rows)) {
    // Triggers are off, because the rows and `derivedRows` already contain everything that they would write.
    const role = growth.hasTriggers ? 'origin' : 'replica';
    await client.query(`set session_replication_role = ${role}`);
    await copyRows(client, growth);
    onTable(growth.table, growth.rows);
  }
  for (const statement of derivedRows) await client.query(statement);
  await client.query("set maintenance_work_mem = '512MB'");
  for (const index of indexes) await client.query(index);
  onTable('indexes', indexes.length);
  await addVouchers(client, rows);
  onTable('voucher_codes', rows);
  await addAudit(client, rows);
  onTable('operator_audit', rows);
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  for (const { name } of tables) await client.query(`vacuum analyze "${name}"`);
}

/**
 * Drops indexes, because building them at the end is faster. Keeps keys, and the index that a trigger of `contents`
 * reads for each row.
 * @returns the definitions of the dropped indexes
 */
async function dropIndexes(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> 'content_versions'
       and indexrelid not in (select conindid from pg_constraint)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function copyRows(client: Client, { table, rows, changes }: Growth): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1
       and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const unknown = Object.keys(changes).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}.`);
  const ofCompany = `(select regions_id from companies where id = ${changes['company_id'] ?? 'null'})`;
  const derived: Changes = changes['company_id'] ? { region_id: ofCompany, ...changes } : changes;
  const values = names.map((name) => derived[name] ?? `t."${name}"`);
  await client.query(
    `create temporary table copied as select *, row_number() over () as copy from ${table}`,
  );
  for (let from = 1; from <= rows; from += CHUNK) {
    await client.query(
      `insert into ${table} (${names.map((name) => `"${name}"`).join()})
       select ${values.join()} from generate_series(${from}, ${Math.min(from + CHUNK - 1, rows)}) n
       join copied t on t.copy = 1 + n % (select count(*) from copied)`,
    );
  }
  await client.query('drop table copied');
}

/** Adds voucher codes, eight of ten used, to as many vouchers as the list has. */
async function addVouchers(client: Client, rows: number): Promise<void> {
  await client.query(
    `with voucher as (
       select region, shop_variants.sku, row_number() over (order by shop_products.name) as number
       from shop_products join shop_variants on product_uuid = shop_products.uuid
       where not deleted and type = any($1::text[]) order by shop_products.name limit 1000)
     insert into voucher_codes (region, sku, number, expires_at, order_uuid)
     select region, sku, 'G' || n, date '2026-06-01' + n % 300, case when n % 10 < 8 then gen_random_uuid() end
     from generate_series(1, ${rows}) n join voucher on voucher.number = 1 + n % (select count(*) from voucher)`,
    [vendorTypes.filter((type) => productKindOf(type) === 'digital')],
  );
}

/** Adds audited actions. A quarter is about people, a hundredth of these about one person. */
async function addAudit(client: Client, rows: number): Promise<void> {
  const person = idOf('person', '(case when n % 400 = 0 then 1 else 1 + n % 5000 end)');
  await client.query(
    `insert into operator_audit (at, kind, act, operator_id, region_id, record_kind, record_id)
     select timestamptz '2023-10-01' + n * interval '90 seconds',
       (array['act','act','read','sign_in'])[1 + n % 4], 'editCompany',
       (array(select id from operators order by id))[1 + n % (select count(*) from operators)],
       case when n % 4 < 3 then ${region} end,
       case when n % 4 = 0 then 'installer' else 'company' end,
       (case when n % 4 = 0 then ${person} else ${idOf('company', '(1 + n % 5000)')} end)::text
     from generate_series(1, ${rows}) n`,
  );
}
