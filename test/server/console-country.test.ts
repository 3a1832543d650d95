import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { writeRegionSettings } from '#server/configuration/write-settings.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { newProduct } from './order-setup.ts';

let server: TestConsole;
let lead: string;
beforeAll(async () => {
  server = await startConsole();
  lead = await server.startSession(await server.addOperator(grantsOf('country_lead', [poland])));
});
afterAll(() => server.close());

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];

/** Missing parts of a country's setup. */
async function missingParts(region = poland): Promise<string[]> {
  const { result } = await server.operate(
    operatorCalls.readLaunchChecklist,
    { query: { region } },
    lead,
  );
  return result.parts.filter(({ is_done }) => !is_done).map(({ part }) => part);
}

/** Gives an operator a passkey, so that they can approve. */
async function addPasskey(operatorId: string): Promise<void> {
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('operator_passkeys')
    .values({
      ...{ id: randomUUID(), operator_id: operatorId, public_key: Buffer.alloc(1), counter: 0 },
      ...{ transports: [], created_at: at, used_at: at },
    })
    .execute();
}

test('the checklist names each missing part of a country until it is configured', async () => {
  const all = ['settings', 'registration_surveys', 'product_types', 'points', 'tiers', 'serials'];
  expect(await missingParts()).toEqual([...all, 'shop', 'news', 'product_guide', 'second_person']);
  const settings = demoRegionSettings.find(({ regional }) => regional.region === 'PL');
  if (!settings) throw new Error('The demo has no PL.');
  const configuration = { ...settings.configuration, product_points: {} };
  await writeRegionSettings(server.db, { ...settings, configuration });
  expect(await missingParts()).toEqual([
    ...all.slice(1),
    'shop',
    'news',
    'product_guide',
    'second_person',
  ]);
  await loadDemoSettings(server.db);
  expect(await missingParts()).toEqual(['shop', 'news', 'second_person']);
  await newProduct(server, { stock: 1 });
  expect(await missingParts()).toEqual(['news', 'second_person']);
});

test('only another operator of the country with a passkey can approve', async () => {
  const colleague = await server.addOperator(grantsOf('country_lead', [poland]));
  expect(await missingParts()).toContain('second_person');
  await addPasskey(colleague);
  expect(await missingParts()).not.toContain('second_person');
});

test('the checklist of another country isn’t found', async () => {
  const query = { region: czechia };
  const response = await server.operate(operatorCalls.readLaunchChecklist, { query }, lead);
  expect(response.code).toBe('not_found');
});
