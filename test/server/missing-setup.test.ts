import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { writeRegionSettings } from '#server/configuration/write-settings.ts';
import { registrationOf } from './registration-form.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const ready = async () => {
  const response = await server.app.inject('/ready');
  expect(response.statusCode).toBe(200);
  return response.json<{ status: string; missing?: string[] }>();
};

test('a site without countries is ready, and lists its missing parts', async () => {
  expect(await ready()).toEqual({
    status: 'ready',
    missing: ['countries', 'product types', 'serial numbers'],
  });
});

test('registering in a country that isn’t set up names the field, and is logged', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const response = await server.call(calls.registerCompany, { body: registrationOf(), headers });
  expect(response.status).toBe(400);
  expect(response.errors).toEqual([
    {
      code: 'invalid_input',
      field: 'body.company.regions_id',
      message: 'Registration isn’t open in this country.',
    },
  ]);
  expect(server.log.join('')).toContain('a company tried to register in a country');
});

test('each country lists its own missing parts until everything is set up', async () => {
  const settings = demoRegionSettings.find(({ regional }) => regional.region === 'CZ');
  if (!settings) throw new Error('The demo has no CZ.');
  await writeRegionSettings(server.db, {
    ...settings,
    configuration: { ...settings.configuration, product_points: {} },
  });
  expect((await ready()).missing).toEqual([
    'product types',
    'serial numbers',
    'CZ: registration surveys',
    'CZ: points',
    'CZ: tiers',
    'CZ: shop',
  ]);
  await loadDemoSettings(server.db);
  expect((await ready()).missing?.every((part) => part.endsWith(': shop'))).toBe(true);
});
