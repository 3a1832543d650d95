import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getEpoch } from '#server/db/epoch.ts';
import { openDatabase } from '#server/db/database.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import { nextStep } from '#schemas/lead-status.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { type StateBeforeRestore, recordStateBeforeRestore } from '#test/chaos/before-restore.ts';
import { makeEdit } from '#test/chaos/edits.ts';
import type { Actor, World } from '../chaos/actor.ts';
import { findProblems } from '#test/chaos/find-problems.ts';
import { type Phone, startPhone } from '#test/chaos/phone.ts';
import { emptyIntents } from '#test/chaos/intents.ts';
import { pointsOf, serverState, type ServerState } from '#test/chaos/server-state.ts';
import type { Edit } from '#test/chaos/steps.ts';
import { type OperatorCluster, startOperatorCluster } from '#test/setup/operator-cluster.ts';
import { commandsOf } from '#test/setup/page-commands.ts';
import { findPostgresBinaries } from '#test/setup/postgres-binaries.ts';
import { root } from '#test/setup/source-tree.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';

/** Allows for a busy CI machine. */
const LONG_MS = 600_000;
const SETTLE_MS = 180_000;

let cluster: OperatorCluster;
let server: SpawnedServer;
const phones: Phone[] = [];
const world: World = { intents: emptyIntents(), usedSerials: 0 };

/** Returns the commands below a heading of the backup guide. */
const documentedCommands = (heading: string) => commandsOf('backup.md', heading);
/** Returns the newest backup with this prefix. */
const newestBackup = (start: string) =>
  join(
    cluster.backups,
    readdirSync(cluster.backups)
      .filter((name) => name.startsWith(start))
      .toSorted()
      .at(-1) ?? '',
  );

beforeAll(async () => {
  const binaries = findPostgresBinaries();
  if (!isOnPostgres || binaries === null) return;
  cluster = await startOperatorCluster(
    binaries,
    commandsOf('backup.md', 'The log of PostgreSQL', 'conf'),
  );
  server = await spawnServer({
    appDirectory: null,
    environment: { DATABASE_URL: cluster.url, RATE_LIMIT_FACTOR: '1000000' },
  });
  for (const accountKey of ['polishOwner', 'polishStaff'] as const) {
    const phone = await startPhone(server.url, accountKey, 1);
    phones.push(phone);
    for (const id of (await serverState(phone.direct)).scans.keys())
      world.intents.existingScans.add(id);
    const { account } = await phone.open(0);
    await vi.waitUntil(() => account.status().isFirstPullDone, { timeout: SETTLE_MS });
  }
}, LONG_MS);
afterAll(async () => {
  if (!isOnPostgres) return;
  for (const phone of phones) await phone.close();
  await server?.dispose();
  await cluster?.dispose();
}, LONG_MS);

const accountOf = (phone: Phone | undefined) => {
  const account = phone?.pages[0]?.account;
  if (!account) throw new Error('The phone’s page is not open.');
  return account;
};

/** Returns the index with which a history's edits pick a document, by its id; -1 if it doesn't exist. */
async function positionOf(
  rows: Promise<readonly { readonly uuid: string }[]>,
  preferred: string | undefined,
): Promise<number> {
  const ids = (await rows).map(({ uuid }) => uuid).toSorted();
  return ids.indexOf(preferred ?? '');
}

/** Makes edits of every kind on one phone; all of them must be acknowledged. */
async function makeEdits(phoneIndex: 0 | 1): Promise<void> {
  const account = accountOf(phones[phoneIndex]);
  const { projects, scans, leads } = account.collections;
  const actor: Actor = {
    account,
    phone: phoneIndex,
    unlessKilled: (command) => command.then((value) => ({ value })),
  };
  const edit = async (change: Edit) =>
    expect([change, await makeEdit(change, actor, world)]).toEqual([change, true]);
  const { intents } = world;
  const newest = <T>(entries: ReadonlyMap<string, T>) => [...entries.keys()].at(-1);

  await edit({ edit: 'create_project' });
  const newestProject = newest(intents.creations);
  const openProjects = async () =>
    (await projects.find().exec()).filter(
      ({ status, closing }) => isProjectOpen(status.id) && !closing,
    );
  const targetProject = await positionOf(openProjects(), newestProject);
  for (let index = 0; index < 3; index += 1) {
    await edit({ edit: 'scan', project: targetProject, serialKind: 'unused' });
  }
  const knownScans = async () =>
    (await scans.find().exec()).filter(({ uuid }) => intents.scans.has(uuid));
  const ownScans = [...intents.scans.keys()].slice(-3);
  await edit({
    edit: 'change',
    pick: await positionOf(knownScans(), ownScans[0]),
    serialKind: 'unused',
  });
  await edit({ edit: 'remove', pick: await positionOf(knownScans(), ownScans[1]) });
  await edit({ edit: 'scan', project: targetProject + 1, serialKind: 'unused' });
  await edit({ edit: 'close', project: targetProject });

  const openLeads = async () => (await leads.find().exec()).filter(({ group }) => group === 'open');
  const movableLeads = (await openLeads()).filter(({ status }) => nextStep(status) !== null);
  const lead = movableLeads.at(-phoneIndex)?.uuid;
  await edit({ edit: 'note', pick: await positionOf(openLeads(), lead) });
  await edit({ edit: 'step', pick: await positionOf(openLeads(), lead) });
  await edit({ edit: 'write', pick: 0 });
}

/** Syncs all phones until nothing is pending and no problem is left. */
async function waitUntilSettled(before: StateBeforeRestore | null): Promise<void> {
  for (const phone of phones) phone.proxy.isDown = false;
  const problems = async () => {
    for (const phone of phones) {
      if (!phone.isSignedIn()) await phone.signIn();
      phone.pages[0]?.emit('visible');
      await accountOf(phone).syncNow();
    }
    return findProblems(phones, world.intents, before);
  };
  await expect.poll(problems, { timeout: SETTLE_MS, interval: 250 }).toEqual([]);
}

const owner = () => {
  const [phone] = phones;
  if (!phone) throw new Error('The phone doesn’t exist.');
  return phone;
};
const readServer = () => serverState(owner().direct);
/** Ids of the scans, projects and leads that aren't deleted. */
const presentIds = (state: ServerState) =>
  Object.fromEntries(
    (['scans', 'projects', 'leads'] as const).map((name) => [
      name,
      [...state[name].values()]
        .filter(({ deleted }) => !deleted)
        .map(({ uuid }) => uuid)
        .toSorted(),
    ]),
  );
const points = async () =>
  pointsOf(await readServer(), owner().direct, demoAccounts.polishOwner.companyId);
const epoch = async () => {
  const { db, close } = await openDatabase({ url: cluster.url, directory: null, poolSize: 1 });
  const storedEpoch = await getEpoch(db);
  await close();
  return storedEpoch;
};

/** Stops the server, restores, and runs the guide's final checks; the phones are offline. */
async function restoreBy(heading: string, variables: Record<string, string>): Promise<void> {
  const before = await epoch();
  for (const phone of phones) phone.proxy.isDown = true;
  expect(await server.stop()).toBe(0);
  await cluster.run(documentedCommands(heading), variables);
  await promisify(execFile)(
    'bash',
    ['-o', 'errexit', '-c', documentedCommands('Before the server starts')],
    {
      cwd: root,
      env: {
        ...process.env,
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        NODE_ENV: 'development',
        DATABASE_URL: cluster.url,
      },
    },
  );
  await server.start();
  expect(await epoch()).not.toBe(before);
  for (const phone of phones) await phone.signInDirect();
}

describe.runIf(isOnPostgres)('F43: after a restore or failover', { timeout: LONG_MS }, () => {
  test('of a dump, devices resend everything acknowledged after it exactly once', async () => {
    await makeEdits(0);
    await waitUntilSettled(null);
    await cluster.run(documentedCommands('A dump'));
    const dumpedIds = presentIds(await readServer());
    // This session isn't in the dump.
    await phones[1]?.signIn();
    await makeEdits(1);
    await makeEdits(0);
    await waitUntilSettled(null);
    const [acknowledgedIds, pointsBefore] = [presentIds(await readServer()), await points()];
    expect(acknowledgedIds['scans']?.length).toBeGreaterThan(dumpedIds['scans']?.length ?? 0);
    const before = await recordStateBeforeRestore(phones, world.intents, null);

    await restoreBy('Restore a dump', { DUMP: newestBackup('club-') });
    expect(presentIds(await readServer())).toEqual(dumpedIds);
    await waitUntilSettled(before);
    expect(presentIds(await readServer())).toEqual(acknowledgedIds);
    expect(await points()).toEqual(pointsBefore);
  });

  test('to a point in time, devices resend everything acknowledged after it exactly once', async () => {
    await cluster.run(documentedCommands('A base backup'));
    await makeEdits(0);
    await waitUntilSettled(null);
    await cluster.run(documentedCommands('A restore point'));
    const idsAtRestorePoint = presentIds(await readServer());
    await makeEdits(0);
    await makeEdits(1);
    await waitUntilSettled(null);
    const [acknowledgedIds, pointsBefore] = [presentIds(await readServer()), await points()];
    expect(acknowledgedIds['scans']?.length).toBeGreaterThan(
      idsAtRestorePoint['scans']?.length ?? 0,
    );
    const before = await recordStateBeforeRestore(phones, world.intents, null);

    await restoreBy('Restore to a point in time', { BASE: newestBackup('base-') });
    expect(presentIds(await readServer())).toEqual(idsAtRestorePoint);
    await waitUntilSettled(before);
    expect(presentIds(await readServer())).toEqual(acknowledgedIds);
    expect(await points()).toEqual(pointsBefore);
  });

  test('to a standby that lagged, with the server running, devices resend the missing writes', async () => {
    await cluster.run(
      `pg_basebackup --pgdata="$PGDATA-standby" --checkpoint=fast --wal-method=stream --no-sync
      touch "$PGDATA-standby/standby.signal"
      printf "%s = ''\\n" restore_command recovery_target_name recovery_target_time recovery_target_lsn \\
        >> "$PGDATA-standby/postgresql.auto.conf"`,
    );
    await makeEdits(1);
    await waitUntilSettled(null);
    const before = await recordStateBeforeRestore(phones, world.intents, null);
    const [lostHistory, acknowledgedIds] = [await epoch(), presentIds(await readServer())];
    for (const phone of phones) phone.proxy.isDown = true;
    await cluster.run(
      `pg_ctl stop --mode=immediate
      pg_ctl start --wait --pgdata="$PGDATA-standby" --log="$PGDATA-standby.log"
      pg_ctl promote --wait --pgdata="$PGDATA-standby"`,
    );
    try {
      for (const phone of phones) await phone.signInDirect();
      expect(presentIds(await readServer())).not.toEqual(acknowledgedIds);
      await waitUntilSettled(before);
      expect(presentIds(await readServer())).toEqual(acknowledgedIds);
      expect(await epoch()).not.toBe(lostHistory);
    } finally {
      await cluster.run('pg_ctl stop --mode=immediate --pgdata="$PGDATA-standby"');
    }
  });
});
