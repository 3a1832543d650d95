import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { regionCodes } from '#schemas/regions.ts';
import { type RegionSettings, writeRegionSettings } from '#server/configuration/write-settings.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';

let server: ScanServer;

beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

test('the configuration needed before signing in is public, for all countries', async () => {
  const { status, result } = await server.call(calls.getPublicConfiguration, {});
  expect(status).toBe(200);
  expect(result.regional_settings.map(({ region }) => region).sort()).toEqual(
    [...regionCodes].sort(),
  );
  expect(result.behaviours.PL).toEqual({ welcome_points: 1000 });
});

test('the countries are listed with their dial codes', async () => {
  const { result } = await server.call(calls.listRegions, { query: {} });
  expect(result.data).toHaveLength(16);
  expect(result.data.find(({ code }) => code === 'PL')).toEqual({
    id: 10,
    code: 'PL',
    dial_code: '+48',
  });
});

test('the rules are those of the person’s own region', async () => {
  for (const [account, region] of [
    ['polishOwner', 'PL'],
    ['czechOwner', 'CZ'],
  ] as const) {
    const token = await server.tokenOf(account);
    const { result } = await server.call(calls.getConfiguration, {}, token);
    const settings = demoRegionSettings.find(({ regional }) => regional.region === region);
    const { closing_survey, lead_survey, survey_points, warranty } = settings ?? {};
    const warranty_minimum_months = warranty?.minimum_months;
    const sharedFields = { closing_survey, lead_survey, survey_points, warranty_minimum_months };
    const { campaigns, product_guide, shop_category_order, ...rules } = result;
    expect(campaigns).toEqual([]);
    expect(product_guide).toBeDefined();
    // This shop has no categories.
    expect(shop_category_order).toEqual([]);
    // The texts of built-in reasons are part of the app.
    expect(rules).toEqual({ ...settings?.configuration, ...sharedFields });
  }
  expect((await server.call(calls.getConfiguration, {})).status).toBe(401);
});

test('every product type has its tier category', async () => {
  const token = await server.tokenOf('decorStaff');
  const { result } = await server.call(calls.listTierProductCategories, {}, token);
  const byType = (a: { type: string }, b: { type: string }) => (a.type < b.type ? -1 : 1);
  expect(result.data.toSorted(byType)).toEqual([...demoProductTypes].sort(byType));
});

test('invalid settings are not written', async () => {
  const [first] = demoRegionSettings;
  if (!first) throw new Error('The demo has no settings.');
  const invalidSettings = { ...first, points_validity_months: 0 };
  await expect(writeRegionSettings(server.db, invalidSettings)).rejects.toThrow('Expected >=1');
  await writeRegionSettings(server.db, { ...first, welcome_points: 7 });
  const { result } = await server.call(calls.getPublicConfiguration, {});
  expect(result.behaviours[first.regional.region]).toEqual({ welcome_points: 7 });
});

test('omitted settings stay unchanged', async () => {
  const {
    warranty,
    accepts_leads: _left,
    lead_survey,
    ...otherSettings
  } = demoRegionSettings[0] ?? {};
  const completeSettings = {
    ...otherSettings,
    warranty,
    lead_survey,
    accepts_leads: true,
  } as RegionSettings;
  await writeRegionSettings(server.db, completeSettings);
  const storedSettings = () =>
    server.db
      .selectFrom('region_settings')
      .select(['warranty', 'lead_survey', 'accepts_leads'])
      .where('region', '=', completeSettings.regional.region)
      .executeTakeFirstOrThrow();
  const before = await storedSettings();
  expect(before.accepts_leads).toBe(true);
  await writeRegionSettings(server.db, otherSettings as RegionSettings);
  expect(await storedSettings()).toEqual(before);
});
