import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEVICE_TIME_HEADER } from '#schemas/api/api-header.ts';
import { calls } from '#schemas/api/calls.ts';
import { type Campaign } from '#schemas/campaign.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { type ScanSave } from '#schemas/scan.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { acceptProject, decideProducts } from '#server/projects/decide-products.ts';
import { doublePoints, loadLedgerEntries, setCampaigns } from './campaign-setup.ts';
import { uploadOf } from './photo-upload.ts';
import {
  closingAnswers,
  nextSerialOf,
  saveOf,
  type ScanServer,
  startScanServer,
} from './scan-setup.ts';
import { CLOCK_START } from '#test/setup/fill-database.ts';

/** Points of a wooden window of the type GGL in the demo's Poland. */
const BASE = 120;
const promise = { id: doublePoints.id, points: BASE };

let server: ScanServer;
let token: string;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await setTime(CLOCK_START);
  await setCampaigns(server.db, [doublePoints]);
});

/** Sets the server's clock, and signs in again. */
async function setTime(time: number): Promise<void> {
  server.clock.set(time);
  ({ token } = await server.signInAs('polishOwner'));
}

const newWindow = (type = 'GGL') => nextSerialOf((serial) => serial.type === type);
async function newProject(): Promise<string> {
  const body = { streetName: 'ul. Lipowa 1', postalCode: '00-001', city: 'Łódź' };
  return (await server.call(calls.createProject, { body }, token)).result.uuid;
}

/**
 * Sends a scan from a device with this clock; correct by default.
 * @returns the saved scan
 */
async function send(scan: ScanSave, deviceTime: number | string | null = server.clock.now()) {
  const headers = deviceTime === null ? {} : { [DEVICE_TIME_HEADER]: String(deviceTime) };
  const { result } = await server.call(
    calls.sendScans,
    { body: { scans: [scan] }, headers },
    token,
  );
  const savedScan = result.data[0]?.scan;
  if (!savedScan) throw new Error(`The scan was rejected: ${result.data[0]?.error?.code}`);
  return savedScan;
}
const scanNow = async (project: string, changes: Partial<ScanSave> = {}) =>
  saveOf(newWindow(), project, { time: server.clock.now(), ...changes });

async function close(id: string) {
  const body = { uuid: randomUUID(), data: { response: closingAnswers } };
  return (await server.call(calls.submitProjectSurvey, { params: { id }, body }, token)).result;
}

describe('a product scanned during a campaign', () => {
  test('is worth the extra points, which the device gets with its points', async () => {
    const project = await newProject();
    const savedScan = await send(await scanNow(project));
    expect(savedScan).toMatchObject({ points: 2 * BASE, campaign: promise });
    const detail = await server.call(calls.getProject, { params: { id: project } }, token);
    expect(detail.result).toMatchObject({ calculated_available_points: 2 * BASE });
    const { result } = await server.call(calls.getConfiguration, {}, token);
    expect(result.campaigns).toEqual([doublePoints]);
  });

  test('of another category or type gets no extra points', async () => {
    const savedScan = await send(
      saveOf(newWindow('GGU'), await newProject(), { time: CLOCK_START }),
    );
    expect(savedScan).toMatchObject({ points: 130, campaign: null });
  });

  test('needs the level that the campaign is for', async () => {
    await setCampaigns(server.db, [{ ...doublePoints, levels: [2] }]);
    expect((await send(await scanNow(await newProject()))).campaign).toBeNull();
    await setCampaigns(server.db, [{ ...doublePoints, levels: [1, 2] }]);
    expect((await send(await scanNow(await newProject()))).campaign).toEqual(promise);
  });

  test('gets the best of several campaigns', async () => {
    const bestCampaign: Campaign = {
      ...doublePoints,
      id: 'best',
      reward: { kind: 'points', points: 500 },
    };
    await setCampaigns(server.db, [doublePoints, bestCampaign]);
    const savedScan = await send(await scanNow(await newProject()));
    expect(savedScan).toMatchObject({ points: BASE + 500, campaign: { id: 'best', points: 500 } });
  });
});

describe('a product that arrives after the campaign', () => {
  /** Two days after the campaign's last day, within the grace days. */
  const receivedAt = Date.parse('2026-06-02T10:00:00.000Z');
  const scanTime = { time: Date.parse('2026-05-31T18:00:00.000Z') };

  test.each<[string, number | string | null, object | null]>([
    ['counts by the time of a correct clock', receivedAt, promise],
    ['counts with a clock 10 minutes off', receivedAt - 10 * MINUTE_MS, promise],
    ['doesn’t count with a clock more than 10 minutes off', receivedAt + 10 * MINUTE_MS + 1, null],
    ['doesn’t count if the clock is unknown', null, null],
    ['doesn’t count if the clock is unreadable', 'soon', null],
  ])('%s', async (_name, deviceTime, expected) => {
    await setTime(receivedAt);
    const savedScan = await send(await scanNow(await newProject(), scanTime), deviceTime);
    expect(savedScan.campaign).toEqual(expected);
  });

  test('doesn’t count after the grace days', async () => {
    await setTime(Date.parse('2026-06-06T10:00:00.000Z'));
    expect((await send(await scanNow(await newProject(), scanTime))).campaign).toBeNull();
  });

  test('doesn’t count with a scan time in the future: the time of receipt replaces it', async () => {
    await setTime(Date.parse('2026-04-30T10:00:00.000Z'));
    const earlySave = await scanNow(await newProject(), { time: CLOCK_START });
    expect((await send(earlySave)).campaign).toBeNull();
  });
});

describe('the promise of a campaign’s points', () => {
  const stoppedCampaign: Campaign = { ...doublePoints, until: '2026-05-02' };

  test.each<[string, readonly Campaign[]]>([
    ['was stopped', [stoppedCampaign]],
    ['has another reward', [{ ...doublePoints, reward: { kind: 'points', points: 1 } }]],
    ['was removed from the settings', []],
  ])('stays on a later edit after the campaign %s', async (_name, changedCampaigns) => {
    const save = await scanNow(await newProject());
    const before = await send(save);
    await setCampaigns(server.db, changedCampaigns);
    const op_id = randomUUID();
    const after = await send({ ...save, op_id, base_op_id: save.op_id, manual: true });
    expect(after).toMatchObject({ op_id, points: before.points, campaign: before.campaign });
  });

  test('is made again for another product type, with the times of the first save', async () => {
    const save = await scanNow(await newProject());
    await send(save);
    await setTime(Date.parse('2026-07-10T10:00:00.000Z'));
    const { type, size, variant, code } = newWindow('GPL');
    const product = { type, size, variant, serial_number: code };
    const edit = { ...save, ...product, op_id: randomUUID(), base_op_id: save.op_id };
    // The device's clock no longer matters.
    const after = await send(edit, null);
    expect(after).toMatchObject({ points: 300, campaign: { id: doublePoints.id, points: 150 } });
    const other = newWindow('GGU');
    const next = {
      ...edit,
      type: other.type,
      size: other.size,
      variant: other.variant,
      serial_number: other.code,
      op_id: randomUUID(),
      base_op_id: edit.op_id,
    };
    expect(await send(next)).toMatchObject({ points: 130, campaign: null });
  });
});

describe('closing a project with a campaign', () => {
  test('adds each campaign in its own entry, with its name', async () => {
    const project = await newProject();
    await send(await scanNow(project));
    await setCampaigns(server.db, [
      { ...doublePoints, id: 'bonus', reward: { kind: 'points', points: 7 } },
    ]);
    await send(await scanNow(project));
    // The ledger keeps the names of campaigns that are no longer in the settings.
    await setCampaigns(server.db, []);
    await send(await scanNow(project));
    const closedProject = await close(project);
    expect(closedProject.available_points).toBe(4 * BASE + 7);
    expect(await loadLedgerEntries(server.db, project)).toEqual([
      { event: 'project_closed', points: 3 * BASE, campaign: null },
      { event: 'campaign', points: 7, campaign: 'bonus' },
      { event: 'campaign', points: BASE, campaign: doublePoints.id },
      { event: 'project_survey_completed', points: 25, campaign: null },
    ]);
    const { result } = await server.call(calls.listPointsHistory, { query: { since: '' } }, token);
    const entries = result.data.filter(({ project_uuid }) => project_uuid === project);
    expect(entries.map(({ campaign }) => campaign)).toContainEqual({
      id: doublePoints.id,
      name_translated: doublePoints.name_translated,
    });
  });

  test('adds extra points only after the review, and only for accepted products', async () => {
    const photo = uploadOf(drawDemoPhoto());
    await server.call(calls.uploadPhoto, { body: photo }, token);
    const project = await newProject();
    const image = { image_data: photo.fields.uuid, photo_of: 'label' as const };
    const [first, second] = [await scanNow(project, image), await scanNow(project, image)];
    await send(first);
    await send(second);
    await close(project);
    expect(await loadLedgerEntries(server.db, project)).toEqual([]);
    const reject = { kind: 'reject', code: 'label_unreadable', note: null } as const;
    await decideProducts(project, [first.uuid], reject, server.services);
    await acceptProject(project, server.services);
    const lines = await loadLedgerEntries(server.db, project);
    expect(lines.slice(0, 2)).toEqual([
      { event: 'project_closed', points: BASE, campaign: null },
      { event: 'campaign', points: BASE, campaign: doublePoints.id },
    ]);
    await decideProducts(project, [first.uuid], { kind: 'accept' }, server.services);
    const correction = { event: 'project_correction', points: 2 * BASE, campaign: null };
    expect((await loadLedgerEntries(server.db, project)).at(-1)).toEqual(correction);
  });

  test('adds the campaign’s entry later if only a changed decision makes the project earn points', async () => {
    const project = await newProject();
    const save = await scanNow(project);
    await send(save);
    const reject = { kind: 'reject', code: 'label_unreadable', note: null } as const;
    const photo = uploadOf(drawDemoPhoto());
    await server.call(calls.uploadPhoto, { body: photo }, token);
    const image = { image_data: photo.fields.uuid, photo_of: 'label' as const };
    await send({ ...save, ...image, op_id: randomUUID(), base_op_id: save.op_id });
    await close(project);
    await decideProducts(project, [save.uuid], reject, server.services);
    expect(await loadLedgerEntries(server.db, project)).toEqual([]);
    await decideProducts(project, [save.uuid], { kind: 'accept' }, server.services);
    expect(await loadLedgerEntries(server.db, project)).toEqual([
      { event: 'project_closed', points: BASE, campaign: null },
      { event: 'campaign', points: BASE, campaign: doublePoints.id },
      { event: 'project_survey_completed', points: 25, campaign: null },
    ]);
  });
});
