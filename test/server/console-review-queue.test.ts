import { afterAll, beforeAll, expect, test } from 'vitest';
import { reviewCalls } from '#schemas/operator/review-calls.ts';
import { type RegionId, regionIdOf } from '#schemas/regions.ts';
import { grantsOf } from './console-setup.ts';
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
  await server.newSubmitted(1);
  const claim = async (reviewer: TestReviewer, region: RegionId) => {
    const body = { skipped: [], region };
    const { result } = await server.operate(reviewCalls.claimProducts, { body }, reviewer.token);
    return result.products.length;
  };
  const both = await server.addReviewer('PL', 'CZ');
  expect(await claim(both, czechia)).toBe(0);
  expect(await claim(await server.addReviewer('CZ'), poland)).toBe(0);
  expect(await claim(both, poland)).toBe(1);
});

test('a reviewer sees their own decisions that can be undone', async () => {
  await server.db.updateTable('scans').set({ flag: 'valid' }).execute();
  await server.newSubmitted(1);
  const [ada, bea] = [await server.addReviewer('PL'), await server.addReviewer('PL')];
  const listHeld = async ({ token }: TestReviewer) =>
    (await server.operate(reviewCalls.listHeldDecisions, {}, token)).result.data;
  const [product] = await server.claim(ada);
  if (!product) throw new Error('The queue is empty.');
  const { result } = await decide(server, ada, [{ ...product, kind: 'reject' }]);
  const ids = result.data.flatMap(({ decision }) => decision ?? []);
  const own = ids.map((decision) => ({ decision, scan: product.scan, kind: 'reject' }));
  expect([await listHeld(ada), await listHeld(bea)]).toEqual([own, []]);
  await undo(server, ada, ids);
  expect(await listHeld(ada)).toEqual([]);
});

test('a viewer sees all undecided products, even claimed ones, but can’t decide', async () => {
  await server.db.updateTable('scans').set({ flag: 'valid' }).execute();
  const { saves } = await server.newSubmitted(3);
  const ada = await server.addReviewer('PL');
  const claimed = await server.claim(ada);
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
  const refused = [
    await decide(server, viewer, claimed),
    await server.operate(reviewCalls.claimProducts, { body: { skipped: [] } }, viewer.token),
    await undo(server, viewer, [id]),
  ];
  expect(refused.map(({ code }) => code)).toEqual(['forbidden', 'forbidden', 'forbidden']);
});
