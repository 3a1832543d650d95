import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { type ApiFailure } from '#schemas/api/errors.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { SHOP_CATEGORY_TYPE } from '#schemas/shop-product.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { exportFolder } from '#server/setup/export-folder.ts';
import { SETUP_FILE } from '#server/setup/read-setup.ts';
import { readFolderFiles } from '#server/setup/send-files.ts';
import { stableUuid } from '#server/stable-uuid.ts';
import { exampleCountry, exampleFolder } from '#test/setup/example-country.ts';
import { postTo, storeFolderFiles } from './folder-files.ts';
import { startTestApp, type TestApp } from './test-app.ts';

type Files = Readonly<Record<string, string>>;

const exportedShop = v.object({
  shop: v.object({
    categories: v.array(v.object({ key: v.string(), is_visible: v.boolean() })),
    products: v.array(v.object({ category: v.nullable(v.string()) })),
  }),
});

let demo: TestApp;
let site: TestApp;
let folders: string;
beforeAll(async () => {
  [demo, site] = [await startTestApp({ demo: true }), await startTestApp()];
  folders = mkdtempSync(join(tmpdir(), 'club-round-trip-'));
  await storeFolderFiles(site, exampleFolder);
});
afterAll(async () => {
  await demo.close();
  await site.close();
  rmSync(folders, { recursive: true });
});

async function send({ app }: TestApp, words: readonly string[], input = '') {
  const payload = { words: ['setup', ...words], input, why: 'We open there.' };
  const response = await app.inject({ method: 'POST', url: OPERATOR_PATH, payload });
  const { data, errors = [] } = response.json<{
    data?: readonly string[];
    errors?: ApiFailure['errors'];
  }>();
  return data ?? errors.map(({ message }) => message);
}
const run = (command: 'check' | 'apply', files: Files) =>
  send(site, [command, 'folder'], JSON.stringify({ files, pictures }));
/** Pictures on the site. */
let pictures = readFolderFiles(exampleFolder);

/**
 * Exports a country into a folder, and stores its pictures on the site.
 * @returns its files
 */
async function exportCountry(from: TestApp, region: RegionCode): Promise<Files> {
  const folder = mkdtempSync(join(folders, `${region}-`));
  const { isAccepted } = await exportFolder(region, folder, postTo(from));
  expect(isAccepted).toBe(true);
  await storeFolderFiles(site, folder);
  pictures = { ...pictures, ...readFolderFiles(folder) };
  const names = readdirSync(folder).filter((name) => SETUP_FILE.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/**
 * Checks, applies twice and exports a country's files.
 * @returns the export
 */
async function roundTrip(region: RegionCode, files: Files): Promise<Files> {
  const [summary, ...changes] = await run('check', files);
  expect(summary).toBe(`${region}: valid. To change: ${changes.length}`);
  expect(await run('apply', files)).toEqual([`${region}: changed ${changes.length}`, ...changes]);
  expect(await run('apply', files)).toEqual([`${region}: nothing to change.`]);
  expect(await run('check', files)).toEqual([`${region}: valid. Nothing to change.`]);
  return exportCountry(site, region);
}

const withRegion = (files: Files, region: RegionCode): Files => ({
  ...files,
  'country.json': (files['country.json'] ?? '').replace(
    /"region": "[A-Z]+"/,
    `"region": "${region}"`,
  ),
});

const countries = ['PL', 'CZ', 'UA', 'TR'] as const;
test.each(countries)(
  'exporting %s, applying it to another site and exporting it again returns the same files',
  async (region) => {
    const files = await exportCountry(demo, region);
    expect(await roundTrip(region, files)).toEqual(files);
  },
);

test('an export can be applied as another country of the same site', async () => {
  const files = withRegion(await exportCountry(demo, 'CZ'), 'SK');
  expect(await roundTrip('SK', files)).toEqual(files);
  expect(await run('check', await exportCountry(demo, 'CZ'))).toEqual([
    'CZ: valid. Nothing to change.',
  ]);
});

test('categories keep their keys from the files', async () => {
  const files = withRegion(exampleCountry, 'HU');
  const { 'shop.json': shop = '' } = await roundTrip('HU', files);
  const categories = [...shop.matchAll(/"key": "(?<key>.+)"/g)].map(
    ({ groups }) => groups?.['key'],
  );
  expect(categories).toEqual(['tools', 'workwear', 'vouchers', 'printed']);
});

test('a hidden category stays hidden, even if the files don’t mention it, and keeps its products', async () => {
  const files = withRegion(exampleCountry, 'RO');
  await run('apply', files);
  const hide = site.db
    .updateTable('shop_categories')
    .set({ is_visible: false })
    .where('region', '=', 'RO')
    .where('setup_key', '=', 'tools');
  await hide.execute();
  expect(await run('apply', files)).toEqual(['RO: nothing to change.']);
  const exportedFiles = await exportCountry(site, 'RO');
  const { 'shop.json': shop = '' } = exportedFiles;
  const { categories, products } = v.parse(exportedShop, JSON.parse(shop)).shop;
  expect(categories.filter(({ is_visible }) => !is_visible)).toMatchObject([{ key: 'tools' }]);
  expect(products.some(({ category }) => category === 'tools')).toBe(true);
  expect(await roundTrip('HR', withRegion(exportedFiles, 'HR'))).toEqual(
    withRegion(exportedFiles, 'HR'),
  );
});

test('categories that the files don’t list come after the listed ones', async () => {
  const files = withRegion(exampleCountry, 'SI');
  await run('apply', files);
  const addedCategory = {
    uuid: crypto.randomUUID(),
    region: 'SI',
    type: SHOP_CATEGORY_TYPE,
  } as const;
  await site.db
    .insertInto('shop_categories')
    .values({ ...addedCategory, position: 0, name: 'Lestve' })
    .execute();
  const shop = (files['shop.json'] ?? '').replace('"Narzędzia"', '"Orodje"');
  expect(await run('apply', { ...files, 'shop.json': shop })).toEqual([
    'SI: changed 1',
    'shop: set 4 categories',
  ]);
  const rows = await site.db
    .selectFrom('shop_categories')
    .select(['name', 'position'])
    .where('region', '=', 'SI')
    .orderBy('position')
    .execute();
  expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  expect([rows[0]?.name, rows[4]?.name]).toEqual(['Orodje', 'Lestve']);
});

test('a product’s category must be among those in the files', async () => {
  const files = withRegion(exampleCountry, 'HU');
  const shop = (files['shop.json'] ?? '').replace(
    '"category": "tools"',
    `"category": "${crypto.randomUUID()}"`,
  );
  const expected = ['shop.json: line 15: shop.products.0.category isn’t the key of a category.'];
  expect(await run('check', { ...files, 'shop.json': shop })).toEqual(expected);
  expect(await run('apply', { ...files, 'shop.json': shop })).toEqual(expected);
});

test('a check finds problems that only the database detects', async () => {
  const files = withRegion(exampleCountry, 'HU');
  const machines = {
    ...files,
    'shop.json': files['shop.json']?.replaceAll('"tools"', '"machines"') ?? '',
  };
  // The id that the category would get belongs to another country.
  const uuid = stableUuid('setup:HU:category:machines');
  const foreignCategory = {
    uuid,
    region: 'CZ',
    type: SHOP_CATEGORY_TYPE,
    position: 0,
    name: 'Stroje',
  } as const;
  await site.db.insertInto('shop_categories').values(foreignCategory).execute();
  const [rejection] = await run('check', machines);
  expect(rejection).not.toMatch(/^HU/);
  expect(await run('apply', machines)).toEqual([rejection]);
});
