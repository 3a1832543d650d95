import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type RegionId, regionIdOf } from '#schemas/regions.ts';
import { addPoints, lineOf, newProduct, orderProducts } from './order-setup.ts';
import { type ImportConsole, runWithoutPause, startImportConsole } from './import-setup.ts';
import { failAfter } from './break-connection.ts';
import { auditedChanges } from './serial-rows.ts';

const poland = regionIdOf('PL');
const kind = { kind: 'shop', region: poland } as const;

let server: ImportConsole;
let shop: string;
beforeAll(async () => {
  server = await startImportConsole();
  await addPoints(server, 'polishOwner', 100_000);
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await server.signIn('shop');
  await server.db.deleteFrom('operator_passkeys').execute();
});

const file = (lines: readonly string[]) => ['sku,price,stock,change', ...lines, ''].join('\n');
const importFile = (lines: readonly string[]) => server.importFile(file(lines), shop, kind);
/**
 * Uploads and checks a file.
 * @returns the import's id
 */
async function checkFile(lines: readonly string[]): Promise<string> {
  const id = await server.upload(file(lines), shop, kind);
  expect(await server.check(id, shop)).toBeNull();
  await server.finish();
  return id;
}
const sku = () => `S-${randomUUID().slice(0, 8)}`;
async function addVariant(offer: Parameters<typeof newProduct>[1] = {}) {
  const number = sku();
  return { number, ...(await newProduct(server, { sku: number, ...offer })) };
}
const valuesOf = (id: string) =>
  server.db
    .selectFrom('shop_variants')
    .select(['price', 'stock'])
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
const movementsOf = (id: string) =>
  server.db
    .selectFrom('stock_movements')
    .select(['reason', 'change', 'stock'])
    .where('variant_uuid', '=', id)
    .orderBy('id')
    .execute();
async function setPrice(id: string, price: number, token = shop) {
  const { details_rev: rev } = await server.db
    .selectFrom('shop_variants')
    .select('details_rev')
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  const body = { variants: [{ id, rev, price }], why: 'agreed' };
  return server.operate(operatorCalls.changePrices, { body }, token);
}
const takeBack = async (id: string) => {
  const answer = await server.callImport('takeBackImport', id, shop);
  await server.finish();
  return answer.problem;
};
const approve = (id: string, token: string) =>
  server.operate(operatorCalls.approveAct, { params: { id }, body: { why: 'compared' } }, token);

/** Signs in a country lead with a passkey. */
async function addSecondPerson(regions: readonly RegionId[] = [poland]): Promise<string> {
  const operator_id = await server.addOperator([{ role: 'country_lead', regions }]);
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('operator_passkeys')
    .values({
      ...{ id: randomUUID(), operator_id, public_key: Buffer.alloc(1), counter: 0 },
      ...{ transports: [], created_at: at, used_at: at },
    })
    .execute();
  return server.startSession(operator_id);
}

describe('a file of prices and stock', () => {
  test('is checked without changing anything, and lists reasons for rejected rows', async () => {
    const goodVariant = await addVariant();
    const czechVariant = await addVariant({ region: 'CZ' });
    const sameSku = sku();
    for (let times = 0; times < 2; times += 1) await newProduct(server, { sku: sameSku });
    const idleVariant = await addVariant();
    const lines = [
      `${goodVariant.number},12,,`,
      `${goodVariant.number},,,3`,
      `${czechVariant.number},12,,`,
      `${sameSku},12,,`,
      `${idleVariant.number},10,5,`,
      ',12,,',
      `${goodVariant.number},1.5,,`,
      `${goodVariant.number},,-1,`,
      `${goodVariant.number},,,0`,
      `${goodVariant.number},,4,1`,
      `${goodVariant.number},,,`,
      `${goodVariant.number},12`,
      `${(await addVariant()).number},,,-6`,
    ];
    const id = await checkFile(lines);
    expect(await server.read(id, shop)).toMatchObject({
      state: 'checked',
      region: poland,
      checked: { rows: 13, new_rows: 1, known_rows: 1, rejected: 11 },
      rejects: [
        { line: 3, problem: 'twice' },
        { line: 4, problem: 'unknown_sku' },
        { line: 5, problem: 'ambiguous_sku' },
        { line: 7, problem: 'sku' },
        { line: 8, problem: 'price' },
        { line: 9, problem: 'stock' },
        { line: 10, problem: 'change' },
        { line: 11, problem: 'both' },
        { line: 12, problem: 'empty' },
        { line: 13, problem: 'fields' },
        { line: 14, problem: 'stock_too_low' },
      ],
    });
    expect(await valuesOf(goodVariant.variant)).toEqual({ price: 10, stock: 5 });
    const csv = (await server.readRejectedRows(id, shop)).split('\r\n');
    expect(csv[0]).toBe('\uFEFFsku,price,stock,change,line,reason');
    expect(csv[2]).toBe(
      `${czechVariant.number},12,,,4,The country’s shop has no variant with this sku.`,
    );
    expect(csv[6]).toMatch(/,9,The stock must be a whole number from 0 to 1000000\.$/);
    expect(csv[11]).toContain(",'-6,14,");
  });

  test('is applied like actions in the shop, with movements and audit', async () => {
    const [pricedVariant, countedVariant, movedVariant] = [
      await addVariant(),
      await addVariant(),
      await addVariant(),
    ];
    const lines = [
      `${pricedVariant.number},14,,`,
      `${countedVariant.number},12,9,`,
      `${movedVariant.number},,,'-2`,
    ];
    const id = await importFile(lines);
    const { state, checked, applied: appliedImport } = await server.read(id, shop);
    expect({ state, applied: appliedImport }).toEqual({ state: 'applied', applied: checked });
    expect(appliedImport.new_rows).toBe(3);
    expect(await valuesOf(pricedVariant.variant)).toEqual({ price: 14, stock: 5 });
    expect(await valuesOf(countedVariant.variant)).toEqual({ price: 12, stock: 9 });
    expect(await valuesOf(movedVariant.variant)).toEqual({ price: 10, stock: 3 });
    expect((await movementsOf(countedVariant.variant)).slice(1)).toEqual([
      { reason: 'count', change: 4, stock: 9 },
    ]);
    expect((await movementsOf(movedVariant.variant)).slice(1)).toEqual([
      { reason: 'other', change: -2, stock: 3 },
    ]);
    expect(await auditedChanges(server.db, countedVariant.product)).toEqual([
      {
        act: 'applyImport',
        before: { number: countedVariant.number, price: 10 },
        after: { number: countedVariant.number, price: 12 },
      },
      {
        act: 'applyImport',
        before: { number: countedVariant.number, stock: 5 },
        after: { number: countedVariant.number, stock: 9 },
      },
    ]);
    // An order at the old price is rejected, like after a change in the shop.
    const { token } = await server.signInAs('polishOwner');
    const buyer = { ...server, tokenOf: () => Promise.resolve(token) };
    const order = await orderProducts(buyer, 'polishOwner', [lineOf(pricedVariant.variant, 10)]);
    expect(order.code).toBe('price_changed');
  });
});

describe('the application of prices and stock', () => {
  test('changes nothing twice if a step is repeated or interrupted', async () => {
    const movedVariant = await addVariant();
    const lines = [`${movedVariant.number},11,,4`];
    const id = await checkFile(lines);
    await server.callImport('applyImport', id, shop);
    for (const statements of [4, 7, 9, 11, 13, 15, 17])
      await failAfter(server.services, statements, () => runWithoutPause(server.services));
    await server.db.updateTable('imports').set({ attempts: 0 }).execute();
    await server.finish();
    expect(await valuesOf(movedVariant.variant)).toEqual({ price: 11, stock: 9 });
    const resumedImport = { state: 'applying', phase: 'applying', position: 0, line: 0 } as const;
    await server.db.updateTable('imports').set(resumedImport).where('uuid', '=', id).execute();
    await server.finish();
    expect(await valuesOf(movedVariant.variant)).toEqual({ price: 11, stock: 9 });
    expect(await movementsOf(movedVariant.variant)).toHaveLength(2);
  });

  test('of another country isn’t allowed', async () => {
    const body = { ...kind, region: regionIdOf('CZ'), file_name: 'a.csv', bytes: 9, why: 'test' };
    const create = (input: typeof body) =>
      server.operate(operatorCalls.createImport, { body: input }, shop);
    expect((await create(body)).code).toBe('not_found');
    const id = await server.upload(file(['x,1,,']), shop, kind);
    const czechShop = await server.signIn('shop', [regionIdOf('CZ')]);
    const input = { params: { id } };
    expect((await server.operate(operatorCalls.readImport, input, czechShop)).code).toBe(
      'not_found',
    );
    const query = { kind: 'shop', region: poland } as const;
    const ownResponse = await server.operate(operatorCalls.listImports, { query }, shop);
    expect(ownResponse.result.data.map((row) => row.id)).toContain(id);
    const others = await server.operate(operatorCalls.listImports, { query }, czechShop);
    expect(others.result.data).toEqual([]);
  });
});

describe('prices that need a second person', () => {
  test('require approval: a change by more than half, or more than 20 changes', async () => {
    const second = await addSecondPerson();
    const largeVariant = await addVariant();
    const id = await checkFile([`${largeVariant.number},16,,`]);
    const { approval } = await server.callImport('applyImport', id, shop);
    await server.finish();
    expect((await valuesOf(largeVariant.variant)).price).toBe(10);
    const query = { state: 'open', limit: 200 } as const;
    const list = await server.operate(operatorCalls.listApprovals, { query }, second);
    expect(list.result.data.find((row) => row.id === approval)?.body).toEqual({
      rows: 1,
      regions: [poland],
      price_changes: 1,
      prices: [{ sku: largeVariant.number, before: 10, after: 16 }],
    });
    expect((await approve(approval ?? '', second)).result).toEqual({ state: 'approved' });
    await server.finish();
    expect((await valuesOf(largeVariant.variant)).price).toBe(16);
    const newVariants = await Promise.all(Array.from({ length: 21 }, () => addVariant()));
    const rows = newVariants.map(({ number }) => `${number},11,,`);
    const apply = async (lines: readonly string[]) =>
      server.callImport('applyImport', await checkFile(lines), shop);
    expect((await apply(rows)).approval).not.toBeNull();
    expect((await apply(rows.slice(1))).approval).toBeNull();
    await server.finish();
  });

  test('can’t be split into changes of less than half within a day', async () => {
    await addSecondPerson();
    const { number, variant: id } = await addVariant();
    expect((await setPrice(id, 15)).result).toEqual({ approval: null });
    const checkedImport = await checkFile([`${number},20,,`]);
    expect((await server.callImport('applyImport', checkedImport, shop)).approval).not.toBeNull();
    const { number: other, variant: otherId } = await addVariant();
    await importFile([`${other},15,,`]);
    expect((await valuesOf(otherId)).price).toBe(15);
    expect((await setPrice(otherId, 20)).result.approval).not.toBeNull();
  });
});

describe('the prices of an import', () => {
  test('are limited to those that passed the check', async () => {
    const second = await addSecondPerson();
    const [directVariant, approvedVariant] = [await addVariant(), await addVariant()];
    const smallImport = await checkFile([`${directVariant.number},15,,`]);
    const largeImport = await checkFile([`${approvedVariant.number},30,,`]);
    await setPrice(directVariant.variant, 6);
    const { approval } = await server.callImport('applyImport', largeImport, shop);
    await setPrice(approvedVariant.variant, 11);
    expect((await server.callImport('applyImport', smallImport, shop)).approval).toBeNull();
    await approve(approval ?? '', second);
    await server.finish();
    for (const id of [smallImport, largeImport])
      expect((await server.read(id, shop)).rejects).toEqual([
        { line: 2, problem: 'price_changed' },
      ]);
    expect((await valuesOf(directVariant.variant)).price).toBe(6);
    expect((await valuesOf(approvedVariant.variant)).price).toBe(11);
  });

  test('count together with those of other imports that have just started', async () => {
    await addSecondPerson();
    const newVariants = await Promise.all(Array.from({ length: 21 }, () => addVariant()));
    const rows = newVariants.map(({ number }) => `${number},11,,`);
    const [first, second] = [await checkFile(rows.slice(0, 12)), await checkFile(rows.slice(12))];
    const answers = await Promise.all(
      [first, second].map((id) => server.callImport('applyImport', id, shop)),
    );
    expect(answers.filter(({ approval }) => approval !== null)).toHaveLength(1);
    await server.finish();
    const { rows: changedRows } = await sql<{ count: number }>`
      select count(*)::int as count from shop_variants
      where price = 11 and uuid = any(${newVariants.map((row) => row.variant)}::uuid[])`.execute(
      server.db,
    );
    expect(changedRows[0]?.count).toBeLessThan(13);
  });

  test('count even if another price is set in between', async () => {
    await addSecondPerson();
    const { number, variant: id } = await addVariant();
    const checkedImport = await checkFile([`${number},16,,`]);
    await setPrice(id, 11);
    expect((await server.callImport('applyImport', checkedImport, shop)).approval).not.toBeNull();
  });

  test('require approval again when undone', async () => {
    const second = await addSecondPerson();
    const { number, variant: id } = await addVariant();
    const checkedImport = await checkFile([`${number},30,,`]);
    const { approval } = await server.callImport('applyImport', checkedImport, shop);
    await approve(approval ?? '', second);
    await server.finish();
    expect((await valuesOf(id)).price).toBe(30);
    expect(await takeBack(checkedImport)).toBeNull();
    expect((await valuesOf(id)).price).toBe(30);
    expect(await takeBack(checkedImport)).toBe('import_waiting');
    const { open_approval: openApproval, state } = await server.read(checkedImport, shop);
    expect(state).toBe('applied');
    expect((await approve(openApproval ?? '', second)).result).toEqual({ state: 'approved' });
    await server.finish();
    expect(await server.read(checkedImport, shop)).toMatchObject({
      state: 'taken_back',
      taken_back: 1,
    });
    expect((await valuesOf(id)).price).toBe(10);
  });
});

describe('taking back prices and stock', () => {
  test('restores values that haven’t changed since, and keeps the others', async () => {
    const [untouchedVariant, pricedVariant, soldVariant] = [
      await addVariant(),
      await addVariant(),
      await addVariant(),
    ];
    const rows = [untouchedVariant, pricedVariant, soldVariant].map(
      ({ number }) => `${number},12,,3`,
    );
    const id = await importFile(rows);
    await setPrice(pricedVariant.variant, 11);
    await setPrice(pricedVariant.variant, 12);
    const { token } = await server.signInAs('polishOwner');
    const buyer = { ...server, tokenOf: () => Promise.resolve(token) };
    const order = await orderProducts(buyer, 'polishOwner', [lineOf(soldVariant.variant, 12)]);
    expect(order.status).toBe(201);
    expect(await takeBack(id)).toBeNull();
    const expectedImport = { state: 'taken_back', taken_back: 1, kept: 2 };
    expect(await server.read(id, shop)).toMatchObject(expectedImport);
    expect(await valuesOf(untouchedVariant.variant)).toEqual({ price: 10, stock: 5 });
    // Its price has been set since the import, but its stock hasn't.
    expect(await valuesOf(pricedVariant.variant)).toEqual({ price: 12, stock: 5 });
    expect(await valuesOf(soldVariant.variant)).toEqual({ price: 10, stock: 7 });
  });

  test('while orders are placed concurrently loses no change', async () => {
    const { token } = await server.signInAs('polishOwner');
    const buyer = { ...server, tokenOf: () => Promise.resolve(token) };
    for (let round = 0; round < 4; round += 1) {
      const boughtVariant = await addVariant({ stock: 0 });
      const id = await importFile([`${boughtVariant.number},,,5`]);
      await server.callImport('takeBackImport', id, shop);
      const [order] = await Promise.all([
        orderProducts(buyer, 'polishOwner', [lineOf(boughtVariant.variant)]),
        runWithoutPause(server.services),
      ]);
      await server.finish();
      const { stock } = await valuesOf(boughtVariant.variant);
      const isKept = (await server.read(id, shop)).kept === 1;
      expect({ stock, isKept }).toEqual(
        order.status === 201 ? { stock: 4, isKept: true } : { stock: 0, isKept: false },
      );
    }
  });
});
