import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { Scan } from '#schemas/scan.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { nextSerial, removalOf, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import type { AccountKey } from './test-accounts.ts';

let server: ScanServer;

beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

async function pull(since: string, limit: number, account: AccountKey = 'polishOwner') {
  const token = await server.tokenOf(account);
  const { status, code, result } = await server.call(
    calls.listScans,
    { query: { since, limit } },
    token,
  );
  if (status !== 200) throw new Error(`The pull answered ${status} ${code}.`);
  return { data: result.data, checkpoint: result.meta.checkpoint ?? '' };
}

/** Pulls all pages after a checkpoint. */
async function pullAll(since: string, limit: number, account: AccountKey = 'polishOwner') {
  const data: Scan[] = [];
  let checkpoint = since;
  for (;;) {
    const page = await pull(checkpoint, limit, account);
    data.push(...page.data);
    checkpoint = page.checkpoint;
    if (page.data.length < limit) return { data, checkpoint };
  }
}

async function save(count: number, project: string, account: AccountKey = 'polishOwner') {
  const scans = Array.from({ length: count }, () => saveOf(nextSerial(), project));
  await server.call(calls.sendScans, { body: { scans } }, await server.tokenOf(account));
  return scans;
}

describe('a pull', () => {
  test('returns all changes in order, including tombstones, for any page size', async () => {
    const project = await server.newProject('czechOwner');
    const scans = await save(7, project, 'czechOwner');
    const [removedScan] = scans;
    const body = { scans: [removalOf(removedScan?.uuid ?? '')] };
    await server.call(calls.sendScans, { body }, await server.tokenOf('czechOwner'));
    const expected = [...scans.slice(1), ...scans.slice(0, 1)].map(({ uuid }) => uuid);
    for (const limit of [1, 2, 3, 7, 100]) {
      const { data } = await pullAll('', limit, 'czechOwner');
      expect(data.map(({ uuid }) => uuid)).toEqual(expected);
      expect(data.filter(({ deleted }) => deleted)).toHaveLength(1);
    }
  });

  test('from the last checkpoint returns later changes, then nothing', async () => {
    const project = await server.newProject('polishOwner');
    const { checkpoint } = await pullAll('', 100);
    expect((await pull(checkpoint, 100)).data).toEqual([]);
    const [scan] = await save(1, project);
    const next = await pull(checkpoint, 100);
    expect(next.data.map(({ uuid }) => uuid)).toEqual([scan?.uuid]);
    expect((await pull(next.checkpoint, 100)).checkpoint).toBe(next.checkpoint);
  });

  test('with a checkpoint of another history, or an invalid one, is rejected (F43)', async () => {
    const token = await server.tokenOf('polishOwner');
    for (const since of [
      `${randomUUID()}.1`,
      'x',
      `${await server.services.epoch.current()}.999999999`,
    ]) {
      for (const call of [calls.listScans, calls.listProjects, calls.listPointsHistory] as const) {
        const response = await server.call(call, { query: { since } }, token);
        expect(response).toMatchObject({ status: 409, code: 'checkpoint_stale' });
      }
    }
  });

  test('of projects includes product changes and deletions', async () => {
    const token = await server.tokenOf('polishOwner');
    const pullChanges = async (since: string) =>
      (await server.call(calls.listProjects, { query: { since, limit: 1000 } }, token)).result;
    const start = (await pullChanges('')).meta.checkpoint ?? '';
    const project = await server.newProject('polishOwner');
    const creationPage = await pullChanges(start);
    expect(creationPage.data).toMatchObject([{ uuid: project, products_count: 0 }]);
    await save(2, project);
    const filledPage = await pullChanges(creationPage.meta.checkpoint ?? '');
    expect(filledPage.data).toMatchObject([{ uuid: project, products_count: 2 }]);

    const emptyProject = await server.newProject('polishOwner');
    const before = (await pullChanges(start)).meta.checkpoint ?? '';
    await server.call(calls.deleteProject, { params: { id: emptyProject } }, token);
    const after = await pullChanges(before);
    expect(after.data).toMatchObject([{ uuid: emptyProject, deleted: true }]);
  });

  test('of the ledger includes a new entry', async () => {
    const token = await server.tokenOf('czechOwner');
    const entries = async (since: string) =>
      (await server.call(calls.listPointsHistory, { query: { since } }, token)).result;
    const start = (await entries('')).meta.checkpoint ?? '';
    const project = await server.newProject('czechOwner');
    await save(1, project, 'czechOwner');
    const body = { uuid: randomUUID(), data: { response: [] } };
    await server.call(calls.submitProjectSurvey, { params: { id: project }, body }, token);
    const entriesBefore = (await entries(start)).data;
    expect(entriesBefore).toMatchObject([{ event: 'project_closed', project_uuid: project }]);
  });
});

test('a pull that runs concurrently with twelve writers misses none of their scans (F45)', async () => {
  const WRITERS = 12;
  // 1,500 scans; the embedded engine has one connection, so commits can't overtake each other.
  const BATCHES = isOnPostgres ? 25 : 5;
  const BATCH = 5;
  const project = await server.newProject('polishOwner');
  const { checkpoint: start } = await pullAll('', 1000);
  let writing = WRITERS;
  const writtenIds: string[] = [];

  async function saveScans(): Promise<void> {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const scans = await save(BATCH, project);
      writtenIds.push(...scans.map(({ uuid }) => uuid));
    }
    writing -= 1;
  }

  async function followChanges(): Promise<string[]> {
    const pulledIds: string[] = [];
    let checkpoint = start;
    for (;;) {
      // Yield, because pulls in the same process would otherwise starve the writers' requests.
      await setImmediate();
      const wasWriting = writing > 0;
      const page = await pull(checkpoint, 40);
      pulledIds.push(...page.data.map(({ uuid }) => uuid));
      checkpoint = page.checkpoint;
      if (!wasWriting && page.data.length < 40) return pulledIds;
    }
  }

  const [pulledIds] = await Promise.all([
    followChanges(),
    ...Array.from({ length: WRITERS }, saveScans),
  ]);
  expect(writtenIds).toHaveLength(WRITERS * BATCHES * BATCH);
  expect(pulledIds).toHaveLength(writtenIds.length);
  expect(new Set(pulledIds)).toEqual(new Set(writtenIds));
});
