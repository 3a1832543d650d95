import { randomUUID } from 'node:crypto';
import { type RegionId } from '#schemas/regions.ts';
import { requestApproval } from '#server/console/approvals.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { storeRequests } from '#server/leads/store-requests.ts';
import { leadRequest, type RegionRecords } from './console-examples.ts';
import { addProgrammeRecords } from './console-rights-records.ts';
import { grantsOf, type TestConsole } from './console-setup.ts';

/** Tables with many records of each country. */
export const tables = ['companies', 'installers', 'leads', 'orders', 'projects', 'scans'] as const;

export const keyOf = (table: (typeof tables)[number]) =>
  table === 'companies' || table === 'installers' ? 'id' : 'uuid';

/** Lists the ids of a country's records by table, read without scoped queries. */
export async function idsIn(
  server: TestConsole,
  table: (typeof tables)[number],
  region: RegionId,
): Promise<string[]> {
  const companies = server.db.selectFrom('companies').select('id').where('regions_id', '=', region);
  const rows =
    table === 'companies'
      ? await companies.execute()
      : await server.db
          .selectFrom(table)
          .select(`${keyOf(table)} as id` as 'id')
          .where('company_id', 'in', companies)
          .execute();
  return rows.map(({ id }) => id).toSorted();
}

/** Adds an operator of a country, and a decided approval, on which no action is possible. */
async function addStaff(server: TestConsole, region: RegionId) {
  const { db, clock } = server;
  const operator = await server.addOperator(grantsOf('viewer', [region]));
  const requestedBy = await server.addOperator([]);
  const approval = await db.transaction().execute((trx) =>
    requestApproval(trx, clock.now(), {
      act: 'changeOperatorGrants',
      body: {},
      why: 'test',
      regions: [region],
      requestedBy,
      record: { kind: 'operator', id: operator, rev: 1 },
    }),
  );
  await db.updateTable('operator_approvals').set({ state: 'void' }).execute();
  return { operator, approval };
}

/** Adds a chat of a company's person. */
async function addChat(server: TestConsole, region: RegionId, companyId: string): Promise<string> {
  const { db, clock } = server;
  const { id } = await db
    .selectFrom('installers')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  const [uuid, at] = [randomUUID(), new Date(clock.now())];
  await db
    .insertInto('support_chats')
    .values({
      ...{ uuid, company_id: companyId, user_id: id, op_id: uuid, title: `Chat ${region}` },
      ...{ rev: 1_000_000, created_at: at, updated_at: at, status: 1, info: toJsonb({}) },
    })
    .execute();
  return uuid;
}

async function companyOf(server: TestConsole, order: string): Promise<string> {
  const row = await server.db
    .selectFrom('orders')
    .select('company_id')
    .where('uuid', '=', order)
    .executeTakeFirstOrThrow();
  return row.company_id;
}

/** Adds a reply template. */
async function addTemplate(server: TestConsole, region: RegionId): Promise<string> {
  const uuid = randomUUID();
  await server.db
    .insertInto('chat_templates')
    .values({ uuid, region_id: region, name: 'Hello', texts: toJsonb([]) })
    .execute();
  return uuid;
}

/** Adds a homeowner's request, and a revoked token, on which no action is possible. */
async function addLeadRecords(server: TestConsole, region: RegionId) {
  const { db, clock } = server;
  const origin = { region, source: 'hand', sender: null } as const;
  const requests = [{ reference: null, request: leadRequest }];
  const [request = ''] = await db
    .transaction()
    .execute((trx) => storeRequests(trx, requests, origin, clock.now()));
  const token = randomUUID();
  const created_at = new Date(clock.now());
  const created_by = await server.addOperator([]);
  await db
    .insertInto('lead_tokens')
    .values({
      uuid: token,
      region_id: region,
      name: 'Website',
      token_hash: token,
      created_by,
      created_at,
      revoked_at: created_at,
    })
    .execute();
  return { lead_request: request, lead_token: token };
}

/** A product of a country's shop, and one of its variants. */
async function findGoods(server: TestConsole, region: RegionId) {
  return server.db
    .selectFrom('shop_variants')
    .select(['product_uuid as product', 'uuid as variant'])
    .where('region_id', '=', region)
    .orderBy('uuid')
    .executeTakeFirstOrThrow();
}

/** A category of a country’s shop. */
async function findCategory(server: TestConsole, region: RegionId): Promise<string> {
  const { uuid } = await server.db
    .selectFrom('shop_categories')
    .select('uuid')
    .where('region_id', '=', region)
    .orderBy('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}

/** Finds news of a country. */
async function findContent(server: TestConsole, region: RegionId) {
  const { uuid } = await server.db
    .selectFrom('contents')
    .select('uuid')
    .where('region_id', '=', region)
    .orderBy('uuid')
    .executeTakeFirstOrThrow();
  const { id } = await server.db
    .selectFrom('content_versions')
    .select('id')
    .where('content_uuid', '=', uuid)
    .limit(1)
    .executeTakeFirstOrThrow();
  return { content: uuid, content_version: id };
}

/** Finds or adds one record of each kind in a country. */
export async function findRecords(server: TestConsole, region: RegionId): Promise<RegionRecords> {
  const first = async (table: (typeof tables)[number]) =>
    (await idsIn(server, table, region))[0] ?? '';
  return {
    region,
    company: await first('companies'),
    installer: await first('installers'),
    order: await first('orders'),
    project: await first('projects'),
    scan: await first('scans'),
    chat: await addChat(server, region, await companyOf(server, await first('orders'))),
    chat_template: await addTemplate(server, region),
    lead: await first('leads'),
    ...(await addLeadRecords(server, region)),
    ...(await addStaff(server, region)),
    ...(await findGoods(server, region)),
    product_category: await findCategory(server, region),
    ...(await findContent(server, region)),
    ...(await addProgrammeRecords(server, region)),
  };
}
