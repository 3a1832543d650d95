import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { decideProducts } from '#server/projects/decide-products.ts';
import { grantsOf } from './console-setup.ts';
import { poland } from './console-order-setup.ts';
import { type ReviewConsole, startReviewConsole } from './console-review-setup.ts';
import { nextSerial, saveOf } from './scan-setup.ts';

const why = 'seen on the roof';

let server: ReviewConsole;
let finance: string;
beforeEach(async () => {
  await server?.close();
  server = await startReviewConsole();
  finance = await server.startSession(await server.addOperator(grantsOf('finance', [poland])));
});
afterAll(() => server.close());

/** Closes a project with a product, and returns both ids. */
async function closeProject() {
  const project = await server.newProject();
  const save = saveOf(nextSerial(), project, { time: server.clock.now() - 1000 });
  await server.save([save]);
  await server.submit(project);
  return { project, id: save.uuid };
}

const read = async (id: string) =>
  (await server.operate(operatorCalls.readScannedProduct, { params: { id } }, finance)).result;

/** Sends an action with the numbers of its preview. */
async function act(
  call: 'takeBackProduct' | 'undoTakeBack',
  id: string,
  reason?: { code: string; note: string | null },
) {
  const params = { id };
  const preview = await server.operate(operatorCalls.previewReturn, { params }, finance);
  const { balance_after, balance_before } = preview.result;
  const { rev } = await read(id);
  const body = { rev, change: balance_after - balance_before, why, reason };
  return server.operate(operatorCalls[call], { params, body }, finance);
}

test('the note to the installer is stored, also for a product that was returned', async () => {
  const { id } = await closeProject();
  const reason = { code: 'returned', note: 'The dealer has credited it.' };
  expect((await act('takeBackProduct', id, reason)).result).toEqual({ approval: null });
  expect(await read(id)).toMatchObject({ state: 'returned', rejection: reason });
});

test('a product can be returned even if the country’s own reasons don’t include a return', async () => {
  const ownReason = { text_translated: { en: 'The glass is broken' }, allows_new_photo: false };
  const { configuration } = await server.db
    .selectFrom('region_settings')
    .select('configuration')
    .where('region', '=', 'PL')
    .executeTakeFirstOrThrow();
  const rejection_reasons = [{ code: 'broken_glass', ...ownReason }];
  await server.db
    .updateTable('region_settings')
    .set({ configuration: toJsonb({ ...(configuration as object), rejection_reasons }) })
    .where('region', '=', 'PL')
    .execute();
  const { id } = await closeProject();
  const { reasons } = await read(id);
  expect(reasons.map(({ code }) => code)).toEqual(['returned', 'broken_glass']);
  expect((await act('takeBackProduct', id)).status).toBe(200);
});

test('the audit of an accepted product has the reviewer’s reason', async () => {
  const { project, id } = await closeProject();
  const reject = { kind: 'reject', code: 'no_product', note: null } as const;
  await decideProducts(project, [id], reject, server.services);
  expect((await act('undoTakeBack', id)).status).toBe(200);
  const changes = await server.db
    .selectFrom('operator_audit')
    .select(['before', 'after'])
    .where('record_id', '=', id)
    .where('kind', '=', 'change')
    .execute();
  expect(changes).toMatchObject([
    { before: { flag: 'rejected', reason: 'no_product' }, after: { flag: 'valid' } },
  ]);
});

async function addSecondPerson(): Promise<void> {
  const operator_id = await server.addOperator(grantsOf('country_lead', [poland]));
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('operator_passkeys')
    .values({
      ...{ id: randomUUID(), operator_id, public_key: Buffer.alloc(1), counter: 0 },
      ...{ transports: [], created_at: at, used_at: at },
    })
    .execute();
}

test('a reason that the country doesn’t have is rejected before an approval is requested', async () => {
  await addSecondPerson();
  const { id } = await closeProject();
  await server.db.updateTable('scans').set({ points: 2000 }).where('uuid', '=', id).execute();
  const outcomes = [];
  for (const code of ['unknown_reason', 'other', 'no_product']) {
    const response = await act('takeBackProduct', id, { code, note: null });
    outcomes.push([code, response.code ?? typeof response.result.approval]);
  }
  expect(outcomes).toEqual([
    ['unknown_reason', 'invalid_input'],
    ['other', 'invalid_input'],
    ['no_product', 'string'],
  ]);
  const approvals = await server.db.selectFrom('operator_approvals').select('act').execute();
  expect(approvals).toEqual([{ act: 'takeBackProduct' }]);
});
