import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#schemas/durations.ts';
import { CLAIM_MS } from '#schemas/operator/queue-claims.ts';
import { reviewCalls, UNDO_MS } from '#schemas/operator/review-calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type ScanSave } from '#schemas/scan.ts';
import { settleDecisions } from '#server/review/settle-decisions.ts';
import {
  decide,
  ledgerPoints,
  projectStatusOf,
  type ReviewConsole,
  startReviewConsole,
  type TestReviewer,
  undo,
} from './console-review-setup.ts';
import { accounts } from './test-accounts.ts';

let server: ReviewConsole;
let ada: TestReviewer;
let bea: TestReviewer;
let czech: TestReviewer;
beforeAll(async () => {
  server = await startReviewConsole();
});
afterAll(() => server.close());

/** Starts over with new reviewers and an empty queue. */
async function startAgain(): Promise<void> {
  server.clock.advance(CLAIM_MS + UNDO_MS);
  await settleDecisions(server.services);
  await server.db.updateTable('scans').set({ flag: 'valid' }).execute();
  ada = await server.addReviewer('PL');
  bea = await server.addReviewer('PL', 'CZ');
  czech = await server.addReviewer('CZ');
}
const settle = async (ms = UNDO_MS) => {
  server.clock.advance(ms);
  return settleDecisions(server.services);
};
const problems = (response: Awaited<ReturnType<typeof decide>>) =>
  response.result.data.map(({ problem }) => problem);
const stateOf = ({ uuid }: Pick<ScanSave, 'uuid'>) =>
  server.db
    .selectFrom('scans')
    .select(['flag', 'rejection', 'rev'])
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
const productOf = async (reviewer: TestReviewer, id: string) =>
  (await server.operate(reviewCalls.getReviewProduct, { params: { id } }, reviewer.token)).result
    .products[0];
const notificationsOf = async (project: string) =>
  (
    await server.db
      .selectFrom('notifications')
      .select('event')
      .where('user_id', '=', accounts.polishOwner.id)
      .where(sql<string>`meta ->> 'project_uuid'`, '=', project)
      .execute()
  ).map(({ event }) => event);

describe('claims', () => {
  test('give each product to one reviewer, longest waiting first, until they expire', async () => {
    await startAgain();
    const first = await server.newSubmittedProject(12);
    server.clock.advance(1000);
    const second = await server.newSubmittedProject(12);
    const [ofAda, ofBea] = await Promise.all([server.claim(ada), server.claim(bea)]);
    const all = [...ofAda, ...ofBea].map(({ scan }) => scan);
    expect(new Set(all).size).toBe(24);
    expect(all).toHaveLength(24);
    // The first claim contains all products of the older project.
    const larger = ofAda.length > ofBea.length ? ofAda : ofBea;
    expect(larger.slice(0, 12).map(({ project }) => project)).toEqual(Array(12).fill(first.id));
    const rest = larger === ofAda ? ofBea : ofAda;
    expect(rest.map(({ project }) => project)).toEqual(Array(4).fill(second.id));

    const [own, other] = [ofAda[0], ofBea[0]];
    if (!own || !other) throw new Error('A reviewer got no product.');
    expect(await productOf(ada, other.scan)).toMatchObject({ claimed: { by: /Operator/ } });
    expect(problems(await decide(server, ada, [other, own]))).toEqual(['claimed', null]);
    server.clock.advance(CLAIM_MS);
    expect(problems(await decide(server, ada, [other]))).toEqual([null]);
  });

  test('skip the reviewer’s skipped products, which others get', async () => {
    await startAgain();
    await server.newSubmittedProject(3);
    const products = await server.claim(ada);
    const [skippedScan = ''] = products.map(({ scan }) => scan);
    const others = await server.claim(ada, [skippedScan]);
    expect(others.map(({ scan }) => scan)).toEqual(products.slice(1).map(({ scan }) => scan));
    expect((await server.claim(bea)).map(({ scan }) => scan)).toEqual([skippedScan]);
  });

  test('and counts include only undecided products', async () => {
    await startAgain();
    const { saves } = await server.newSubmittedProject(3);
    const count = async (reviewer: TestReviewer) =>
      (await server.operate(reviewCalls.getReviewQueue, {}, reviewer.token)).result.data;
    const products = await server.claim(ada);
    await decide(server, ada, [
      { ...products[0], kind: 'request_photo', code: 'photo_mismatch' } as never,
    ]);
    const now = new Date(server.clock.now()).toISOString();
    expect(await count(bea)).toEqual([
      { region: 'CZ', waiting: 0, overdue: 0, oldest_since: null, last_submitted_at: null },
      { region: 'PL', waiting: 2, overdue: 0, oldest_since: now, last_submitted_at: now },
    ]);
    await settle();
    expect(await count(ada)).toMatchObject([{ region: 'PL', waiting: 2 }]);
    expect((await stateOf(saves[0] ?? { uuid: '' })).flag).toBe('in_review');
  });
});

describe('another country', () => {
  test('is not found, and neither are its photos', async () => {
    await startAgain();
    const { id, saves } = await server.newSubmittedProject(2);
    const [save] = saves;
    if (!save) throw new Error('The project has no product.');
    const { rev } = await stateOf(save);
    expect(await server.claim(czech)).toEqual([]);
    expect(await productOf(ada, save.uuid)).toMatchObject({ scan: save.uuid });
    const input = { params: { id: save.uuid } };
    const hiddenResponse = await server.operate(reviewCalls.getReviewProduct, input, czech.token);
    expect(hiddenResponse.code).toBe('not_found');
    const decideResponse = await decide(server, czech, [{ scan: save.uuid, version: rev }]);
    expect(problems(decideResponse)).toEqual(['not_found']);
    const outcome = await server.operate(
      reviewCalls.acceptRestOfProject,
      {
        params: { id },
        body: { seen_version: rev, why: 'review' },
        headers: { 'idempotency-key': randomUUID() },
      },
      czech.token,
    );
    expect(outcome.code).toBe('not_found');
    const response = await decide(server, ada, [{ scan: save.uuid, version: rev }]);
    const ids = response.result.data.flatMap(({ decision }) => decision ?? []);
    expect((await undo(server, czech, ids)).result.undone).toEqual([]);

    const photo = (token: string | null) =>
      server.consoleApp.inject({
        url: `/api/operator/v1/review/photo/${save.image_data}`,
        headers: token === null ? {} : { cookie: `__Host-console=${token}` },
      });
    const image = await photo(ada.token);
    const headers = { 'content-type': 'image/png', 'cache-control': 'no-store' };
    expect(image).toMatchObject({ statusCode: 200, headers });
    const shopStaff = await server.startSession(
      await server.addOperator([{ role: 'shop', regions: [10] }]),
    );
    const weakSession = await server.startSession(ada.id, 'weak');
    const statuses = [czech.token, null, shopStaff, weakSession].map(
      async (token) => (await photo(token)).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([404, 401, 403, 403]);
  });
});

describe('a decision', () => {
  test('takes effect after ten seconds, together with the project’s other decisions, and closes the project', async () => {
    await startAgain();
    const { id, saves } = await server.newSubmittedProject(3);
    const [a, b, c] = await server.claim(ada);
    if (!a || !b || !c) throw new Error('The queue is too short.');
    await decide(server, ada, [a]);
    server.clock.advance(UNDO_MS - 1);
    await decide(server, ada, [{ ...b, kind: 'reject', note: 'Too dark.' }]);
    await decide(server, ada, [{ ...c, kind: 'reject', code: 'other', note: 'A chair.' }]);
    // The first decision is due, but the installer gets one notification for all of them.
    expect(await settle(1)).toBe(0);
    expect(await notificationsOf(id)).toEqual([]);
    expect(await projectStatusOf(server, id)).toBe(projectStatus.inReview);
    expect(await settle()).toBe(3);
    expect((await notificationsOf(id)).toSorted()).toEqual([
      'product_rejected',
      'project_accepted',
    ]);
    expect(await projectStatusOf(server, id)).toBe(projectStatus.closed);
    const states = await Promise.all(saves.map(stateOf));
    const byScan = new Map(saves.map(({ uuid }, index) => [uuid, states[index]]));
    expect(byScan.get(a.scan)).toMatchObject({ flag: 'valid', rejection: null });
    expect(byScan.get(b.scan)).toMatchObject({
      flag: 'rejected',
      rejection: { note: 'Too dark.' },
    });
    const { points } = await server.db
      .selectFrom('scans')
      .select('points')
      .where('uuid', '=', a.scan)
      .executeTakeFirstOrThrow();
    expect(await ledgerPoints(server, id)).toBe(points);
    expect(await settle()).toBe(0);
  });

  test('can be undone until then, without a trace for the installer', async () => {
    await startAgain();
    const { id, saves } = await server.newSubmittedProject(1);
    const before = await stateOf(saves[0] ?? { uuid: '' });
    const [product] = await server.claim(ada);
    if (!product) throw new Error('The queue is empty.');
    const response = await decide(server, ada, [{ ...product, kind: 'reject' }]);
    const ids = response.result.data.flatMap(({ decision }) => decision ?? []);
    expect(await productOf(bea, product.scan)).toMatchObject({ held: { kind: 'reject' } });
    expect((await undo(server, bea, ids)).result.undone).toEqual([]);
    expect((await undo(server, ada, ids)).result.undone).toEqual(ids);
    expect(await settle()).toBe(0);
    expect(await stateOf({ uuid: product.scan })).toEqual(before);
    expect(await notificationsOf(id)).toEqual([]);
    // The reviewer has claimed the product again, and can decide differently.
    expect(await server.claim(bea)).toEqual([]);
    await decide(server, ada, [product]);
    await settle();
    expect((await stateOf({ uuid: product.scan })).flag).toBe('valid');
    expect((await undo(server, ada, ids)).result.undone).toEqual([]);
  });
});

describe('a late decision', () => {
  test('is rejected if another decision was made or the product has changed', async () => {
    await startAgain();
    const { saves } = await server.newSubmittedProject(2);
    const [a, b] = await server.claim(ada);
    const changedSave = saves.find(({ uuid }) => uuid === b?.scan);
    if (!a || !b || !changedSave) throw new Error('The queue is too short.');
    await decide(server, ada, [a]);
    const second = await decide(server, bea, [a]);
    expect(second.result.data).toMatchObject([{ problem: 'decided', by: /Operator/ }]);
    const { op_id: base_op_id } = await server.db
      .selectFrom('scans')
      .select('op_id')
      .where('uuid', '=', b.scan)
      .executeTakeFirstOrThrow();
    const image_data = await server.uploadPhoto();
    await server.save([{ ...changedSave, op_id: randomUUID(), base_op_id, image_data }]);
    expect(problems(await decide(server, ada, [b]))).toEqual(['changed']);
    const decisions = [
      { scan: b.scan, version: b.version + 99, kind: 'reject', code: 'unheard_of' },
      { scan: b.scan, version: b.version + 99, kind: 'reject', code: 'other' },
      { scan: randomUUID(), version: 1 },
    ] as const;
    const each = decisions.map(async (decision) => problems(await decide(server, ada, [decision])));
    expect((await Promise.all(each)).flat()).toEqual([
      'reason_unknown',
      'note_missing',
      'not_found',
    ]);
  });

  test('fails and is reported if a new photo arrives while the decision is held', async () => {
    await startAgain();
    const { saves } = await server.newSubmittedProject(1);
    const [product] = await server.claim(ada);
    const [save] = saves;
    if (!product || !save) throw new Error('The queue is empty.');
    await decide(server, ada, [product]);
    const { op_id: base_op_id } = await server.db
      .selectFrom('scans')
      .select('op_id')
      .where('uuid', '=', product.scan)
      .executeTakeFirstOrThrow();
    const image_data = await server.uploadPhoto();
    await server.save([{ ...save, op_id: randomUUID(), base_op_id, image_data }]);
    await settle();
    expect(await stateOf(save)).toMatchObject({ flag: 'in_review', rejection: null });
    const input = { body: { skipped: [] } };
    const { result } = await server.operate(reviewCalls.claimProducts, input, ada.token);
    expect(result.failed).toMatchObject([{ scan: product.scan }]);
    expect(result.products).toMatchObject([{ scan: product.scan, photo: image_data }]);
  });
});

describe('signals', () => {
  test('name another product with the same photo, a wrong clock and the registry', async () => {
    await startAgain();
    const submission = await server.newSubmittedProject(1);
    const photoRow = await server.db
      .selectFrom('photos')
      .selectAll()
      .where('uuid', '=', submission.saves[0]?.image_data ?? '')
      .executeTakeFirstOrThrow();
    const copy = randomUUID();
    await server.db
      .insertInto('photos')
      .values({ ...photoRow, uuid: copy, company_id: accounts.decorOwner.companyId })
      .execute();
    const ownId = await server.newSubmittedProject(2);
    const [first, second] = ownId.saves;
    if (!first || !second) throw new Error('The project has no products.');
    await server.db
      .updateTable('scans')
      .set({ image_data: copy, time: server.clock.now() + HOUR_MS })
      .where('uuid', '=', first.uuid)
      .execute();
    await server.db
      .updateTable('scans')
      .set({ serial_number: 'UNHEARD-OF' })
      .where('uuid', '=', second.uuid)
      .execute();
    const product = await productOf(ada, first.uuid);
    expect(product?.signals.map(({ kind }) => kind).toSorted()).toEqual([
      'device_clock',
      'photo_used',
    ]);
    expect(product?.signals).toContainEqual({
      ...{ kind: 'photo_used', count: 1 },
      others: [expect.objectContaining({ scan: submission.saves[0]?.uuid, is_same_company: true })],
    });
    expect((await productOf(ada, second.uuid))?.signals).toEqual([{ kind: 'not_registered' }]);
    expect((await productOf(ada, second.uuid))?.registered).toBeNull();
  });

  test('of another country’s product aren’t shown', async () => {
    await startAgain();
    const czechSubmission = await server.newSubmittedProject(1, 'czechOwner');
    const { saves } = await server.newSubmittedProject(1);
    const [hash] = await server.db
      .selectFrom('photos')
      .select('sha256')
      .where('uuid', '=', czechSubmission.saves[0]?.image_data ?? '')
      .execute();
    await server.db
      .updateTable('photos')
      .set({ sha256: hash?.sha256 ?? '' })
      .where('uuid', '=', saves[0]?.image_data ?? '')
      .execute();
    const kinds = async (reviewer: TestReviewer) =>
      (await productOf(reviewer, saves[0]?.uuid ?? ''))?.signals.map(({ kind }) => kind);
    expect(await kinds(ada)).toEqual([]);
    expect(await kinds(bea)).toEqual(['photo_used']);
  });

  test('keep a product out of “accept the rest”', async () => {
    await startAgain();
    const { id, saves } = await server.newSubmittedProject(3);
    await server.db
      .updateTable('scans')
      .set({ serial_number: 'UNKNOWN-SERIAL' })
      .where('uuid', '=', saves[0]?.uuid ?? '')
      .execute();
    const products = await server.claim(ada);
    const seen_version = Math.max(...products.map(({ version }) => version));
    const accept = (key: string) =>
      server.operate(
        reviewCalls.acceptRestOfProject,
        {
          params: { id },
          body: { seen_version, why: 'review' },
          headers: { 'idempotency-key': key },
        },
        ada.token,
      );
    const key = randomUUID();
    const acceptedResponse = await accept(key);
    expect(acceptedResponse.result).toMatchObject({
      left: 1,
      data: [{ problem: null }, { problem: null }],
    });
    expect((await accept(key)).result).toEqual(acceptedResponse.result);
    expect(await settle()).toBe(2);
    const flags = (await Promise.all(saves.map(stateOf))).map(({ flag }) => flag);
    expect(flags).toEqual(['in_review', 'valid', 'valid']);
  });
});

test('every decision and undo is in the audit, with before and after', async () => {
  await startAgain();
  await server.newSubmittedProject(1);
  const [product] = await server.claim(ada);
  if (!product) throw new Error('The queue is empty.');
  const response = await decide(server, ada, [{ ...product, kind: 'reject' }]);
  await undo(
    server,
    ada,
    response.result.data.flatMap(({ decision }) => decision ?? []),
  );
  const rows = await server.db
    .selectFrom('operator_audit')
    .select(['act', 'before', 'after', 'region_id'])
    .where('record_id', '=', product.scan)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    {
      ...{ act: 'decideReviewedProducts', region_id: 10 },
      before: { decision: null },
      after: { decision: 'reject', reason: 'label_unreadable' },
    },
    {
      ...{ act: 'undoDecisions', region_id: 10 },
      before: { decision: 'reject' },
      after: { decision: null },
    },
  ]);
});
