import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiFailure } from '#schemas/api/errors.ts';
import { type RegionalSettings } from '#schemas/configuration.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { setupSchema } from '#server/setup/setup-schema.ts';
import {
  exampleCountry as example,
  exampleFolder,
  exampleInput,
} from '#test/setup/example-country.ts';
import { storeFolderFiles } from './folder-files.ts';
import { root } from '#test/setup/source-tree.ts';
import { startTestApp, type TestApp } from './test-app.ts';

type Files = Readonly<Record<string, string>>;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await storeFolderFiles(server, exampleFolder);
});
afterAll(() => server.close());

async function setup(command: 'check' | 'apply', files: Files) {
  const response = await server.app.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    payload: {
      words: ['setup', command, 'example-country'],
      input: exampleInput(files),
      why: 'We open in Poland.',
    },
  });
  const { data = [], errors = [] } = response.json<{
    data?: readonly string[];
    errors?: ApiFailure['errors'];
  }>();
  return { lines: data, problems: errors.map(({ message }) => message) };
}

/** The example with a text replaced in one file. */
function replaceText(file: string, from: string, to: string): Files {
  const text = example[file] ?? '';
  expect(text).toContain(from);
  return { ...example, [file]: text.replace(from, to) };
}

const countSettings = async () =>
  (await server.db.selectFrom('region_settings').select('region').execute()).length;

describe('a country is set up from files', () => {
  test('a check lists the changes and writes nothing', async () => {
    const { lines, problems } = await setup('check', example);
    expect(problems).toEqual([]);
    expect(lines[0]).toMatch(/^PL: valid\. To change: \d+$/);
    expect(lines).toEqual(
      expect.arrayContaining(['settings: add PL', 'product type GGL: add', 'tier 1: add']),
    );
    expect(await countSettings()).toBe(0);
  });

  test('applying writes everything once, and is recorded', async () => {
    const { lines } = await setup('apply', example);
    expect(lines[0]).toMatch(/^PL: changed \d+$/);
    expect(await countSettings()).toBe(1);
    expect((await setup('apply', example)).lines).toEqual(['PL: nothing to change.']);
    expect((await setup('check', example)).lines).toEqual(['PL: valid. Nothing to change.']);
    const actions = await server.db
      .selectFrom('operator_acts')
      .select(['command', 'words', 'why', 'outcome'])
      .execute();
    expect(actions).toContainEqual({
      command: 'setup apply',
      words: ['example-country'],
      why: 'We open in Poland.',
      outcome: 'done',
    });
  });

  test('a change lists the settings that differ', async () => {
    const files = replaceText('country.json', '"welcome_points": 1000', '"welcome_points": 900');
    expect((await setup('check', files)).lines.slice(1)).toEqual([
      'settings: change welcome_points',
    ]);
    expect((await setup('apply', files)).lines.slice(1)).toEqual([
      'settings: change welcome_points',
    ]);
    expect((await setup('apply', files)).lines).toEqual(['PL: nothing to change.']);
  });

  test('links that were set in the console stay, unless the files contain links', async () => {
    const links = { terms: 'https://terms.example/pl' };
    await sql`update region_settings
      set regional = regional || jsonb_build_object('links', ${JSON.stringify(links)}::jsonb)`.execute(
      server.db,
    );
    const storedLinks = async () => {
      const { regional } = await server.db
        .selectFrom('region_settings')
        .select('regional')
        .executeTakeFirstOrThrow();
      return (regional as RegionalSettings).links;
    };
    const apply = async (files: Files) => (await setup('apply', files)).lines;
    const points = '"welcome_points": 1000';
    const sameSettings = replaceText('country.json', points, '"welcome_points": 900');
    expect(await apply(sameSettings)).toEqual(['PL: nothing to change.']);
    const fewerPoints = replaceText('country.json', points, '"welcome_points": 800');
    expect((await apply(fewerPoints)).slice(1)).toEqual(['settings: change welcome_points']);
    expect(await storedLinks()).toEqual(links);
    const ownLinks = replaceText('country.json', '"company": {', '"company": { "links": {},');
    expect((await apply(ownLinks)).slice(1)).toEqual(['settings: change company, welcome_points']);
    expect(await storedLinks()).toEqual({});
    await apply(fewerPoints);
  });

  test('orders reduce the stock, and a changed product keeps its stock', async () => {
    const stockOf = (sku: string) =>
      server.db
        .selectFrom('shop_variants')
        .select(['uuid', 'stock', 'price'])
        .where('sku', '=', sku)
        .executeTakeFirstOrThrow();
    const before = await stockOf('GLOVES-9');
    await server.db
      .updateTable('shop_variants')
      .set({ stock: 150 })
      .where('uuid', '=', before.uuid)
      .execute();
    expect((await setup('check', example)).lines.slice(1)).toEqual([
      'settings: change welcome_points',
    ]);
    const files = replaceText('shop.json', '"price": 18,', '"price": 20,');
    expect((await setup('apply', files)).lines).toContain('product GLOVES: change');
    expect(await stockOf('GLOVES-9')).toEqual({ ...before, stock: 150, price: 20 });
    expect((await setup('apply', files)).lines).toEqual(['PL: nothing to change.']);
  });
});

test('the published schema is the one used to validate files', () => {
  const publishedText = readFileSync(join(root, 'deploy', 'setup.schema.json'), 'utf8');
  const options = { errorMode: 'ignore', typeMode: 'input' } as const;
  // A file contains only some of the keys.
  expect(JSON.parse(publishedText)).toEqual(
    JSON.parse(JSON.stringify(toJsonSchema(v.partial(setupSchema), options))),
  );
});

describe('problems of a setup', () => {
  test('all problems are listed in one response, with their file and path', async () => {
    const files = {
      ...replaceText('country.json', '"welcome_points": 1000', '"welcome_points": "many"'),
      'tiers.yaml': '{}',
      'z-tiers.json': JSON.stringify({
        tiers: [{ tier_category: 1, levels: [{ from: 5, points: 0 }] }],
        colour: 'red',
      }),
      'products.json': JSON.stringify({ product_types: [{ type: 'GGL', tier_category: 1 }] }),
    };
    expect((await setup('apply', files)).problems.toSorted()).toEqual([
      expect.stringMatching(
        /^country\.json: line \d+: settings\.welcome_points must be a number, not "many"\.$/,
      ),
      'products.json: line 1: product_types.0.status is missing.',
      'z-tiers.json: line 1: colour isn’t a known field. Check its spelling.',
      'z-tiers.json: line 1: tiers.0.levels: The levels must start at 0 and increase.',
    ]);
  });

  test('a new country needs settings', async () => {
    const files = { 'a.json': '{ "region": "LT", "tiers": [] }' };
    expect((await setup('apply', files)).problems).toEqual([
      'settings is missing: LT isn’t set up yet.',
    ]);
  });

  test('a file that isn’t JSON is reported with the line', async () => {
    const files = { 'a.json': '{\n  "region": "PL",\n  oops\n}', 'b.json': '[]' };
    expect((await setup('check', files)).problems).toEqual([
      'a.json: line 3, column 3: This isn’t valid JSON.',
      'b.json: The file must contain one object with named fields.',
    ]);
  });

  test('YAML files are read like JSON files, and all their errors name a line', async () => {
    const yaml = `# The levels of the year\ntiers:\n  - tier_category: 1 # windows\n    levels:\n      - { from: 0, points: 0 }\n      - { from: many, points: 5 }\n`;
    const files = { ...example, 'tiers.yaml': yaml };
    expect((await setup('check', files)).problems).toEqual([
      'tiers.yaml: line 6: tiers.0.levels.1.from must be a number, not "many".',
    ]);
    const valid = { ...files, 'tiers.yaml': yaml.replace('many', '70') };
    expect((await setup('check', valid)).lines).toContain('tier 1: change the levels');
    const brokenFiles = { 'a.yml': 'region: PL\nregion: CZ\n', 'b.yaml': 'tiers: [\n\tx: }\n' };
    const { problems } = await setup('check', brokenFiles);
    expect(problems.length).toBeGreaterThan(1);
    for (const problem of problems) {
      expect(problem).toMatch(
        /^(?:a\.yml: line 2|b\.yaml: line \d+), column \d+: This isn’t valid YAML: .+\.$/,
      );
    }
  });

  test('a key may be in only one file', async () => {
    const files = { ...example, 'z.json': '{ "region": "CZ" }' };
    expect((await setup('check', files)).problems).toEqual([
      'z.json: region is also in country.json.',
    ]);
  });

  test('parts that contradict each other are reported', async () => {
    const shop = replaceText('shop.json', '"category": "tools"', '"category": "toys"');
    const files = {
      ...shop,
      'shop.json': (shop['shop.json'] ?? '').replace('"sku": "GLOVES"', '"sku": "FUEL"'),
      'country.json': (example['country.json'] ?? '').replace('"GGL": 120', '"GGX": 120'),
    };
    expect((await setup('check', files)).problems.toSorted()).toEqual([
      expect.stringMatching(
        /^country\.json: line \d+: settings\.configuration\.product_points\.GGX isn’t among the product_types\.$/,
      ),
      'shop.json: line 15: shop.products.0.category isn’t the key of a category.',
      expect.stringMatching(/^shop\.json: line \d+: shop\.products\.3\.sku occurs twice: FUEL\.$/),
    ]);
  });
});
