import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { regionIdOf, regions } from '#schemas/regions.ts';
import { productKindOf, vendorTypes } from '#schemas/vendors.ts';
import { sumChanges } from '#server/db/sum-changes.ts';
import { readPools } from '#server/orders/voucher-pools.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
});
afterAll(() => server.close());

const digitalTypes = vendorTypes.filter((type) => productKindOf(type) === 'digital');
const all = regions.map(({ id }) => id);
const listPools = (ids = all) => readPools(server.db, ids, server.clock.now());

/** Counts the countries' vouchers directly from their codes and orders. */
async function expectedPools(ids = all) {
  const at = new Date(server.clock.now());
  const { rows } = await sql<{ key: string }>`
    select region_id || ' ' || sku as key, uuid as variant, product_uuid as product,
      (select count(*) from orders where region_id = any(${ids}::integer[]) and status in (1, 2, 5)
        and not deleted and type = voucher.type
        and contents @> jsonb_build_array(jsonb_build_object('variantGuid', voucher.uuid)))::int as open_orders,
      used::int, expired::int, free::int, soonest
    from (
      select distinct on (p.region_id, v.sku) p.region_id, p.region, v.sku, v.uuid, product_uuid, p.type
      from shop_variants v join shop_products p on p.uuid = product_uuid
      where p.region_id = any(${ids}::integer[]) and not p.deleted
        and p.type = any(${digitalTypes}::text[])
      order by p.region_id, v.sku, product_uuid, v.uuid
    ) as voucher
    cross join lateral (
      select count(*) filter (where order_uuid is not null) as used,
        count(*) filter (where order_uuid is null and expires_at <= ${at}) as expired,
        count(*) filter (where order_uuid is null and (expires_at is null or expires_at > ${at})) as free,
        min(expires_at) filter (where order_uuid is null and expires_at > ${at}) as soonest
      from voucher_codes code where code.region = voucher.region and code.sku = voucher.sku
    ) as code`.execute(server.db);
  return new Map(rows.map(({ key, ...counts }) => [key, counts]));
}

async function expectSame(ids = all) {
  const expected = await expectedPools(ids);
  const pools = await listPools(ids);
  expect(pools.length).toBeGreaterThan(0);
  expect(pools.length).toBe(expected.size);
  for (const { region, sku, product, free, used, expired, open_orders, expires_at } of pools) {
    expect(expected.get(`${region} ${sku}`)).toMatchObject({
      ...{ product: product.id, free, used, expired, open_orders },
      soonest: expires_at === null ? null : new Date(expires_at),
    });
  }
  return pools;
}

test('the counts match the codes and orders after each kind of change', async () => {
  const { db } = server;
  const pools = await expectSame();
  for (const count of ['free', 'used', 'expired', 'open_orders'] as const)
    expect(pools.some((pool) => pool[count] > 0)).toBe(true);
  await sumChanges(db);
  expect(await expectSame()).toEqual(pools);

  // One code is used, and another is deleted.
  await sql`update voucher_codes set order_uuid = gen_random_uuid()
    where number in (select min(number) from voucher_codes where order_uuid is null group by sku)`.execute(
    db,
  );
  await sql`delete from voucher_codes
    where number in (select max(number) from voucher_codes where order_uuid is null group by sku)`.execute(
    db,
  );
  await expectSame();
  // An expiry date changes, and an order is no longer open.
  await sql`update voucher_codes set expires_at = '2099-01-01' where order_uuid is null
    and expires_at < '2026-09-01'`.execute(db);
  await sql`update orders set status = 3 where status = 1`.execute(db);
  await expectSame();
  await sql`update orders set deleted = true where status = 2`.execute(db);
  await sql`update orders set status = 1 where status = 3`.execute(db);
  expect((await expectSame()).reduce((sum, pool) => sum + pool.open_orders, 0)).toBeGreaterThan(0);
  // A company's orders move with it.
  await db
    .updateTable('companies')
    .set({ regions_id: regionIdOf('TR') })
    .where('regions_id', '=', regionIdOf('PL'))
    .execute();
  await expectSame();
  await expectSame([regionIdOf('PL')]);

  await Promise.all([sumChanges(db), sumChanges(db)]);
  const { rows } = await sql`select codes from voucher_changes
    union all select orders from open_order_changes`.execute(db);
  expect(rows).toEqual([]);
  await expectSame();
});

test('two products with the same number are one voucher', async () => {
  const { db } = server;
  const pools = await listPools();
  const [first, second] = pools.filter(({ region }) => region === pools[0]?.region);
  if (!first || !second) throw new Error('The demo has two vouchers.');
  await db
    .updateTable('shop_variants')
    .set({ sku: first.sku })
    .where('product_uuid', '=', second.product.id)
    .where('sku', '=', second.sku)
    .execute();
  const after = await expectSame();
  expect(after).toHaveLength(pools.length - 1);
});
