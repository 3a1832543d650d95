import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEVICE_TIME_HEADER } from '#schemas/api/api-header.ts';
import { calls } from '#schemas/api/calls.ts';
import { addDays } from '#schemas/calendar-day.ts';
import { type Campaign } from '#schemas/campaign.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { toCampaignInput } from '#schemas/operator/campaign-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { getEarlierPeriods } from '#server/campaigns/estimate-campaign.ts';
import { applyDueSettings } from '#server/configuration/settings-versions.ts';
import { CLOCK_START } from '#test/setup/fill-database.ts';
import { doublePoints, setCampaigns } from './campaign-setup.ts';
import { grantsOf } from './console-setup.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { closingAnswers, nextSerialOf, saveOf } from './scan-setup.ts';

const why = 'agreed for the spring';
const czechia = regionIdOf('CZ');
const { id } = doublePoints;

let server: OrderConsole;
let lead: string;
beforeAll(async () => {
  server = await startOrderConsole();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(CLOCK_START);
  await server.db.deleteFrom('operator_passkeys').execute();
  await setCampaigns(server.db, []);
  await server.db.deleteFrom('campaign_names').execute();
  await server.db.deleteFrom('ledger').where('campaign', 'is not', null).execute();
  await server.db.deleteFrom('scans').execute();
  lead = await server.signIn('country_lead');
});

type Changes = Partial<Campaign>;
const start = (changes: Changes = {}, budget: number | null = null, token = lead, headers = {}) => {
  const body = {
    region: poland,
    campaign: toCampaignInput({ ...doublePoints, ...changes }),
    budget,
    why,
  };
  return server.operate(operatorCalls.startCampaign, { body, headers }, token);
};
const read = async () => {
  const query = { region: poland, id };
  return (await server.operate(operatorCalls.readCampaign, { query }, lead)).result;
};
async function change(changes: Changes, budget: number | null = null, token = lead) {
  const { campaign, version } = await read();
  const body = {
    region: poland,
    campaign: toCampaignInput({ ...campaign, ...changes }),
    budget,
    version,
    why,
  };
  return server.operate(operatorCalls.changeCampaign, { body }, token);
}
async function stop() {
  const body = { region: poland, id, version: (await read()).version, why };
  return server.operate(operatorCalls.stopCampaign, { body }, lead);
}
const list = async (query = {}) =>
  (await server.operate(operatorCalls.listCampaigns, { query }, lead)).result.data;

/** The campaigns in an installer's app. */
async function readInApp() {
  const token = await server.tokenOf('polishOwner');
  return (await server.call(calls.getConfiguration, {}, token)).result.campaigns;
}

/** Starts a session for a country lead with a passkey, who can approve. */
async function signInWithPasskey(): Promise<string> {
  const operator_id = await server.addOperator(grantsOf('country_lead', [poland]));
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
const approve = (approval: string | null, token: string) => {
  const params = { id: approval ?? '' };
  return server.operate(operatorCalls.approveAct, { params, body: { why } }, token);
};

/** Creates a project of the Polish owner. */
async function newProject(): Promise<string> {
  const body = { streetName: 'ul. Lipowa 2', postalCode: '00-001', city: 'Łódź' };
  const token = await server.tokenOf('polishOwner');
  return (await server.call(calls.createProject, { body }, token)).result.uuid;
}
/** Saves a wooden window, scanned now. */
async function saveWindow(project: string) {
  const serial = nextSerialOf(({ type }) => type === 'GGL');
  const now = server.clock.now();
  const body = { scans: [saveOf(serial, project, { time: now })] };
  const request = { body, headers: { [DEVICE_TIME_HEADER]: String(now) } };
  const { result } = await server.call(
    calls.sendScans,
    request,
    await server.tokenOf('polishOwner'),
  );
  const scan = result.data[0]?.scan;
  if (!scan) throw new Error('A valid scan was rejected.');
  return scan;
}
async function close(project: string): Promise<void> {
  const body = { uuid: randomUUID(), data: { response: closingAnswers } };
  const token = await server.tokenOf('polishOwner');
  await server.call(calls.submitProjectSurvey, { params: { id: project }, body }, token);
}

describe('a campaign that has started', () => {
  const today = new Date(CLOCK_START).toISOString().slice(0, 10);

  test('keeps its days, so that it can’t be removed like a campaign that never ran', async () => {
    await start({ from: addDays(today, -3), until: addDays(today, 30) });
    const reason = 'campaign_started';
    const laterStart = await change({ from: addDays(today, 5), until: addDays(today, 30) });
    expect(laterStart.errors).toMatchObject([{ reason }]);
    expect((await change({ from: today })).errors).toMatchObject([{ reason }]);
    const pastEnd = await change({ until: addDays(today, -1), grace_days: 5 });
    expect(pastEnd.errors).toMatchObject([{ reason }]);
    expect((await change({ until: addDays(today, 20) })).status).toBe(200);
    expect((await stop()).result).toEqual({ is_removed: false });
    expect((await read()).campaign).toMatchObject({ from: addDays(today, -3), until: today });
  });

  test('isn’t rescheduled by an approval that was requested before it started', async () => {
    await start({ from: addDays(today, 1), until: addDays(today, 30) });
    const anna = await signInWithPasskey();
    await signInWithPasskey();
    const days = { from: addDays(today, 10), until: addDays(today, 40) };
    const firstResponse = await change(days, null, anna);
    expect(firstResponse.result.approval).toEqual(expect.any(String));
    server.clock.advance(2 * DAY_MS);
    const piotr = await signInWithPasskey();
    expect((await approve(firstResponse.result.approval, piotr)).result).toEqual({ state: 'void' });
  });
});

describe('two people start a campaign', () => {
  test('and its points are promised at the scan, and added when the project is closed', async () => {
    const [anna, piotr] = [await signInWithPasskey(), await signInWithPasskey()];
    const { result } = await start({}, 500, anna);
    expect(result.approval).not.toBeNull();
    expect(await readInApp()).toEqual([]);
    expect((await approve(result.approval, anna)).errors[0]?.reason).toBe('own_act');
    expect((await approve(result.approval, piotr)).result).toEqual({ state: 'approved' });
    expect(await readInApp()).toEqual([doublePoints]);
    const project = await newProject();
    const { campaign, points } = await saveWindow(project);
    const extraPoints = campaign?.points ?? 0;
    expect([campaign?.id, extraPoints * 2]).toEqual([id, points]);
    const expectedCampaign = { state: 'running', budget: 500, products: 1 };
    expect(await read()).toMatchObject({ ...expectedCampaign, booked: 0, promised: extraPoints });
    await close(project);
    expect(await read()).toMatchObject({ ...expectedCampaign, booked: extraPoints, promised: 0 });
    const record = { record: 'PL-double-points' };
    const audit = await server.operate(operatorCalls.listAudit, { query: record }, anna);
    expect(audit.result.data[0]?.changes.at(-1)).toMatchObject({
      record_kind: 'campaign',
      before: null,
      after: { id, budget: 500 },
    });
  });

  test('unless its id has been used in the meantime, or it has ended', async () => {
    const [anna, piotr] = [await signInWithPasskey(), await signInWithPasskey()];
    const requests = [await start({}, null, anna), await start({ grace_days: 1 }, null, anna)];
    const [first, second] = requests.map(({ result }) => result.approval);
    const lateApproval = (
      await start({ id: 'late', until: '2026-05-05', grace_days: 0 }, null, anna)
    ).result.approval;
    expect((await approve(first ?? null, piotr)).result).toEqual({ state: 'approved' });
    expect((await approve(second ?? null, piotr)).result).toEqual({ state: 'void' });
    server.clock.advance(3 * DAY_MS);
    expect((await approve(lateApproval, await signInWithPasskey())).result).toEqual({
      state: 'void',
    });
    expect(await readInApp()).toEqual([doublePoints]);
  });

  test('and extend it, but one person can shorten it', async () => {
    await start();
    const [anna, piotr] = [await signInWithPasskey(), await signInWithPasskey()];
    const shorterDays = { until: '2026-05-20' };
    expect((await change(shorterDays, null, anna)).result).toEqual({ approval: null });
    expect(await readInApp()).toEqual([{ ...doublePoints, ...shorterDays }]);
    const firstResponse = await change({ until: '2026-06-10' }, null, anna);
    const other = await change({ reward: { kind: 'factor', percent: 300 } }, null, anna);
    expect(await readInApp()).toEqual([{ ...doublePoints, ...shorterDays }]);
    expect((await approve(firstResponse.result.approval, piotr)).result).toEqual({
      state: 'approved',
    });
    // The campaign has changed since the request.
    expect((await approve(other.result.approval, piotr)).result).toEqual({ state: 'void' });
    expect(await readInApp()).toEqual([{ ...doublePoints, until: '2026-06-10' }]);
  });
});

test('only changes that could give more points require approval', async () => {
  await start({}, 500);
  const anna = await signInWithPasskey();
  await signInWithPasskey();
  const needsApproval = async (changes: Changes, budget: number | null) =>
    (await change(changes, budget, anna)).result.approval !== null;
  const approvedChanges: [Changes, number | null][] = [
    [{ from: '2026-04-30' }, 500],
    [{ grace_days: 6 }, 500],
    [{ types: ['GGL'] }, 500],
    [{ tier_categories: null }, 500],
    [{ levels: [1] }, 500],
    [{ reward: { kind: 'points', points: 1 } }, 500],
    [{}, 501],
    [{}, null],
  ];
  for (const [changes, budget] of approvedChanges)
    expect(await needsApproval(changes, budget)).toBe(true);
  expect(await read()).toMatchObject({ campaign: doublePoints, budget: 500 });
  const freeChanges: [Changes, number | null][] = [
    [{ text_translated: { en: 'Twice.' } }, 500],
    [{ reward: { kind: 'factor', percent: 150 } }, 500],
    [{}, 400],
  ];
  for (const [changes, budget] of freeChanges)
    expect(await needsApproval(changes, budget)).toBe(false);
  expect(await read()).toMatchObject({ budget: 400, campaign: { reward: { percent: 150 } } });
});

test('a repeated action starts one campaign, and one of two concurrent ones is rejected', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  for (const _attempt of [1, 2])
    expect((await start({}, null, lead, headers)).result).toEqual({ approval: null });
  expect((await start()).errors[0]?.reason).toBe('campaign_id_used');
  const { version } = await read();
  const body = { region: poland, budget: null, version, why };
  const outcomes = await Promise.all(
    ['2026-05-20', '2026-05-21'].map((until) => {
      const campaign = toCampaignInput({ ...doublePoints, until });
      return server.operate(operatorCalls.changeCampaign, { body: { ...body, campaign } }, lead);
    }),
  );
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

describe('a stopped campaign', () => {
  test('ends today, and saved products keep their points', async () => {
    await start();
    const project = await newProject();
    const scan = await saveWindow(project);
    expect((await stop()).result).toEqual({ is_removed: false });
    expect(await readInApp()).toEqual([{ ...doublePoints, until: '2026-05-04' }]);
    server.clock.advance(DAY_MS);
    lead = await server.signIn('country_lead');
    expect((await saveWindow(project)).campaign).toBeNull();
    const extraPoints = scan.campaign?.points ?? 0;
    expect(extraPoints).toBeGreaterThan(0);
    expect(await read()).toMatchObject({ state: 'grace', products: 1, promised: extraPoints });
    expect((await stop()).errors[0]?.reason).toBe('campaign_ended');
    await close(project);
    expect(await read()).toMatchObject({ booked: extraPoints, promised: 0 });
  });

  test('is removed if it hasn’t started, and its id can’t be reused', async () => {
    await start({ from: '2026-05-10' });
    expect((await stop()).result).toEqual({ is_removed: true });
    expect(await readInApp()).toEqual([]);
    expect((await start()).errors[0]?.reason).toBe('campaign_id_used');
    const query = { region: poland };
    const names = await server.operate(operatorCalls.listCampaignNames, { query }, lead);
    expect(names.result.data).toEqual([{ id, name_translated: doublePoints.name_translated }]);
  });
});

test('a planned version of the settings keeps a campaign that was started after it was planned', async () => {
  const settings = { query: { region: poland } };
  const now = (await server.operate(operatorCalls.readCountrySettings, settings, lead)).result;
  const before = now.settings?.welcome_points ?? 0;
  const changes = [
    { field: 'welcome_points' as const, before: String(before), value: before + 7 },
    {
      field: 'configuration.project_life_days' as const,
      before: String(now.settings?.configuration.project_life_days),
      value: 44,
    },
  ];
  const body = { region: poland, changes, starts_on: addDays(now.today, 2), why };
  await server.operate(operatorCalls.changeSettings, { body }, lead);
  await start({}, 900);
  server.clock.advance(3 * DAY_MS);
  lead = await server.signIn('country_lead');
  await applyDueSettings(server.services);
  const token = await server.tokenOf('polishOwner');
  const { result } = await server.call(calls.getConfiguration, {}, token);
  expect(result).toMatchObject({ project_life_days: 44, campaigns: [doublePoints] });
  expect(await read()).toMatchObject({ budget: 900, campaign: doublePoints });
});

test('the console warns from 80 % of the budget until the campaign has ended', async () => {
  await start({}, 1000);
  const project = await newProject();
  const { campaign } = await saveWindow(project);
  const extraPoints = campaign?.points ?? 0;
  const listNearBudget = async () => (await list({ near_budget: 1 })).map((one) => one.campaign.id);
  expect(await listNearBudget()).toEqual([]);
  const exactBudget = Math.floor((extraPoints * 100) / 80);
  await change({}, exactBudget + 1);
  expect(await listNearBudget()).toEqual([]);
  await change({}, exactBudget);
  expect(await listNearBudget()).toEqual([id]);
  // A product scanned after the budget is used up still gets its points, as promised.
  await change({}, 1);
  expect((await saveWindow(project)).campaign?.points).toBe(extraPoints);
  server.clock.advance(40 * DAY_MS);
  lead = await server.signIn('country_lead');
  expect(await listNearBudget()).toEqual([]);
  expect((await list({ state: 'ended' })).map((one) => one.campaign.id)).toEqual([id]);
});

test('the dry run lists problems, and the points that the rules would have added', async () => {
  const project = await newProject();
  const scans = [await saveWindow(project), await saveWindow(project)];
  server.clock.advance(DAY_MS);
  lead = await server.signIn('country_lead');
  const preview = async (changes: Changes) => {
    const body = { region: poland, campaign: toCampaignInput({ ...doublePoints, ...changes }) };
    return (await server.operate(operatorCalls.previewCampaign, { body }, lead)).result;
  };
  const days = { from: '2026-05-05', until: '2026-05-05' };
  const sum = scans.reduce((total, { points }) => total + points, 0);
  const last = { from: '2026-05-04', until: '2026-05-04' };
  const emptyDay = { from: '2025-05-05', until: '2025-05-05', products: 0, points: 0 };
  expect(await preview(days)).toEqual({
    problems: [],
    estimates: [{ ...last, products: 2, points: sum }, emptyDay],
  });
  const each = { kind: 'points', points: 7 } as const;
  expect((await preview({ ...days, reward: each, levels: [1] })).estimates).toEqual([
    { ...last, products: 2, points: 14 },
    emptyDay,
  ]);
  expect((await preview({ ...days, levels: [2] })).estimates[0]).toMatchObject({ products: 0 });
  expect((await preview({ ...days, tier_categories: [8] })).estimates[0]?.products).toBe(0);
  const wrongCampaign = { types: ['ZZZ'], levels: [], text_translated: {}, until: '2026-05-03' };
  expect((await preview({ ...wrongCampaign, grace_days: 0 })).problems).toEqual([
    { problem: 'campaign_english_needed', field: 'text_translated.en' },
    { problem: 'campaign_type_unknown', field: 'types.0' },
    { problem: 'campaign_no_levels', field: 'levels' },
    { problem: 'campaign_ended', field: '' },
  ]);
  expect(await readInApp()).toEqual([]);
});

test('an estimate covers the last days, and the same days of the previous year', () => {
  const days = { from: '2027-03-01', until: '2027-03-31' };
  expect(getEarlierPeriods(days, '2026-05-05')).toEqual([
    { from: '2026-04-04', until: '2026-05-04' },
    { from: '2026-03-01', until: '2026-03-31' },
  ]);
  expect(getEarlierPeriods({ from: '2026-01-01', until: '2028-12-31' }, '2026-05-05')[0]).toEqual({
    from: '2025-05-04',
    until: '2026-05-04',
  });
});

test('another country’s campaigns aren’t found, and its list is empty', async () => {
  await start();
  const czechLead = await server.signIn('country_lead', [czechia]);
  const query = { region: poland, id };
  expect((await server.operate(operatorCalls.readCampaign, { query }, czechLead)).code).toBe(
    'not_found',
  );
  const { result } = await server.operate(
    operatorCalls.listCampaigns,
    { query: { region: poland } },
    czechLead,
  );
  expect(result.data).toEqual([]);
});
