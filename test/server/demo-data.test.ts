import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { regionLanguage } from '#schemas/languages.ts';
import { ledgerBalance } from '#schemas/ledger.ts';
import { type RegionCode, regionCodes } from '#schemas/regions.ts';
import { requiresTagPhoto, CODE_PATTERN } from '#schemas/serial-number.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { demoMembers } from '#server/demo/members.ts';
import { demoRegistrants } from '#server/demo/registrants.ts';
import { loadDemoData } from '#server/demo/load-demo-data.ts';
import { demoProducts, demoProductTypes } from '#server/demo/product-catalogue.ts';
import { demoShop } from '#server/demo/shop.ts';
import { demoSerials, freeDemoSerials, usedDemoSerials } from '#server/demo/serials.ts';
import { type OpenDatabase } from '#server/db/embedded-engine.ts';
import { createVoucherKeys } from '#server/orders/voucher-keys.ts';
import { acceptProject } from '#server/projects/decide-products.ts';
import { openCopy } from '#test/setup/test-database.ts';

const now = new Date('2026-05-04T10:00:00.000Z');

describe('the demo catalogue', () => {
  test('has more than forty products over all tier categories', () => {
    expect(demoProducts.length).toBeGreaterThan(40);
    const categories = new Set(demoProductTypes.map(({ tier_category }) => tier_category));
    expect([...categories].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 99]);
  });

  test('has 20,000 unique serials, the same in every run', () => {
    const codes = demoSerials().map(({ code }) => code);
    expect(new Set(codes).size).toBe(20_000);
    expect(codes[0]).toBe('24BTM9VF-3891');
    expect(codes.every((code) => CODE_PATTERN.test(code) && /^\w{8}-\w{4}$/.test(code))).toBe(true);
    expect(freeDemoSerials().length + usedDemoSerials().length).toBe(20_000);
  });

  test('has unused serials that need a tag photo', () => {
    const rules = [{ year: '19', factory: 'C', variant: '2070' }];
    const serialsWithTagPhoto = freeDemoSerials().filter(({ code, variant }) =>
      requiresTagPhoto(code, variant, rules),
    );
    expect(serialsWithTagPhoto.length).toBeGreaterThan(10);
  });
});

let database: OpenDatabase;
let loads: boolean[];
const voucherKeys = createVoucherKeys(null);
const services = () => ({ db: database.db, clock: { now: () => now.getTime() }, voucherKeys });

beforeAll(async () => {
  database = await openCopy('migrated');
  loads = await Promise.all([1, 2, 3].map(() => loadDemoData(services())));
});
afterAll(() => database.close());

describe('the loaded demo', () => {
  test('is loaded once, even by three concurrent processes', async () => {
    expect(loads.filter(Boolean)).toHaveLength(1);
    expect(await loadDemoData(services())).toBe(false);
    const installers = await database.db.selectFrom('installers').select('id').execute();
    expect(installers).toHaveLength(
      Object.keys(demoAccounts).length + Object.keys(demoRegistrants).length + demoMembers.length,
    );
  });

  test('has settings for all sixteen countries', async () => {
    const rows = await database.db.selectFrom('region_settings').select('region').execute();
    expect(rows).toHaveLength(16);
  });

  test('has projects in every status for every company', async () => {
    const rows = await database.db
      .selectFrom('projects')
      .select(['company_id', 'status'])
      .distinct()
      .execute();
    expect(rows).toHaveLength(5 * 5);
  });

  test('has a different picture for each product and news item', async () => {
    const { rows } = await sql<{ shown: number; first: number; missing: number }>`
      with shown as (
        select 'shop' as section, p.region, p.pictures[1] as picture from shop_products p
        union all select 'news', c.region, c.media from contents c
      )
      select count(*)::int as shown, count(distinct (section, region, picture))::int as first,
        count(*) filter (where k.media_type is distinct from 'image/webp')::int as missing
      from shown left join content_pictures k on k.uuid = picture`.execute(database.db);
    expect(rows[0]?.shown).toBeGreaterThan(100);
    expect(rows[0]?.first).toBe(rows[0]?.shown);
    expect(rows[0]?.missing).toBe(0);
  });

  test('has products that match the registry', async () => {
    const { rows } = await sql<{ invalidRows: number; all: number }>`
      select count(*) filter (where r.code is null)::int as "invalidRows", count(*)::int as all
      from scans s left join registry r on r.code = s.serial_number
        and r.type = s.type and r.size = s.size and r.variant = s.variant`.execute(database.db);
    expect(rows[0]?.invalidRows).toBe(0);
    expect(rows[0]?.all).toBeGreaterThan(150);
  });
});

describe('the loaded demo’s history', () => {
  test('has totals that match the scans', async () => {
    const { rows } = await sql`
      select p.uuid from projects p left join (
        select projects_id, count(*) as products,
          coalesce(sum(points) filter (where flag = 'valid'), 0) as available,
          coalesce(sum(points) filter (where flag <> 'rejected'), 0) as maximum
        from scans where not deleted group by projects_id
      ) s on s.projects_id = p.uuid
      where p.products_count <> coalesce(s.products, 0)
        or p.calculated_available_points <> coalesce(s.available, 0)
        or p.calculated_max_points <> coalesce(s.maximum, 0)
        or p.available_points <> case when p.status in (2, 5) then coalesce(s.available, 0) else 0 end`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  test('has a ledger entry for each closed project, and for no other', async () => {
    const { rows } = await sql`
      select p.uuid from projects p
      left join ledger l on l.project_uuid = p.uuid and l.event = 'project_closed'
      where coalesce(l.points, 0) <> case when p.status = 2 then p.available_points else 0 end`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  test('leaves every company with points to spend', async () => {
    const entries = await database.db.selectFrom('ledger').selectAll().execute();
    for (const { companyId } of Object.values(demoAccounts)) {
      expect(
        ledgerBalance(entries.filter((entry) => entry.company_id === companyId)),
      ).toBeGreaterThan(0);
    }
  });

  test("has counters that match the companies' changes, without gaps", async () => {
    const { rows } = await sql`
      select c.id from companies c join (
        select company_id, max(rev) as greatest, count(distinct rev) as different, count(*) as all
        from (select company_id, rev from scans union all select company_id, rev from projects
          union all select company_id, rev from ledger union all select company_id, rev from leads
          union all select company_id, rev from notifications
          union all select company_id, rev from survey_invitations
          union all select company_id, rev from support_chats
          union all select company_id, rev from orders
          union all select company_id, rev from warranty_certificates) changes group by company_id
      ) r on r.company_id = c.id
      where c.rev <> r.greatest or r.different <> r.all or r.greatest <> r.all`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  test('has no expired open project, and no dates in the future', async () => {
    const { rows } = await sql`
      select uuid from projects where (expires_at is not null) <> (status in (1, 4))
        or expires_at <= ${now} or updated_at > ${now} or created_at > updated_at
      union all select uuid from scans where created_at > ${now}
      union all select uuid from ledger where created_at > ${now}`.execute(database.db);
    expect(rows).toEqual([]);
  });
});

describe('the loaded demo’s chats', () => {
  test('has a chat in every status, consistent with its last message', async () => {
    const { rows } = await sql<{ status: number; sender: string }>`
      select distinct on (c.uuid) c.status, m.sender from support_chats c
      join support_messages m on m.chat_uuid = c.uuid
      where c.user_id = ${demoAccounts.polishOwner.userId}
      order by c.uuid, m.created_at desc`.execute(database.db);
    const sortedMessages = rows.toSorted((a, b) => a.status - b.status);
    expect(sortedMessages.map(({ status, sender }) => [status, sender])).toEqual([
      [1, 'installer'],
      [2, 'admin'],
      [3, 'admin'],
    ]);
  });
});

describe('the shop of the loaded demo', () => {
  test('exists in every country, with some sold-out and discontinued products', async () => {
    const { rows } = await sql<{
      region: string;
      products: number;
      soldOut: number;
      discontinued: number;
    }>`
      select region, count(*)::int as products,
        count(*) filter (where stock = 0)::int as "soldOut",
        count(*) filter (where not active)::int as discontinued
      from shop_products p
      join (select product_uuid, sum(stock) as stock from shop_variants group by 1) v
        on v.product_uuid = p.uuid
      group by region`.execute(database.db);
    expect(rows).toHaveLength(16);
    expect(rows.find(({ region }) => region === 'PL')).toEqual({
      region: 'PL',
      products: 48,
      soldOut: 3,
      discontinued: 1,
    });
  });

  test('names its products in the country’s language', async () => {
    const mug = demoShop.find(({ key }) => key === 'mug');
    const { rows } = await sql<{ region: RegionCode; name: string }>`
      select region, name from shop_products where sku = 'MUG'`.execute(database.db);
    const names = Object.fromEntries(rows.map(({ region, name }) => [region, name]));
    expect(names).toEqual(
      Object.fromEntries(regionCodes.map((code) => [code, mug?.name[regionLanguage(code)]])),
    );
    expect(names).toMatchObject({ PL: 'Kubek termiczny', CZ: expect.not.stringMatching('mug') });
  });
});

describe('the loaded demo’s orders and leads', () => {
  test('has an order in every status, with matching ledger entries', async () => {
    const { rows } = await sql<{ status: number; invalidCount: number }>`
      select o.status, count(*) filter (where
        (case when o.status = 4 then 0 else o.points end)
          <> coalesce((select sum(case when variation = 'positive' then -points else points end)
            from ledger where order_uuid = o.uuid), 0))::int as "invalidCount"
      from orders o group by o.status order by o.status`.execute(database.db);
    expect(rows).toEqual([1, 2, 3, 4, 5].map((status) => ({ status, invalidCount: 0 })));
  });

  test('has leads in every status, none of them expired', async () => {
    const rows = await database.db.selectFrom('leads').selectAll().execute();
    for (const key of ['polishOwner', 'czechOwner'] as const) {
      const ownRows = rows.filter(({ company_id }) => company_id === demoAccounts[key].companyId);
      expect(new Set(ownRows.map(({ status }) => status)).size).toBe(15);
    }
    const overdue = rows.filter(({ expires_on }) => expires_on !== null && expires_on <= now);
    expect(overdue).toEqual([]);
  });

  test('has a project in the matching status for each agreed lead', async () => {
    const rows = await database.db
      .selectFrom('leads')
      .leftJoin('projects', 'projects.uuid', 'leads.project_id')
      .select(['leads.uuid', 'leads.status', 'projects.status as project', 'projects.lead'])
      .where('leads.status', 'in', ['agreed', 'closed', 'expired-agreement'])
      .execute();
    const expectedProjectStatus = { agreed: 4, closed: 2, 'expired-agreement': 3 } as Record<
      string,
      number
    >;
    expect(rows).toHaveLength(6);
    for (const { uuid, status, project, lead } of rows) {
      expect(project).toBe(expectedProjectStatus[status]);
      expect(lead).toMatchObject({ uuid });
    }
  });

  test('has projects in review that can be accepted', async () => {
    const { uuid } = await database.db
      .selectFrom('projects')
      .select('uuid')
      .where('status', '=', 5)
      .executeTakeFirstOrThrow();
    const { project } = await acceptProject(uuid, services(), { acceptsWithoutNewPhoto: true });
    expect(project.status.id).toBe(2);
  });
});
