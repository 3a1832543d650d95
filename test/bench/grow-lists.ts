import type { Client } from 'pg';
import { regionIdOf, regions } from '#schemas/regions.ts';
import { productKindOf, vendorTypes } from '#schemas/vendors.ts';

/** SQL expressions that replace columns of a copied row; `n` is the number of the copy. */
type Changes = Readonly<Record<string, string>>;

interface Growth {
  readonly table: string;
  readonly rows: number;
  readonly changes: Changes;
  readonly hasTriggers?: boolean;
}

/** Rows per insert statement. */
const CHUNK = 20_000;
/** The first projects have several products each, the others none. */
const SCANNED_SHARE = 0.3;
/** Every hundredth record belongs to one company, the busiest. */
const BUSIEST_EVERY = 100;
const poland = regionIdOf('PL');
const otherIds = regions.map(({ id }) => id).filter((id) => id !== poland);
/** Six in ten records are Polish; the other countries share the rest. */
const region = `case when n % 10 < 6 then ${poland}
  else (array[${otherIds.join()}])[1 + n / 10 % ${otherIds.length}] end`;
const regionCode = `case when n % 10 < 6 then 'PL'
  else (array[${regions.flatMap(({ id, code }) => (id === poland ? [] : [`'${code}'`])).join()}])[1 + n / 10 % ${otherIds.length}] end`;

/** A different number for each row and salt, spread evenly. */
const spread = (salt: number, below: number | string) =>
  `(1 + ((n::bigint * 7919 + ${salt}) * 104729) % (${below}))`;
const idOf = (prefix: string, number = 'n') => `md5('${prefix}' || ${number})::uuid`;
/** Times within three years, in no particular order. */
const createdAt = `timestamptz '2026-10-01' - ${spread(5, 94_000_000)} * interval '1 second'`;
const surnames = `(array['Kowalski','Nowak','Wiśniewski','Novák','Horvat','Kovács','Popescu','Yılmaz','Öz','Jansons'])[1 + n % 10]`;
const towns = `(array['Warszawa','Kraków','Łódź','Praha','Zagreb','Budapest','Cluj','İzmir','Rīga','Київ'])[1 + n / 7 % 10]`;

const shared = {
  uuid: 'gen_random_uuid()',
  op_id: 'gen_random_uuid()',
  rev: '1000000 + n',
  created_at: createdAt,
  updated_at: `${createdAt} + interval '1 day'`,
};

function growthOf(rows: number): readonly Growth[] {
  const scannedProject = idOf('project', `(1 + n % ${Math.ceil(rows * SCANNED_SHARE)})`);
  const companyNumber = `case when n % ${BUSIEST_EVERY} = 0 then 1 else ${spread(1, rows)} end`;
  const company = idOf('company', `(${companyNumber})`);
  const replicated = { ...shared, company_id: company };
  return [
    {
      table: 'companies',
      rows,
      changes: {
        id: idOf('company'),
        name: `${surnames} || ' Dachy ' || n`,
        city: towns,
        regions_id: region,
        created_at: createdAt,
        company_type: 'null',
        registration_number: 'n',
        registration_key: `'grown' || n`,
        registration_number_2: 'null',
        registration_key_2: 'null',
        active: 'case when n % 50 = 0 then 2 else 1 end',
      },
    },
    {
      table: 'installers',
      rows,
      changes: {
        id: idOf('person'),
        company_id: company,
        surname: surnames,
        avatar: 'null',
        email: `'grown' || n || '@example.com'`,
        phone: 'null',
        active: 'n % 20 > 0',
        removed_at: `case when n % 20 = 0 then timestamptz '2026-10-01' end`,
        created_at: createdAt,
      },
    },
    {
      table: 'projects',
      rows,
      changes: {
        ...replicated,
        uuid: idOf('project'),
        // The project's company, which its products repeat.
        company_id: idOf(
          'company',
          `(case when n % ${BUSIEST_EVERY} = 0 then 1 else ${spread(2, rows)} end)`,
        ),
        created_by: 'null',
        closed_by: 'null',
        closing_op_id: 'null',
        status: 'case when n % 10 = 0 then 5 else 2 end',
        expires_at: 'null',
        submitted_at: `case when n % 10 = 0 then ${createdAt} end`,
      },
    },
    {
      table: 'scans',
      rows,
      changes: {
        ...replicated,
        created_by: 'null',
        image_data: 'null',
        projects_id: scannedProject,
        company_id: `(select company_id from projects where uuid = ${scannedProject})`,
        serial_number: `'G' || n`,
        // Many within ten minutes would all be signals to reviewers.
        time: `(extract(epoch from ${createdAt}) * 1000)::bigint`,
        flag: `case when (1 + n % ${Math.ceil(rows * SCANNED_SHARE)}) % 10 = 0 then 'in_review'
          when n % 50 = 7 then 'rejected' else 'valid' end`,
        waiting_since: `case when (1 + n % ${Math.ceil(rows * SCANNED_SHARE)}) % 10 = 0 then ${createdAt} end`,
        rejection: `case when n % 50 = 7 then jsonb_build_object('code', case when n % 100 = 7
          then 'returned' else 'photo' end, 'decided_at', '2026-09-01T00:00:00.000Z') end`,
      },
    },
    {
      table: 'ledger',
      rows,
      changes: { ...replicated, created_by: 'null', project_uuid: 'null', order_uuid: 'null' },
    },
    ...customerGrowth(rows, replicated),
    ...catalogueGrowth(rows),
  ];
}

/** Leads, orders, chats and certificates. */
function customerGrowth(rows: number, replicated: Changes): readonly Growth[] {
  return [
    {
      table: 'leads',
      rows,
      changes: {
        ...replicated,
        project_id: 'null',
        mover_id: 'null',
        expires_on: 'null',
        request_id: 'null',
        customer_info: `t.customer_info || jsonb_build_object('LastName', ${surnames}, 'City', ${towns})`,
      },
    },
    {
      table: 'lead_requests',
      rows,
      changes: {
        uuid: 'gen_random_uuid()',
        region_id: region,
        created_at: createdAt,
        reference: 'null',
        current_lead: 'null',
        last_name: surnames,
        city: towns,
        located_at: 'now()',
      },
    },
    { table: 'orders', rows, changes: { ...replicated, user_id: 'null', number: `'G' || n` } },
    {
      table: 'support_chats',
      rows,
      changes: {
        ...replicated,
        uuid: idOf('chat'),
        user_id: idOf('person', spread(3, rows)),
        title: `${surnames} || ' asks about order ' || n`,
        status: 'case when n % 100 = 0 then 1 when n % 50 = 1 then 2 else 3 end',
        waiting_since: createdAt,
      },
    },
    {
      table: 'warranty_certificates',
      rows,
      changes: {
        ...replicated,
        user_id: 'null',
        number: `regexp_replace(translate(upper(left(md5('G' || n), 16)), '01', 'GH'), '(.{4})(?=.)', '\\1-', 'g')`,
        project_uuid: idOf('project'),
        tag: `(array[1, 1, 1, 1, 1, 1, 1, 1, 2, 3])[1 + n / 3 % 10]`,
        company: `t.company || jsonb_build_object('name', ${surnames} || ' Dachy ' || n)`,
        address_details: `t.address_details || jsonb_build_object('city', ${towns})`,
        customer_name: `'Jan ' || ${surnames}`,
      },
    },
  ];
}

/** The countries' news, products and surveys, and serial numbers. */
function catalogueGrowth(rows: number): readonly Growth[] {
  const ofRegion = { ...shared, region: regionCode };
  return [
    { table: 'registry', rows, changes: { code: `'G' || n` } },
    {
      table: 'contents',
      hasTriggers: true,
      rows: Math.floor(rows / 10),
      changes: { ...ofRegion, setup_key: 'null', deleted: 'n % 10 = 0' },
    },
    {
      table: 'content_drafts',
      hasTriggers: true,
      rows: Math.floor(rows / 10),
      changes: {
        uuid: 'gen_random_uuid()',
        region: regionCode,
        updated_at: createdAt,
        publish_at: `case when n % 4 = 0 then timestamptz '2027-01-01' + n * interval '1 minute' end`,
      },
    },
    {
      table: 'shop_products',
      hasTriggers: true,
      rows: Math.floor(rows / 20),
      changes: {
        ...ofRegion,
        uuid: idOf('product'),
        name: `jsonb_build_object('en', 'Blind ' || n)`,
        category_uuid: 't.category_uuid',
      },
    },
    {
      table: 'shop_variants',
      hasTriggers: true,
      rows: Math.floor(rows / 5),
      changes: {
        uuid: 'gen_random_uuid()',
        product_uuid: idOf('product', `(1 + n % ${Math.floor(rows / 20)})`),
        position: 'n',
        sku: `'G' || n`,
        stock: 'n % 500',
        price: '100 + n % 9000',
      },
    },
    {
      table: 'surveys',
      hasTriggers: true,
      rows: Math.floor(rows / 100),
      changes: {
        uuid: 'gen_random_uuid()',
        region_id: region,
        survey_key: `'grown-' || n`,
        created_at: createdAt,
      },
    },
  ];
}

/** Rows that triggers would write, which would take hours one by one. */
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
    // Without triggers and foreign keys: the rows and `derivedRows` already contain what those would write.
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
  await client.query(
    `insert into operator_audit (at, kind, act, operator_id, region_id, record_kind, record_id)
     select timestamptz '2023-10-01' + n * interval '90 seconds',
       (array['act','act','read','sign_in'])[1 + n % 4], 'editCompany',
       (array(select id from operators order by id))[1 + n % (select count(*) from operators)],
       case when n % 4 < 3 then ${region} end, 'company', ${idOf('company', `(1 + n % 5000)`)}::text
     from generate_series(1, ${rows}) n`,
  );
}
