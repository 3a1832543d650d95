import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEVICE_TIME_HEADER } from '#schemas/api/api-header.ts';
import { calls } from '#schemas/api/calls.ts';
import { MINUTE_MS, DAY_MS } from '#schemas/durations.ts';
import { type ScanSave } from '#schemas/scan.ts';
import { TIER_CAP } from '#schemas/tier.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { decideProducts } from '#server/projects/decide-products.ts';
import { writeTier } from '#server/tiers/write-tier.ts';
import { CLOCK_START } from '#test/setup/fill-database.ts';
import { doublePoints, loadLedgerEntries, setCampaigns } from './campaign-setup.ts';
import { uploadOf } from './photo-upload.ts';
import {
  closingAnswers,
  nextSerialOf,
  removalOf,
  saveOf,
  type ScanServer,
  startScanServer,
} from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

/** Points of a wooden window of the type GGL in the demo's Poland, at both levels. */
const BASE = 120;
const promise = { id: doublePoints.id, points: BASE };

let server: ScanServer;
/** Each test starts a day later. */
let start = CLOCK_START;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());
beforeEach(() => {
  start += DAY_MS;
  server.clock.set(start);
});

async function call<Result>(
  account: AccountKey,
  request: (token: string) => Promise<Result>,
): Promise<Result> {
  const { token } = await server.signInAs(account);
  return request(token);
}

/**
 * Sends scans from a phone, whose clock is correct by default.
 * @returns the saved scans
 */
async function send(
  scans: readonly (ScanSave | ReturnType<typeof removalOf>)[],
  account: AccountKey = 'polishOwner',
  deviceTime = server.clock.now(),
) {
  const headers = { [DEVICE_TIME_HEADER]: String(deviceTime) };
  const response = await call(account, (token) =>
    server.call(calls.sendScans, { body: { scans: [...scans] }, headers }, token),
  );
  if (response.status !== 200) throw new Error(JSON.stringify(response));
  return response.result.data.map(({ scan, error }) => {
    if (!scan) throw new Error(`The scan was rejected: ${error?.code}`);
    return scan;
  });
}

async function newProject(): Promise<string> {
  const body = { streetName: 'ul. Lipowa 1', postalCode: '00-001', city: 'Łódź' };
  const createResponse = await call('polishOwner', (token) =>
    server.call(calls.createProject, { body }, token),
  );
  return createResponse.result.uuid;
}

async function close(id: string): Promise<void> {
  const body = { uuid: randomUUID(), data: { response: closingAnswers } };
  await call('polishOwner', (token) =>
    server.call(calls.submitProjectSurvey, { params: { id }, body }, token),
  );
}

const scanAt = (project: string, time: number, type = 'GGL') =>
  saveOf(
    nextSerialOf((serial) => serial.type === type),
    project,
    { time },
  );

/** Runs a campaign for companies of a level, which starts after this number of further wooden windows. */
async function startCampaign(level: 1 | 2, remaining: number, from = '2026-05-01') {
  const query = { installer_company_id: accounts.polishOwner.companyId };
  const progress = await call('polishOwner', (token) =>
    server.call(calls.listTierProgress, { query }, token),
  );
  const wooden = progress.result.data.find((tier) => tier.tier_definition.tier_category === 1);
  const next = (wooden?.progress ?? 0) + remaining;
  const brackets = [
    { id: 1, level: 1, from: 0, to: next, points: 0 },
    { id: 2, level: 2, from: next, to: TIER_CAP, points: 0 },
  ];
  const tier = { id: 1001, region: 'PL', tier_category: 1, brackets } as const;
  await writeTier(server.db, { ...tier, brackets }, server.clock.now());
  await setCampaigns(server.db, [
    { ...doublePoints, from, until: '2027-01-31', grace_days: 30, levels: [level] },
  ]);
}

describe('a campaign for a level uses the level at the time of the scan', () => {
  test('even if a colleague raises it before the scan is sent; the promise is in the ledger', async () => {
    await startCampaign(1, 2);
    const project = await newProject();
    const offlineSave = scanAt(project, start + MINUTE_MS);
    server.clock.set(start + 10 * MINUTE_MS);
    const colleagues = [
      scanAt(project, start + 5 * MINUTE_MS),
      scanAt(project, start + 6 * MINUTE_MS),
    ];
    await send(colleagues, 'polishStaff');
    const lateSave = scanAt(project, start + 15 * MINUTE_MS);
    server.clock.set(start + 20 * MINUTE_MS);
    const savedScans = await send([offlineSave, lateSave]);
    expect(savedScans.map(({ campaign }) => campaign)).toEqual([promise, null]);
    await close(project);
    // Both of the colleague’s products were scanned at the first level.
    expect(await loadLedgerEntries(server.db, project)).toContainEqual({
      ...{ event: 'campaign', points: 3 * BASE, campaign: doublePoints.id },
    });
  });

  test('and not a level that a colleague reached only after the scan', async () => {
    await startCampaign(2, 1);
    const project = await newProject();
    const before = scanAt(project, start + MINUTE_MS);
    server.clock.set(start + 10 * MINUTE_MS);
    await send([scanAt(project, start + 5 * MINUTE_MS)], 'polishStaff');
    const after = scanAt(project, start + 15 * MINUTE_MS);
    server.clock.set(start + 20 * MINUTE_MS);
    const savedScans = await send([before, after]);
    expect(savedScans.map(({ campaign }) => campaign)).toEqual([null, promise]);
  });

  test.each([1, 2, 4])(
    'counting the phone’s own earlier products, sent %i at a time',
    async (batchSize) => {
      await startCampaign(2, 2);
      const project = await newProject();
      const queue = [1, 2, 3, 4].map((minute) => scanAt(project, start + minute * MINUTE_MS));
      const savedScans: Awaited<ReturnType<typeof send>> = [];
      for (let index = 0; index < queue.length; index += batchSize) {
        server.clock.set(start + (20 + index) * MINUTE_MS);
        savedScans.push(...(await send(queue.slice(index, index + batchSize))));
      }
      expect(savedScans.map(({ campaign }) => campaign)).toEqual([null, null, promise, promise]);
    },
  );

  test('even if a product is removed or rejected before the scan is sent', async () => {
    const photo = uploadOf(drawDemoPhoto());
    await call('polishOwner', (token) => server.call(calls.uploadPhoto, { body: photo }, token));
    await startCampaign(2, 2);
    const project = await newProject();
    const image = { image_data: photo.fields.uuid, photo_of: 'label' as const };
    const removedSave = scanAt(project, start);
    const reviewedProject = await newProject();
    const rejectedSave = { ...scanAt(reviewedProject, start), ...image };
    await send([removedSave, rejectedSave]);
    const [first, second] = [
      scanAt(project, start + MINUTE_MS),
      scanAt(project, start + MINUTE_MS),
    ];
    server.clock.set(start + 10 * MINUTE_MS);
    const removal = { ...removalOf(removedSave.uuid), op_id: randomUUID() };
    await send([removal]);
    server.clock.set(start + 20 * MINUTE_MS);
    const reject = { kind: 'reject', code: 'label_unreadable', note: null } as const;
    await close(reviewedProject);
    await decideProducts(reviewedProject, [rejectedSave.uuid], reject, server.services);
    const laterSave = scanAt(project, start + 21 * MINUTE_MS);
    server.clock.set(start + 30 * MINUTE_MS);
    const savedScans = await send([first, laterSave, second]);
    expect(savedScans.map(({ campaign }) => campaign)).toEqual([promise, null, promise]);
  });
});

describe('the level at the scan', () => {
  test('stays with the scan, and also applies if the product type changes within the category', async () => {
    await startCampaign(1, 2);
    const project = await newProject();
    const save = scanAt(project, start);
    await send([save]);
    expect(await server.storedScan(save.uuid)).toMatchObject({ campaign_level: 1 });
    server.clock.set(start + 10 * MINUTE_MS);
    await send([scanAt(project, start + MINUTE_MS), scanAt(project, start + 2 * MINUTE_MS)]);
    const { type, size, variant, serial_number } = scanAt(project, start, 'GPL');
    const product = { type, size, variant, serial_number };
    const edit = { ...save, ...product, op_id: randomUUID(), base_op_id: save.op_id };
    const [changedScan] = await send([edit]);
    expect(changedScan).toMatchObject({ type: 'GPL', campaign: { id: doublePoints.id } });
    expect(await server.storedScan(save.uuid)).toMatchObject({ campaign_level: 1 });
  });

  test('is the level at the time of receipt if the phone’s clock is wrong', async () => {
    await startCampaign(1, 1);
    const project = await newProject();
    const offlineSave = scanAt(project, start + MINUTE_MS);
    server.clock.set(start + 10 * MINUTE_MS);
    await send([scanAt(project, start + 5 * MINUTE_MS)], 'polishStaff');
    const wrongTime = server.clock.now() + 11 * MINUTE_MS;
    const [savedScan] = await send([offlineSave], 'polishOwner', wrongTime);
    expect(savedScan?.campaign).toBeNull();
    expect(await server.storedScan(offlineSave.uuid)).toMatchObject({ campaign_level: 2 });
  });

  test('isn’t stored if no campaign depends on it', async () => {
    await setCampaigns(server.db, [doublePoints]);
    const save = scanAt(await newProject(), start);
    await send([save]);
    expect(await server.storedScan(save.uuid)).toMatchObject({
      ...{ campaign: promise, campaign_level: null },
    });
  });
});

// This test must be the last, because its products are from the end of the year.
test('a campaign for a level uses the level in the year of the scan, even if the scan is sent the next year', async () => {
  start = Date.parse('2026-12-31T10:00:00.000Z');
  server.clock.set(start);
  await startCampaign(2, 1);
  const project = await newProject();
  await send([scanAt(project, start)]);
  const oldYear = scanAt(project, start + MINUTE_MS);
  const nextYear = Date.parse('2027-01-02T10:00:00.000Z');
  const newYear = scanAt(project, nextYear - MINUTE_MS);
  server.clock.set(nextYear);
  const savedScans = await send([oldYear, newYear]);
  expect(savedScans.map(({ campaign }) => campaign)).toEqual([promise, null]);
});
