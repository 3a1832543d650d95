import { regionIdOf, regions } from '#schemas/regions.ts';

/** SQL expressions that replace columns of a copied row; `n` is the number of the copy. */
export type Changes = Readonly<Record<string, string>>;

export interface Growth {
  readonly table: string;
  readonly rows: number;
  readonly changes: Changes;
  readonly hasTriggers?: boolean;
}

/** The first projects have several products each, the others none. */
const SCANNED_SHARE = 0.3;
/** Every hundredth record belongs to one company, the busiest. */
const BUSIEST_EVERY = 100;
const poland = regionIdOf('PL');
const otherIds = regions.map(({ id }) => id).filter((id) => id !== poland);
/** Six in ten records are Polish; the other countries share the rest. */
export const region = `case when n % 10 < 6 then ${poland}
  else (array[${otherIds.join()}])[1 + n / 10 % ${otherIds.length}] end`;
const regionCode = `case when n % 10 < 6 then 'PL'
  else (array[${regions.flatMap(({ id, code }) => (id === poland ? [] : [`'${code}'`])).join()}])[1 + n / 10 % ${otherIds.length}] end`;

/** A different number for each row and salt, spread evenly. */
export const spread = (salt: number, below: number | string) =>
  `(1 + ((n::bigint * 7919 + ${salt}) * 104729) % (${below}))`;
export const idOf = (prefix: string, number = 'n') => `md5('${prefix}' || ${number})::uuid`;
/** Times within three years, in no particular order. */
export const createdAt = `timestamptz '2026-10-01' - ${spread(5, 94_000_000)} * interval '1 second'`;
const surnames = `(array['Kowalski','Nowak','Wiśniewski','Novák','Horvat','Kovács','Popescu','Yılmaz','Öz','Jansons'])[1 + n % 10]`;
const towns = `(array['Warszawa','Kraków','Łódź','Praha','Zagreb','Budapest','Cluj','İzmir','Rīga','Київ'])[1 + n / 7 % 10]`;

const shared = {
  uuid: 'gen_random_uuid()',
  op_id: 'gen_random_uuid()',
  rev: '1000000 + n',
  created_at: createdAt,
  updated_at: `${createdAt} + interval '1 day'`,
};

/** Company of a row: every hundredth row belongs to the busiest one. */
export const busyCompany = (rows: number) =>
  idOf('company', `(case when n % ${BUSIEST_EVERY} = 0 then 1 else ${spread(1, rows)} end)`);

/** Lists the tables to grow, with their rows. */
export function growthOf(rows: number): readonly Growth[] {
  const scannedProject = idOf('project', `(1 + n % ${Math.ceil(rows * SCANNED_SHARE)})`);
  const company = busyCompany(rows);
  const replicated = { ...shared, company_id: company };
  return [
    {
      table: 'companies',
      rows,
      changes: {
        id: idOf('company'),
        name: `case when n = 1 then 'Gigant' else ${surnames} end || ' Dachy ' || n`,
        city: towns,
        regions_id: region,
        created_at: createdAt,
        company_type: 'null',
        registration_number: 'n',
        registration_key: `'grown' || n`,
        registration_number_2: 'null',
        registration_key_2: 'null',
        active: 'case when n % 50 = 0 then 2 else 1 end',
        // One in five waits for verification, one in a hundred was rejected.
        reserved_points: 'case when n % 5 = 1 then 500 else 0 end',
        refused_at: `case when n % 100 = 3 then ${createdAt} end`,
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
        // The project's company, which is also stored with each product.
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
        // Products scanned within ten minutes of each other would show reviewers a warning.
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
