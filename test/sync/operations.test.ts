import 'fake-indexeddb/auto';
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '#schemas/calendar-day.ts';
import { completeOperations } from '#sync/entities/complete-operations.ts';
import { createLeadCommands } from '#sync/entities/leads/commands.ts';
import { createLeadDrafts } from '#sync/entities/leads/drafts.ts';
import { createProjectCommands } from '#sync/entities/projects/commands.ts';
import { createScanCommands } from '#sync/entities/scans/commands.ts';
import { createSyncLog } from '#sync/status/sync-log.ts';
import { listUnfinishedOperations } from '#sync/store/operation-log.ts';
import { type ClubDatabase, openDatabase } from '#sync/store/database.ts';
import {
  accountDatabasesIn,
  listDatabaseNames,
  deleteDatabases,
} from '#sync/store/device-databases.ts';
import { reconcile } from '#sync/store/documents.ts';
import { rowOf, uuid as leadId } from './lead-histories.ts';

/** Each test uses a new device. */
let name: string;
const day = addDays(new Date().toISOString().slice(0, 10), 9);
const agreement = {
  checklist: ['place_seen', 'offer_accepted'] as const,
  installationDate: day,
  address: { street_name: 'ul. Polna 5', postal_code: '00-001', city: 'Warszawa' },
};
/** More writes than any of these operations makes. */
const MAX_WRITES = 7;

let database: ClubDatabase;
let commands: ReturnType<typeof commandsOf>;
beforeEach(async () => {
  name = `club-${crypto.randomUUID()}`;
  await start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  await deleteDatabases(accountDatabasesIn(name, await listDatabaseNames()));
});

function commandsOf(database: ClubDatabase) {
  const ports = {
    database,
    photos: undefined as never,
    clock: Date.now,
    newId: () => crypto.randomUUID(),
    requestPersistence: () => Promise.resolve(true),
  };
  const drafts = createLeadDrafts(database);
  const log = createSyncLog(Date.now);
  return {
    ...createLeadCommands({ ...ports, drafts, region: 'PL' }),
    ...createProjectCommands(ports),
    ...createScanCommands(ports),
    complete: () => completeOperations({ ...ports, log }),
  };
}
async function start() {
  database = await openDatabase({ name });
  commands = commandsOf(database);
}
async function restart() {
  await database.close();
  await start();
  await commands.complete();
}

/** Simulates a killed page, or a full store, which still deletes: writes fail from the given one on. */
function killAfter(writes: number, errorName = 'AbortError') {
  let remaining = writes;
  const isFull = errorName === 'QuotaExceededError';
  for (const method of ['put', 'add', ...(isFull ? [] : (['delete'] as const))] as const) {
    const write = IDBObjectStore.prototype[method] as (...row: unknown[]) => IDBRequest;
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...row: unknown[]
    ) {
      const databaseName = this.transaction.db.name;
      // Excludes RxDB's channel between the tabs.
      const isAccountDatabase =
        databaseName.startsWith(`rxdb-dexie-${name}`) || databaseName.startsWith(name);
      if (isAccountDatabase) remaining -= 1;
      if (isAccountDatabase && remaining < 0) throw new DOMException('killed', errorName);
      return write.apply(this, row);
    } as never);
  }
}

async function newLead(status: 'contacted') {
  await reconcile(database.collections.leads, [rowOf({ status })], (stored) => stored);
}
async function scanTo(projectId: string) {
  const id = await commands.captureScan({
    type: 'GGL',
    size: 'MK06',
    variant: '2070',
    serial_number: '24AAAAAA',
    is_unique: true,
    manual: false,
  });
  await commands.saveScanToProject([id], projectId);
  return id;
}
const leadNow = () => database.collections.leads.findOne(leadId).exec();
const projectNow = (id: string) => database.collections.projects.findOne(id).exec();
const scanNow = async (id: string) =>
  (await database.collections.scans.findOne(id).exec(true)).state;
const expectNoUnfinished = async () => expect(await listUnfinishedOperations(name)).toEqual([]);

/** One case for each number of writes before the kill. */
const kills = Array.from({ length: MAX_WRITES }, (_, index) => [index] as const);

test.each(kills)(
  'F19: if agreeing on a lead is killed after %i writes, the agreement and its project either both exist or neither does',
  async (writes) => {
    await newLead('contacted');
    killAfter(writes);
    await commands.agreeOnLead(leadId, agreement).catch(() => undefined);
    vi.restoreAllMocks();
    await restart();
    const lead = await leadNow();
    const project = await projectNow(lead?.project_id ?? '');
    expect([lead?.status, project?.awaits_lead]).toEqual(
      lead?.status === 'agreed' ? ['agreed', leadId] : ['contacted', undefined],
    );
    await expectNoUnfinished();
  },
);

test.each(kills)(
  'F19: if withdrawing an agreement is killed after %i writes, the agreement and its project either both exist or are both removed',
  async (writes) => {
    await newLead('contacted');
    const project = await commands.agreeOnLead(leadId, agreement);
    const scan = await scanTo(project);
    killAfter(writes);
    await commands.withdrawEdits(leadId).catch(() => undefined);
    vi.restoreAllMocks();
    await restart();
    const isWithdrawn = (await leadNow())?.status === 'contacted';
    expect((await projectNow(project)) === null).toBe(isWithdrawn);
    expect(await scanNow(scan)).toBe(isWithdrawn ? 'captured' : 'waiting');
    // The first write logs the operation, so the next start completes it.
    expect(isWithdrawn).toBe(writes > 0);
    await expectNoUnfinished();
  },
);

test.each(kills)(
  'F19: if rejecting a lead is killed after %i writes, the lead is lost and its products detached, or nothing has changed',
  async (writes) => {
    await newLead('contacted');
    const project = await commands.agreeOnLead(leadId, agreement);
    const scan = await scanTo(project);
    killAfter(writes);
    await commands.rejectLead(leadId, ['price_too_high']).catch(() => undefined);
    vi.restoreAllMocks();
    await restart();
    const isLost = (await leadNow())?.status === 'lost';
    expect(await scanNow(scan)).toBe(isLost ? 'captured' : 'waiting');
    await expectNoUnfinished();
  },
);

test.each(kills)(
  'F19: if discarding a project is killed after %i writes, the project is removed and its products detached, or nothing has changed',
  async (writes) => {
    const project = await commands.createProject({
      streetName: 'ul. Nocna 1',
      postalCode: '00-001',
    });
    const scan = await scanTo(project);
    killAfter(writes);
    await commands.discardProject(project).catch(() => undefined);
    vi.restoreAllMocks();
    await restart();
    const isDeleted = (await projectNow(project)) === null;
    expect(await scanNow(scan)).toBe(isDeleted ? 'captured' : 'waiting');
    expect(isDeleted).toBe(writes > 0);
    await expectNoUnfinished();
  },
);

test('F19: an operation that the rules reject isn’t retried', async () => {
  await newLead('contacted');
  await expect(commands.withdrawEdits(leadId)).rejects.toMatchObject({ code: 'edit_on_its_way' });
  await expectNoUnfinished();
});

test('F19: an operation that two tabs complete at the same time is done once', async () => {
  const project = await commands.createProject({ streetName: 'ul. Nocna 1', postalCode: '00-001' });
  const scan = await scanTo(project);
  killAfter(1);
  await commands.discardProject(project).catch(() => undefined);
  vi.restoreAllMocks();
  await Promise.all([commands.complete(), commands.complete()]);
  expect(await projectNow(project)).toBeNull();
  expect(await scanNow(scan)).toBe('captured');
  await expectNoUnfinished();
});

test('F19: an operation that a full store interrupts stays logged until there is space again', async () => {
  const project = await commands.createProject({ streetName: 'ul. Nocna 1', postalCode: '00-001' });
  const scan = await scanTo(project);
  // The first write logs the operation, and the second detaches the product.
  killAfter(2, 'QuotaExceededError');
  await expect(commands.discardProject(project)).rejects.toMatchObject({ code: 'storage_full' });
  await commands.complete();
  const unfinished = await listUnfinishedOperations(name);
  expect(unfinished).toMatchObject([{ operation: { kind: 'discard_project', project } }]);
  vi.restoreAllMocks();
  expect(await projectNow(project)).not.toBeNull();
  await commands.complete();
  expect(await projectNow(project)).toBeNull();
  expect(await scanNow(scan)).toBe('captured');
  await expectNoUnfinished();
});
