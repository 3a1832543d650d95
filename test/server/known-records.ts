import type { Kysely } from 'kysely';
import { requiresProductSurvey } from '#schemas/product-type.ts';
import type { Database } from '#server/db/tables.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { freeDemoSerials } from '#server/demo/serials.ts';
import type { Samples } from './arbitrary.ts';

const { companyId, userId, region } = demoAccounts.polishOwner;

/** Products that can be scanned. */
const productSerials = freeDemoSerials()
  .filter((serial) => !requiresProductSurvey(demoProductTypes, serial.type))
  .slice(0, 40);

/** Returns some records of the Polish company, and products that can be scanned. */
export async function knownSamples(db: Kysely<Database>, now: number): Promise<Samples> {
  const data = await readOwnData(db);
  return { texts: textsOf(data), sets: setsOf(data, now) };
}

type OwnData = Awaited<ReturnType<typeof readOwnData>>;

async function readOwnData(db: Kysely<Database>) {
  const projects = await db
    .selectFrom('projects')
    .select(['uuid', 'status'])
    .where('company_id', '=', companyId)
    .execute();
  const otherRows = await Promise.all([
    db.selectFrom('scans').select('uuid').where('company_id', '=', companyId).limit(3).execute(),
    db.selectFrom('photos').select('uuid').where('company_id', '=', companyId).execute(),
    db
      .selectFrom('projects')
      .select('uuid')
      .where('company_id', '<>', companyId)
      .limit(2)
      .execute(),
  ]);
  const leads = await db
    .selectFrom('leads')
    .select(['uuid', 'op_id'])
    .where('company_id', '=', companyId)
    .execute();
  const surveys = await db
    .selectFrom('survey_invitations')
    .select('uuid')
    .where('user_id', '=', userId)
    .execute();
  const chats = await db
    .selectFrom('support_chats')
    .select('uuid')
    .where('user_id', '=', userId)
    .execute();
  const news = await db
    .selectFrom('contents')
    .select('uuid')
    .where('region', '=', region)
    .execute();
  const orders = await db
    .selectFrom('orders')
    .select('uuid')
    .where('company_id', '=', companyId)
    .execute();
  const certificates = await db
    .selectFrom('warranty_certificates')
    .select('uuid')
    .where('company_id', '=', companyId)
    .execute();
  const products = await db
    .selectFrom('shop_products')
    .innerJoin('shop_variants', 'shop_variants.product_uuid', 'shop_products.uuid')
    .select(['shop_products.uuid as product', 'shop_variants.uuid as variant', 'price', 'type'])
    .where('region', '=', region)
    .where('active', '=', true)
    .limit(8)
    .execute();
  const openProjects = projects.filter((row) => row.status === 1).map((row) => row.uuid);
  return {
    projects,
    otherRows: otherRows.flat(),
    leads,
    surveys,
    chats,
    news,
    orders,
    certificates,
    products,
    openProjects,
  };
}

function textsOf({ projects, otherRows, products, openProjects }: OwnData): string[] {
  return [
    ...[...otherRows, ...projects.slice(0, 4)].map((row) => row.uuid),
    ...openProjects.slice(0, 6),
    companyId,
    userId,
    ...products.map((row) => row.variant),
    ...productSerials
      .slice(0, 5)
      .flatMap((serial) => [serial.code, serial.type, serial.size, serial.variant]),
    ...Object.values(demoAccounts).flatMap((account) => [account.email, account.phone]),
  ];
}

function setsOf(data: OwnData, now: number): Samples['sets'] {
  const { projects, leads, surveys, chats, news, orders, certificates, products, openProjects } =
    data;
  return [
    ...productSerials.map(({ code, type, size, variant }, index) => ({
      code,
      serial_number: code,
      type,
      size,
      variant,
      is_unique: true,
      image_data: null,
      survey: null,
      base_op_id: null,
      projects_id: openProjects[index % openProjects.length],
    })),
    ...projects.map((row) => ({ id: row.uuid, data: { response: [] } })),
    // Repeat the only survey and the few news items, so that generated requests hit them often enough.
    ...surveys.flatMap((row) => Array.from({ length: 30 }, () => ({ id: row.uuid }))),
    ...news.flatMap((row) => Array.from({ length: 4 }, () => ({ id: row.uuid }))),
    ...chats.flatMap((row) => Array.from({ length: 10 }, () => ({ id: row.uuid }))),
    ...orders.map((row) => ({ id: row.uuid })),
    ...certificates.map((row) => ({ id: row.uuid })),
    ...products.map((row) => ({ id: row.product, type: row.type })),
    ...products.map((row) => ({ uuid: row.variant, price: row.price, quantity: 1 })),
    ...Array.from({ length: 3 }, () => ({ installer_company_id: companyId })),
    ...leads.map((row) => ({ id: row.uuid, base_op_id: row.op_id, time: now })),
    ...Array.from({ length: 10 }, () => ({ id: companyId, since: '' })),
  ];
}
