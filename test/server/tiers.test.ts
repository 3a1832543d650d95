import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { TIER_CAP, type TierBracket } from '#schemas/tier.ts';
import { writeTier } from '#server/tiers/write-tier.ts';
import { plainSerials, removalOf, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

const POLAND = 10;
let server: ScanServer;
let project: string;

beforeAll(async () => {
  server = await startScanServer();
  project = await server.newProject('polishOwner');
  await setLevels([
    { id: 1, level: 1, from: 0, to: 2, points: 0 },
    { id: 2, level: 2, from: 2, to: 3, points: 5 },
    { id: 3, level: 3, from: 3, to: TIER_CAP, points: 9 },
  ]);
});
afterAll(() => server.close());

const setLevels = (brackets: TierBracket[]) =>
  writeTier(
    server.db,
    { id: POLAND * 100 + 1, region: 'PL', tier_category: 1, brackets },
    server.clock.now(),
  );

const wooden = plainSerials.filter(({ type }) => type === 'GGL');

async function progress(account: AccountKey = 'polishOwner') {
  const query = { installer_company_id: accounts[account].companyId };
  const response = await server.call(
    calls.listTierProgress,
    { query },
    await server.tokenOf(account),
  );
  expect(response.status).toBe(200);
  return response.result.data.find(({ tier_definition }) => tier_definition.tier_category === 1);
}

async function save(scans: Parameters<typeof saveOf>[0][]) {
  const body = { scans: scans.map((serial) => saveOf(serial, project)) };
  const response = await server.call(
    calls.sendScans,
    { body },
    await server.tokenOf('polishOwner'),
  );
  return response.result.data;
}

test('a company advances with each product of the year, and each earns points at the current level', async () => {
  const base = 120;
  const verdicts = await save(wooden.slice(0, 4));
  expect(verdicts.map(({ scan }) => scan?.points)).toEqual([base, base, base + 5, base + 9]);
  expect(await progress()).toMatchObject({
    progress: 4,
    tier_bracket: { level: 3, to: TIER_CAP },
    tier_definition: { reset_at: '2027-01-01T00:00:00.000Z' },
  });
});

test('a removed product no longer counts, and the next one earns points at the lower level', async () => {
  const first = (await save(wooden.slice(4, 5)))[0]?.uuid ?? '';
  const token = await server.tokenOf('polishOwner');
  const body = { scans: [removalOf(first)] };
  await server.call(calls.sendScans, { body }, token);
  expect((await progress())?.progress).toBe(4);
});

test('a new year starts from zero, and the previous year becomes history', async () => {
  server.clock.set(Date.parse('2027-01-02T10:00:00.000Z'));
  const signedIn = await server.signInAs('polishOwner');
  const query = { installer_company_id: accounts.polishOwner.companyId };
  const current = await server.call(calls.listTierProgress, { query }, signedIn.token);
  expect(current.result.data[0]).toMatchObject({ progress: 0, tier_bracket: { level: 1 } });
  const history = await server.call(calls.listTierHistory, { query }, signedIn.token);
  expect(history.result.data).toEqual([{ year: 2026, tier_category: 1, level: 3, progress: 4 }]);
});

test('a past year keeps its levels when the current ones change', async () => {
  const historyOf = async () => {
    const { token } = await server.signInAs('polishOwner');
    const query = { installer_company_id: accounts.polishOwner.companyId };
    return (await server.call(calls.listTierHistory, { query }, token)).result.data;
  };
  const stricterTiers = [
    { id: 1, level: 1, from: 0, to: 100, points: 0 },
    { id: 2, level: 2, from: 100, to: TIER_CAP, points: 5 },
  ];
  await setLevels(stricterTiers);
  const progressOf2026 = { year: 2026, tier_category: 1, level: 3, progress: 4 };
  expect(await historyOf()).toEqual([progressOf2026]);
  const { token } = await server.signInAs('polishOwner');
  const address = { streetName: 'ul. Lipowa 2', postalCode: '00-001', city: 'Łódź' };
  const project = await server.call(calls.createProject, { body: address }, token);
  const scans = wooden.slice(5, 7).map((serial) => saveOf(serial, project.result.uuid));
  await server.call(calls.sendScans, { body: { scans } }, token);
  server.clock.set(Date.parse('2028-01-02T10:00:00.000Z'));
  await setLevels([{ id: 1, level: 9, from: 0, to: TIER_CAP, points: 0 }]);
  // The year in between keeps its levels, although the current levels were changed later.
  expect(await historyOf()).toEqual([
    { year: 2027, tier_category: 1, level: 1, progress: 2 },
    progressOf2026,
  ]);
});

test("another company's progress isn't found", async () => {
  const { token } = await server.signInAs('czechOwner');
  const query = { installer_company_id: accounts.polishOwner.companyId };
  for (const call of [calls.listTierProgress, calls.listTierHistory]) {
    expect((await server.call(call, { query }, token)).code).toBe('not_found');
  }
});
