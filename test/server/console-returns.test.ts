import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { ledgerBalance } from '#schemas/ledger.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { decideProducts } from '#server/projects/decide-products.ts';
import { countProductsThisYear } from '#server/tiers/product-counts.ts';
import { expirePoints } from '#server/points/expire-points.ts';
import { setCampaigns, doublePoints } from './campaign-setup.ts';
import { grantsOf } from './console-setup.ts';
import { poland } from './console-order-setup.ts';
import { type ReviewConsole, startReviewConsole } from './console-review-setup.ts';
import { addPoints, lineOf, newProduct, placeOrder } from './order-setup.ts';
import { nextSerial, saveOf } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

const { companyId: company } = accounts.polishOwner;
const why = 'the dealer confirmed it';

let server: ReviewConsole;
let finance: string;
beforeEach(async () => {
  await server?.close();
  server = await startReviewConsole();
  await setCampaigns(server.db, [{ ...doublePoints, types: null, tier_categories: null }]);
  // The demo's settings have closing questions.
  await server.db
    .updateTable('region_settings')
    .set({ closing_survey: toJsonb([]) })
    .execute();
  finance = await signIn();
});
afterAll(() => server.close());

const signIn = async (role: Parameters<typeof grantsOf>[0] = 'finance', region = poland) =>
  server.startSession(await server.addOperator(grantsOf(role, [region])));

const ownerToken = async () => (await server.signInAs('polishOwner')).token;

/** Closes a project with some products. */
async function closeProject(count = 2) {
  const project = await server.newProject();
  const saves = Array.from({ length: count }, () =>
    saveOf(nextSerial(), project, { time: server.clock.now() - 1000 }),
  );
  await server.save(saves);
  await server.submit(project);
  const [first] = saves;
  if (!first) throw new Error('The project has no products.');
  return { project, saves, id: first.uuid, serial: first.serial_number ?? '' };
}

const read = async (id: string, token = finance) =>
  server.operate(operatorCalls.readScannedProduct, { params: { id } }, token);
const preview = async (id: string) =>
  (await server.operate(operatorCalls.previewReturn, { params: { id } }, finance)).result;

/** Sends an action with the numbers shown in its dialog. */
async function act(
  id: string,
  { isUndo = false, key = randomUUID(), token = finance, ...changes } = {} as {
    isUndo?: boolean;
    key?: string;
    token?: string;
    rev?: number;
    change?: number;
    reason?: { code: string; note: string | null };
  },
) {
  const { rev } = (await read(id)).result;
  // If no action is possible, there is nothing to show.
  const shownPreview = (await preview(id)) as Awaited<ReturnType<typeof preview>> | undefined;
  const change = shownPreview ? shownPreview.balance_after - shownPreview.balance_before : 0;
  const input = {
    params: { id },
    body: { rev, change, why, ...changes },
    headers: { 'idempotency-key': key },
  };
  return server.operate(
    isUndo ? operatorCalls.undoTakeBack : operatorCalls.takeBackProduct,
    input,
    token,
  );
}

const readLedger = () =>
  server.db
    .selectFrom('ledger')
    .selectAll()
    .where('company_id', '=', company)
    .orderBy('rev')
    .execute();
const balance = async () => ledgerBalance(await readLedger());
const scanOf = (uuid: string) =>
  server.db.selectFrom('scans').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow();
const tierCount = async () =>
  [...(await countProductsThisYear(server.db, company, server.clock.now())).values()].reduce(
    (sum, count) => sum + count,
    0,
  );

/**
 * Adds a second person with a passkey.
 * @returns their session's token
 */
async function addSecondPerson(): Promise<string> {
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
const approve = (approval: string | null, token: string) =>
  server.operate(
    operatorCalls.approveAct,
    { params: { id: approval ?? '' }, body: { why } },
    token,
  );
const setPoints = (uuid: string, points: number) =>
  server.db.updateTable('scans').set({ points }).where('uuid', '=', uuid).execute();

describe('taking a product back', () => {
  test('deducts all its points once, frees its number, and notifies the installer', async () => {
    const { id, project, serial, saves } = await closeProject();
    const [before, tierPoints] = [await balance(), await tierCount()];
    const file = (await read(id)).result;
    expect(file).toMatchObject({ state: 'valid', act: 'take_back', serial_number: serial });
    expect(file.campaign_points).toBeGreaterThan(0);
    const shownPreview = await preview(id);
    expect(shownPreview).toEqual({
      ...{ points: file.points, expired: 0, expires: 0, needs_second_person: false },
      ...{ balance_before: before, balance_after: before - file.points },
    });
    // The preview changed nothing.
    expect(await balance()).toBe(before);
    const key = randomUUID();
    const lines = (await readLedger()).length;
    const { rev } = (await read(id)).result;
    const body = { rev, change: -file.points, why };
    const input = { params: { id }, body, headers: { 'idempotency-key': key } };
    for (const _attempt of [1, 2]) {
      const { result } = await server.operate(operatorCalls.takeBackProduct, input, finance);
      expect(result).toEqual({ approval: null });
    }
    expect(await balance()).toBe(before - file.points);
    expect((await readLedger()).slice(lines)).toMatchObject([
      { event: 'project_correction', variation: 'negative', points: file.points },
    ]);
    expect(await tierCount()).toBe(tierPoints - 1);

    const token = await ownerToken();
    const app = await server.call(calls.getProject, { params: { id: project } }, token);
    const product = app.result.products.find(({ uuid }) => uuid === id);
    expect(product).toMatchObject({ flag: 'rejected', rejection: { code: 'returned' } });
    const summary = await server.call(calls.getPointsSummary, { params: { id: company } }, token);
    expect(summary.result.company_points).toBe(before - file.points);
    const { result: news } = await server.call(calls.listNotifications, { query: {} }, token);
    expect(news.data.map(({ event, title }) => [event, title])).toContainEqual([
      'product_rejected',
      'Produkt zwrócono do dealera',
    ]);

    const secondProject = await server.newProject();
    const [save] = saves;
    if (!save) throw new Error('The project has no products.');
    const ids = { uuid: randomUUID(), op_id: randomUUID(), projects_id: secondProject };
    await server.save([{ ...save, ...ids }]);
    const undoResult = await act(id, { isUndo: true, change: file.points });
    expect(undoResult.code).toBe('already_scanned');
  });

  test('is recorded with the product and the balance before and after', async () => {
    const { id } = await closeProject();
    const [before, { points }] = [await balance(), (await read(id)).result];
    await act(id);
    const changes = await server.db
      .selectFrom('operator_audit')
      .select(['record_kind', 'record_id', 'region_id', 'before', 'after'])
      .where('kind', '=', 'change')
      .orderBy('id')
      .execute();
    expect(changes).toEqual([
      {
        ...{ record_kind: 'scan', record_id: id, region_id: poland },
        before: { flag: 'valid', reason: null },
        after: { flag: 'rejected', reason: 'returned', points: -points, expired: 0 },
      },
      {
        ...{ record_kind: 'company', record_id: company, region_id: poland },
        before: { balance: before },
        after: { balance: before - points, product: id },
      },
    ]);
  });
});

describe('two operators at the same moment', () => {
  test('take a product back once, and undo it once', async () => {
    const { id } = await closeProject();
    const before = await balance();
    const { rev, points } = (await read(id)).result;
    const send = (call: 'takeBackProduct' | 'undoTakeBack', seenRev: number, change: number) =>
      Promise.all(
        [1, 2].map(() =>
          server.operate(
            operatorCalls[call],
            { params: { id }, body: { rev: seenRev, change, why } },
            finance,
          ),
        ),
      );
    const statuses = (outcomes: readonly { status: number }[]) =>
      outcomes.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses(await send('takeBackProduct', rev, -points))).toEqual([200, 409]);
    expect(await balance()).toBe(before - points);
    const returnedProduct = (await read(id)).result;
    expect(returnedProduct).toMatchObject({ state: 'returned', act: 'undo' });
    expect(statuses(await send('undoTakeBack', returnedProduct.rev, points))).toEqual([200, 409]);
    expect(await balance()).toBe(before);
    expect((await read(id)).result).toMatchObject({ state: 'valid', act: 'take_back' });
    expect(await scanOf(id)).toMatchObject({ flag: 'valid', rejection: null });
    expect((await act(id)).result).toEqual({ approval: null });
  });
});

describe('a product', () => {
  test('isn’t taken back if the numbers differ from those shown, in another country, or without the right', async () => {
    const { id } = await closeProject();
    const before = await balance();
    expect((await act(id, { change: -1 })).code).toBe('conflict');
    expect((await act(id, { rev: 1 })).code).toBe('conflict');
    expect((await act(id, { isUndo: true, change: 0 })).errors).toMatchObject([
      { reason: 'not_returned' },
    ]);
    const czechFinance = await signIn('finance', regionIdOf('CZ'));
    expect((await act(id, { token: czechFinance })).code).toBe('not_found');
    expect((await read(id, czechFinance)).code).toBe('not_found');
    expect((await act(id, { token: await signIn('viewer') })).code).toBe('forbidden');
    const openProject = await server.newProject();
    const save = saveOf(nextSerial(), openProject);
    await server.save([save]);
    const rejectedResponse = await act(save.uuid, { change: 0 });
    expect(rejectedResponse.errors).toMatchObject([{ code: 'conflict', reason: 'not_returnable' }]);
    expect(await balance()).toBe(before);
  });

  test('can make the balance negative, like other corrections to a project', async () => {
    const { id } = await closeProject(1);
    const price = await balance();
    const { variant } = await newProduct(server, { price });
    const app = { ...server, tokenOf: ownerToken };
    await placeOrder(app, 'polishOwner', [lineOf(variant, price)]);
    const { balance_after: after } = await preview(id);
    expect(after).toBeLessThan(0);
    await act(id);
    expect(await balance()).toBe(after);
  });
});

describe('a reviewer’s mistake', () => {
  /** Closes a project in which a reviewer has rejected one of two products. */
  const closeWithRejection = async () => {
    const { id, project, saves } = await closeProject();
    const reject = { kind: 'reject', code: 'no_product', note: null } as const;
    await decideProducts(project, [id], reject, server.services);
    return { id, saves };
  };

  test('is corrected by accepting the product: its points are added, and its number is held', async () => {
    const { id, saves } = await closeWithRejection();
    const before = await balance();
    const file = (await read(id)).result;
    expect(file).toMatchObject({
      ...{ state: 'rejected', act: 'undo', reasons: [] },
      rejection: { code: 'no_product', note: null },
    });
    expect(await preview(id)).toMatchObject({ balance_after: before + file.points });
    expect((await act(id, { isUndo: true })).result).toEqual({ approval: null });
    expect(await balance()).toBe(before + file.points);
    expect(await scanOf(id)).toMatchObject({ flag: 'valid', rejection: null });
    const ids = { uuid: randomUUID(), op_id: randomUUID(), projects_id: await server.newProject() };
    const scanAgain = server.save(saves.slice(0, 1).map((save) => ({ ...save, ...ids })));
    await expect(scanAgain).rejects.toThrow('already_scanned');
  });

  test('is corrected by rejecting the product for the true reason, which the installer sees', async () => {
    const { id, project } = await closeProject();
    expect((await read(id)).result.reasons.map(({ code }) => code)).toContain('no_product');
    const reason = { code: 'no_product', note: 'A different roof.' };
    expect((await act(id, { reason: { code: 'unknown', note: null } })).code).toBe('invalid_input');
    expect((await act(id, { reason: { code: 'other', note: null } })).code).toBe('invalid_input');
    expect((await act(id, { reason })).result).toEqual({ approval: null });
    const input = { params: { id: project } };
    const { result } = await server.call(calls.getProject, input, await ownerToken());
    expect(result.products.find(({ uuid }) => uuid === id)).toMatchObject({
      ...{ flag: 'rejected', rejection: reason },
    });
    expect((await read(id)).result).toMatchObject({ state: 'rejected', act: 'undo' });
  });

  test('counts towards the points that need a second person', async () => {
    await addSecondPerson();
    const { id, saves } = await closeWithRejection();
    await Promise.all(saves.map(({ uuid }) => setPoints(uuid, 600)));
    expect((await act(id, { isUndo: true })).result.approval).toBeNull();
    expect((await act(saves[1]?.uuid ?? '')).result.approval).not.toBeNull();
  });
});

describe('points that have expired', () => {
  test('are returned in a separate line, and expire again after an undo', async () => {
    const { id } = await closeProject();
    server.clock.advance(4 * 366 * DAY_MS);
    finance = await signIn();
    await expirePoints(server.services);
    expect(await balance()).toBe(0);
    await addPoints(server, 'polishOwner', 70);
    const { points } = (await read(id)).result;
    expect(await preview(id)).toMatchObject({
      ...{ points, expired: points, balance_before: 70, balance_after: 70 },
    });
    await act(id);
    expect((await readLedger()).slice(-2)).toMatchObject([
      { event: 'project_correction', variation: 'negative', points },
      { event: 'points_expired', variation: 'positive', points },
    ]);
    expect(await preview(id)).toMatchObject({ expired: 0, expires: points });
    await act(id, { isUndo: true });
    expect(await balance()).toBe(70 + points);
    await expirePoints(server.services);
    expect(await balance()).toBe(70);
  });
});

describe('above 1,000 points', () => {
  test('a second person approves a return once; a change to the product makes the request void', async () => {
    const lead = await addSecondPerson();
    const { id } = await closeProject();
    await setPoints(id, 1001);
    const before = await balance();
    expect(await preview(id)).toMatchObject({ needs_second_person: true });
    const [first, second] = [await act(id), await act(id)];
    expect(first.result.approval).not.toBeNull();
    expect(await balance()).toBe(before);
    expect((await approve(first.result.approval, lead)).result).toEqual({ state: 'approved' });
    expect(await balance()).toBe(before - 1001);
    expect((await approve(second.result.approval, lead)).result).toEqual({ state: 'void' });
    expect(await balance()).toBe(before - 1001);
    const undo = await act(id, { isUndo: true });
    expect((await approve(undo.result.approval, lead)).result).toEqual({ state: 'approved' });
    expect(await balance()).toBe(before);
  });

  test('several returns within a day count together, and with corrections, unless they were undone', async () => {
    await addSecondPerson();
    const { saves } = await closeProject(3);
    const [one = '', two = '', three = ''] = saves.map(({ uuid }) => uuid);
    await Promise.all([setPoints(one, 600), setPoints(two, 600), setPoints(three, 300)]);
    expect((await act(one)).result.approval).toBeNull();
    expect((await act(two)).result.approval).not.toBeNull();
    expect((await act(one, { isUndo: true })).result.approval).toBeNull();
    expect((await act(two)).result.approval).toBeNull();
    const body = { points: 401, event: 'other' as const, corrections: 0, why };
    const input = { params: { id: company }, body };
    const correction = await server.operate(operatorCalls.correctPoints, input, finance);
    expect(correction.result.approval).not.toBeNull();
    expect((await act(three)).result.approval).toBeNull();
    server.clock.advance(DAY_MS + 1);
    finance = await signIn();
    expect((await act(two, { isUndo: true })).result.approval).toBeNull();
    expect((await act(one)).result.approval).not.toBeNull();
  });
});

test('scanned products are found by number, project, company, and whether they were returned', async () => {
  const { id, project, serial, saves } = await closeProject();
  const list = async (query: object, token = finance) =>
    (await server.operate(operatorCalls.listScannedProducts, { query }, token)).result.data.map(
      ({ id: found }) => found,
    );
  for (const input of [serial, serial.toLowerCase(), serial.replaceAll('-', '')])
    expect(await list({ serial: input })).toEqual([id]);
  expect(await list({ serial: serial.slice(0, -1) })).toEqual([]);
  const ids = saves.map(({ uuid }) => uuid).toSorted();
  expect((await list({ project })).toSorted()).toEqual(ids);
  expect((await list({ company })).toSorted()).toEqual(ids);
  expect(await list({ state: 'returned' })).toEqual([]);
  await act(id);
  expect(await list({ state: 'returned' })).toEqual([id]);
  expect(await list({ serial })).toEqual([id]);
  expect(await list({ serial }, await signIn('finance', regionIdOf('CZ')))).toEqual([]);
});
