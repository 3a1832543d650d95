import 'fake-indexeddb/auto';
import { firstValueFrom, skip } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ClubDatabase, openDatabase } from '#sync/store/database.ts';
import {
  accountDatabasesIn,
  listDatabaseNames,
  deleteDatabases,
} from '#sync/store/device-databases.ts';
import { createScanCommands, type ScanCommands } from '#sync/entities/scans/commands.ts';
import { unsentByProject$ } from '#sync/outbox/unsent-by-project.ts';

const name = 'club-00000000-0000-4000-8000-000000000007';
let database: ClubDatabase;
let commands: ScanCommands;
beforeEach(async () => {
  database = await openDatabase({ name });
  commands = createScanCommands({
    database,
    photos: undefined as never,
    clock: Date.now,
    newId: () => crypto.randomUUID(),
    requestPersistence: () => Promise.resolve(true),
  });
});
afterEach(async () => {
  await database.close();
  await deleteDatabases(accountDatabasesIn(name, await listDatabaseNames()));
});

const none = { waiting: 0, refused: 0, difference: 0, refusedAttachments: 0 };
const [firstProject, secondProject] = [crypto.randomUUID(), crypto.randomUUID()];
async function saveScan(projects_id: string, state: 'waiting' | 'refused' | 'sent') {
  const id = await commands.captureScan({
    type: 'GGL',
    size: 'MK06',
    variant: '2070',
    serial_number: '24AAAAAA',
    is_unique: true,
    manual: false,
  });
  const scan = await database.collections.scans.findOne(id).exec(true);
  return scan.incrementalPatch({ projects_id, state });
}

test('unsent products are counted by project, including products that change later', async () => {
  const first = await saveScan(firstProject, 'waiting');
  await saveScan(firstProject, 'refused');
  await saveScan(secondProject, 'sent');
  const products$ = unsentByProject$(database.collections);
  expect(await firstValueFrom(products$)).toEqual(
    new Map([[firstProject, { ...none, waiting: 1, refused: 1, difference: 2 }]]),
  );

  const next = firstValueFrom(products$.pipe(skip(1)));
  await saveScan(secondProject, 'waiting');
  await first.getLatest().incrementalPatch({ state: 'sent' });
  await next;
  const products = await firstValueFrom(products$);
  expect(products.get(firstProject)).toEqual({ ...none, refused: 1, difference: 1 });
  expect(products.get(secondProject)).toEqual({ ...none, waiting: 1, difference: 1 });
});

test('changes made while the store is read are counted', async () => {
  const scan = await saveScan(firstProject, 'waiting');
  const emissions: ReadonlyMap<string, unknown>[] = [];
  const subscription = unsentByProject$(database.collections).subscribe((counts) =>
    emissions.push(counts),
  );
  await scan.incrementalRemove();
  await vi.waitUntil(() => emissions.length > 0 && emissions.at(-1)?.size === 0);
  subscription.unsubscribe();
});

test('the difference from the server’s count includes products added or deleted on this device, but not changed ones', async () => {
  const unsentCounts = async () =>
    (await firstValueFrom(unsentByProject$(database.collections))).get(firstProject);
  const sentScan = await saveScan(firstProject, 'sent');
  await sentScan.incrementalPatch({ base_op_id: sentScan.op_id });
  await saveScan(firstProject, 'waiting');
  await saveScan(firstProject, 'refused');
  expect(await unsentCounts()).toMatchObject({ difference: 2 });
  // A changed product is resent; one whose change was rejected stays on the server.
  for (const state of ['waiting', 'refused'] as const) {
    await sentScan.getLatest().incrementalPatch({ state });
    expect(await unsentCounts()).toMatchObject({ difference: 2 });
  }
  await commands.removeScan(sentScan.uuid);
  expect(await unsentCounts()).toEqual({ ...none, waiting: 1, refused: 1, difference: 1 });
});
