import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reviewCalls } from '#schemas/operator/review-calls.ts';
import { type RegionId, regionIdOf } from '#schemas/regions.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { waitingList } from '#server/review/review-queue.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { grantsOf } from './console-setup.ts';
import { accounts } from './test-accounts.ts';
import {
  decide,
  type ReviewConsole,
  startReviewConsole,
  type TestReviewer,
  undo,
} from './console-review-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];

let server: ReviewConsole;
beforeAll(async () => {
  server = await startReviewConsole();
  await server.db.updateTable('scans').set({ flag: 'valid' }).execute();
});
afterAll(() => server.close());

test('the chosen country limits the queue, within the reviewer’s countries', async () => {
  await server.newSubmittedProject(1);
  const claim = async (reviewer: TestReviewer, region: RegionId) => {
    const body = { skipped: [], region };
    const { result } = await server.operate(reviewCalls.claimProducts, { body }, reviewer.token);
    return result.products.length;
  };
  const reviewerOfBoth = await server.addReviewer('PL', 'CZ');
  expect(await claim(reviewerOfBoth, czechia)).toBe(0);
  expect(await claim(await server.addReviewer('CZ'), poland)).toBe(0);
  expect(await claim(reviewerOfBoth, poland)).toBe(1);
});

test('a reviewer can’t decide on products of their own company (security 33)', async () => {
  await server.db.updateTable('scans').set({ flag: 'valid' }).execute();
  const project = await server.newSubmittedProject(2);
  const ada = await server.addReviewer('PL');
  const claimedProducts = await server.claim(await server.addReviewer('PL'));
  await server.db.deleteFrom('record_claims').execute();
  await server.db
    .updateTable('operators')
    .set({ email: accounts.polishStaff.email })
    .where('id', '=', ada.id)
    .execute();
  expect(claimedProducts).toHaveLength(2);
  expect(await server.claim(ada)).toEqual([]);
  const { result } = await decide(server, ada, claimedProducts);
  expect(result.data.map(({ problem }) => problem)).toEqual(['own_company', 'own_company']);
  const input = { params: { id: project.id }, body: { seen_version: 1e9, why: 'review' } };
  const response = await server.operate(reviewCalls.acceptRestOfProject, input, ada.token);
  expect(response.errors).toMatchObject([{ code: 'forbidden', reason: 'own_company' }]);
});

test('a reviewer sees their own decisions that can be undone', async () => {
  await server.db.updateTable('scans').set({ flag: 'valid' }).execute();
  await server.newSubmittedProject(1);
  const [ada, bea] = [await server.addReviewer('PL'), await server.addReviewer('PL')];
  const listHeld = async ({ token }: TestReviewer) =>
    (await server.operate(reviewCalls.listHeldDecisions, {}, token)).result.data;
  const [product] = await server.claim(ada);
  if (!product) throw new Error('The queue is empty.');
  const { result } = await decide(server, ada, [{ ...product, kind: 'reject' }]);
  const ids = result.data.flatMap(({ decision }) => decision ?? []);
  const ownDecisions = ids.map((decision) => ({ decision, scan: product.scan, kind: 'reject' }));
  expect([await listHeld(ada), await listHeld(bea)]).toEqual([ownDecisions, []]);
  await undo(server, ada, ids);
  expect(await listHeld(ada)).toEqual([]);
});

test('a viewer sees all undecided products, even claimed ones, but can’t decide', async () => {
  await server.db.updateTable('scans').set({ flag: 'valid' }).execute();
  const { saves } = await server.newSubmittedProject(3);
  const ada = await server.addReviewer('PL');
  const claimedProducts = await server.claim(ada);
  const id = await server.addOperator(grantsOf('viewer', [poland]));
  const viewer = { id, token: await server.startSession(id) };
  const list = async (query: { cursor?: string; region?: RegionId } = {}) => {
    const input = { query: { limit: 2, ...query } };
    return (await server.operate(reviewCalls.listReviewProducts, input, viewer.token)).result;
  };
  const first = await list();
  expect(first.meta.total).toBe(3);
  expect(first.data[0]?.claimed).toMatchObject({ by: /Operator/ });
  const second = await list({ cursor: first.meta.next ?? '' });
  expect(second.meta.next).toBeNull();
  const scans = [...first.data, ...second.data].map(({ scan }) => scan);
  expect(scans.toSorted()).toEqual(saves.map(({ uuid }) => uuid).toSorted());
  expect((await list({ region: czechia })).data).toEqual([]);
  const rejectedResponses = [
    await decide(server, viewer, claimedProducts),
    await server.operate(reviewCalls.claimProducts, { body: { skipped: [] } }, viewer.token),
    await undo(server, viewer, [id]),
  ];
  expect(rejectedResponses.map(({ code }) => code)).toEqual([
    'forbidden',
    'forbidden',
    'forbidden',
  ]);
});

test('each change to a product or its project updates the time since which the product has been waiting', async () => {
  const { id: project, saves } = await server.newSubmittedProject(1);
  const scan = saves[0]?.uuid ?? '';
  const readWaitingSince = async () => {
    const { rows } = await sql<{ stored: Date | null; expected: Date | null }>`
      select waiting_since as stored, greatest(scans.updated_at, submitted_at) as expected
      from scans join projects on projects.uuid = projects_id where scans.uuid = ${scan}`.execute(
      server.db,
    );
    return rows[0];
  };
  const ofScan = (values: object) =>
    server.db.updateTable('scans').set(values).where('uuid', '=', scan).execute();
  const ofProject = (values: object) =>
    server.db.updateTable('projects').set(values).where('uuid', '=', project).execute();
  const isWaiting = async () => {
    const { stored: storedTime, expected } = (await readWaitingSince()) ?? {};
    expect([null, expected]).toContainEqual(storedTime);
    return storedTime !== null;
  };
  const rejection = { code: 'photo_blurred', note: null, new_photo_until: '2026-06-01' };
  const steps: readonly [change: () => Promise<unknown>, waits: boolean][] = [
    [() => ofScan({ updated_at: new Date('2027-01-01') }), true],
    [() => ofProject({ submitted_at: new Date('2027-02-01') }), true],
    [() => ofScan({ rejection: JSON.stringify(rejection) }), false],
    [() => ofScan({ rejection: null }), true],
    [() => ofScan({ flag: 'valid' }), false],
    // A project's changes must not bring back a decided product.
    [() => ofProject({ submitted_at: new Date('2027-03-01') }), false],
    [() => ofScan({ flag: 'in_review' }), true],
    [() => ofProject({ status: projectStatus.inProgress }), false],
    [() => ofProject({ status: projectStatus.closed }), true],
    [() => ofProject({ deleted: true }), false],
    [() => ofProject({ deleted: false }), true],
    [() => ofScan({ deleted: true }), false],
  ];
  for (const [index, [change, isExpectedToWait]] of steps.entries()) {
    await change();
    expect([index, await isWaiting()]).toEqual([index, isExpectedToWait]);
  }
});

test('the queue is read from its index, in order', async () => {
  const plan = await server.db.transaction().execute(async (trx) => {
    for (const name of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await sql.raw(`set local enable_${name} = off`).execute(trx);
    const regions = [poland, czechia];
    const time = '2026-01-01 00:00:00+00';
    const id = '00000000-0000-4000-8000-000000000000';
    const page = { cursor: [time, id, time, id], limit: 50 };
    const keys = selectPageKeys(scopedQueries(trx, regions), regions, waitingList, page);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${keys}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']);
  });
  expect(plan.filter((line) => line.includes('using scans_waiting'))).toHaveLength(1);
  // Only the merged pages are sorted.
  expect(plan.filter((line) => line.includes('Sort Key'))).toHaveLength(1);
});
