import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { type LedgerEntry, signedPoints } from '#schemas/ledger.ts';
import { type ScanSave } from '#schemas/scan.ts';
import { decideProducts } from '#server/projects/decide-products.ts';
import { addPoints, lineOf, newProduct, placeOrder } from './order-setup.ts';
import {
  closingAnswers,
  nextSerial,
  saveOf,
  type ScanServer,
  startScanServer,
} from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

const { polishOwner: owner, polishStaff: staff } = accounts;
let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

async function ledgerOf(account: 'polishOwner' | 'polishStaff'): Promise<readonly LedgerEntry[]> {
  const token = await server.tokenOf(account);
  const { result } = await server.call(calls.listPointsHistory, { query: { limit: 1000 } }, token);
  return result.data;
}

/** Sums of the shares by person. */
function sumsOf(entries: readonly LedgerEntry[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { uuid, points } of entries.flatMap(({ people = [] }) => people)) {
    sums[uuid] = (sums[uuid] ?? 0) + points;
  }
  return sums;
}

async function pointsOf({ uuid }: ScanSave): Promise<number> {
  return (await server.storedScan(uuid))?.points ?? 0;
}

/** Closes a project with products of the owner and a colleague, as the owner. */
async function closeSharedProject() {
  const id = await server.newProject('polishOwner');
  const byOwner = saveOf(nextSerial(), id);
  const byStaff = [saveOf(nextSerial(), id), saveOf(nextSerial(), id)];
  await server.saveScans([byOwner]);
  await server.saveScans(byStaff, 'polishStaff');
  const body = { uuid: randomUUID(), data: { response: closingAnswers } };
  const token = await server.tokenOf('polishOwner');
  await server.call(calls.submitProjectSurvey, { params: { id }, body }, token);
  return { id, byOwner, byStaff };
}

test('a project’s points belong to the people who scanned the products; staff see only their own', async () => {
  const { id, byOwner, byStaff } = await closeSharedProject();
  const [ownPoints, first = 0, second = 0] = await Promise.all([byOwner, ...byStaff].map(pointsOf));
  const entries = (await ledgerOf('polishOwner')).filter(({ project_uuid }) => project_uuid === id);
  const closedEntry = entries.find(({ event }) => event === 'project_closed');
  expect(new Set(closedEntry?.people)).toEqual(
    new Set([
      { uuid: owner.id, points: ownPoints },
      { uuid: staff.id, points: first + second },
    ]),
  );
  const survey = entries.find(({ event }) => event === 'project_survey_completed');
  expect(survey?.people).toEqual([{ uuid: owner.id, points: 25 }]);
  const staffEntries = await ledgerOf('polishStaff');
  expect(staffEntries.map(signedPoints)).toEqual((await ledgerOf('polishOwner')).map(signedPoints));
  expect(sumsOf(staffEntries)).toEqual({ [staff.id]: first + second });
});

test('a correction belongs to the person who scanned the product, even if the total doesn’t change', async () => {
  const { id, byOwner, byStaff } = await closeSharedProject();
  const decide = (scans: readonly ScanSave[], kind: 'reject' | 'accept') =>
    decideProducts(
      id,
      scans.map(({ uuid }) => uuid),
      kind === 'accept' ? { kind } : { kind, code: 'returned', note: null },
      server.services,
    );
  const [product] = byStaff as [ScanSave, ScanSave];
  await decide([byOwner, product], 'reject');
  await decide([byOwner], 'accept');
  const corrections = (await ledgerOf('polishOwner'))
    .filter(({ project_uuid, event }) => project_uuid === id && event === 'project_correction')
    .flatMap(({ people }) => people);
  const [ownPoints, other] = [await pointsOf(byOwner), await pointsOf(product)];
  expect(new Set(corrections)).toEqual(
    new Set([
      { uuid: owner.id, points: -ownPoints },
      { uuid: staff.id, points: -other },
      { uuid: owner.id, points: ownPoints },
    ]),
  );
});

test('a correction of an entry without shares belongs to the person who has its points', async () => {
  const { id, byStaff } = await closeSharedProject();
  await server.db
    .updateTable('ledger')
    .set({ people: null })
    .where('project_uuid', '=', id)
    .execute();
  const [product] = byStaff as [ScanSave, ScanSave];
  const decision = { kind: 'reject', code: 'returned', note: null } as const;
  await decideProducts(id, [product.uuid], decision, server.services);
  const corrections = (await ledgerOf('polishOwner'))
    .filter(({ project_uuid, event }) => project_uuid === id && event === 'project_correction')
    .flatMap(({ people }) => people);
  expect(corrections).toEqual([{ uuid: owner.id, points: -(await pointsOf(product)) }]);
  await server.db.deleteFrom('ledger').where('project_uuid', '=', id).execute();
  await server.db.deleteFrom('scans').where('projects_id', '=', id).execute();
});

test('the team shows each person’s earnings', async () => {
  const token = await server.tokenOf('polishOwner');
  const { result } = await server.call(calls.listTeamMembers, { query: {} }, token);
  const sums = sumsOf(await ledgerOf('polishOwner'));
  for (const { uuid, contribute_points } of result.data) {
    expect(sums[uuid] ?? 0).toBe(contribute_points);
  }
});

test('an order’s points are spent by the person who ordered', async () => {
  const before = sumsOf(await ledgerOf('polishStaff'))[staff.id] ?? 0;
  const { variant } = await newProduct(server, { price: 10 });
  await addPoints(server, 'polishOwner', 10);
  await placeOrder(server, 'polishStaff', [lineOf(variant, 10)]);
  expect(sumsOf(await ledgerOf('polishStaff'))).toEqual({ [staff.id]: before - 10 });
});
