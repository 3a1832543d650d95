import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  nextSerial,
  removalOf,
  type ScanServer,
  saveOf,
  startScanServer,
  verdictCodes,
} from './scan-setup.ts';

let server: ScanServer;
let project: string;

beforeAll(async () => {
  server = await startScanServer();
  project = await server.newProject('polishOwner');
});
afterAll(() => server.close());

describe('changing a scan', () => {
  test('moves it to another project and updates both totals', async () => {
    const [from, to] = [
      await server.newProject('polishOwner'),
      await server.newProject('polishOwner'),
    ];
    const save = saveOf(nextSerial(), from);
    await server.saveScans([save]);
    const movedSave = { ...save, op_id: randomUUID(), base_op_id: save.op_id, projects_id: to };
    expect(verdictCodes(await server.saveScans([movedSave]))).toEqual([200]);
    expect((await server.projectDetail(from)).products_count).toBe(0);
    expect((await server.projectDetail(to)).products_count).toBe(1);
  });

  test('from an outdated base is a conflict, with the current scan', async () => {
    const save = saveOf(nextSerial(), project);
    await server.saveScans([save]);
    for (const base of [null, randomUUID()]) {
      const lateSave = { ...save, op_id: randomUUID(), base_op_id: base, manual: true };
      const [verdict] = await server.saveScans([lateSave]);
      expect(verdict).toMatchObject({ status: 409, error: { code: 'conflict' } });
      expect(verdict?.scan).toMatchObject({ uuid: save.uuid, op_id: save.op_id, manual: false });
    }
  });

  test('that the server lost in a restore saves it again (F43)', async () => {
    const save = saveOf(nextSerial(), project, { base_op_id: randomUUID() });
    expect(verdictCodes(await server.saveScans([save]))).toEqual([201]);
  });

  test('frees its old serial number and takes the new one', async () => {
    const [before, after] = [nextSerial(), nextSerial()];
    const save = saveOf(before, project);
    await server.saveScans([save]);
    const { uuid } = save;
    const correctedSave = saveOf(after, project, { uuid, base_op_id: save.op_id });
    expect(verdictCodes(await server.saveScans([correctedSave, saveOf(before, project)]))).toEqual([
      200, 201,
    ]);
    expect(verdictCodes(await server.saveScans([saveOf(after, project)]))).toEqual([
      'already_scanned',
    ]);
  });

  test('lets two scans swap their serial numbers through a third', async () => {
    const [a, b, c] = [nextSerial(), nextSerial(), nextSerial()];
    const firstSave = saveOf(a, project);
    const secondSave = saveOf(b, project);
    await server.saveScans([firstSave, secondSave]);
    const step1 = saveOf(c, project, { uuid: firstSave.uuid, base_op_id: firstSave.op_id });
    const step2 = saveOf(a, project, { uuid: secondSave.uuid, base_op_id: secondSave.op_id });
    const step3 = saveOf(b, project, { uuid: firstSave.uuid, base_op_id: step1.op_id });
    expect(verdictCodes(await server.saveScans([step1, step2, step3]))).toEqual([200, 200, 200]);
    expect((await server.storedScan(firstSave.uuid))?.serial_number).toBe(b.code);
    expect((await server.storedScan(secondSave.uuid))?.serial_number).toBe(a.code);
  });

  test('to the same serial number by two companies at the same time succeeds for only one company', async () => {
    const czechProject = await server.newProject('czechOwner');
    // The two requests rarely overlap, so try many times.
    for (let round = 0; round < 25; round += 1) {
      const wantedSerial = nextSerial();
      const ownSave = saveOf(nextSerial(), project);
      const foreignSave = saveOf(nextSerial(), czechProject);
      await Promise.all([
        server.saveScans([ownSave]),
        server.saveScans([foreignSave], 'czechOwner'),
      ]);
      const change = (save: typeof ownSave) =>
        saveOf(wantedSerial, save.projects_id, { uuid: save.uuid, base_op_id: save.op_id });
      const responses = await Promise.all([
        server.saveScans([change(ownSave)]),
        server.saveScans([change(foreignSave)], 'czechOwner'),
      ]);
      expect(new Set(verdictCodes(responses.flat()))).toEqual(new Set([200, 'already_scanned']));
    }
  });
});

describe('removing a scan', () => {
  test('leaves a tombstone, frees the serial number and updates the totals', async () => {
    const ownProject = await server.newProject('polishOwner');
    const serial = nextSerial();
    const save = saveOf(serial, ownProject);
    await server.saveScans([save]);
    const removal = removalOf(save.uuid);
    const [verdict] = await server.saveScans([removal]);
    expect(verdict).toMatchObject({ status: 200, scan: { deleted: true, op_id: removal.op_id } });
    expect((await server.projectDetail(ownProject)).products_count).toBe(0);
    expect(verdictCodes(await server.saveScans([removal, removalOf(save.uuid)]))).toEqual([
      200, 200,
    ]);
    expect(verdictCodes(await server.saveScans([saveOf(serial, ownProject)]))).toEqual([201]);
  });

  test('that the server never had succeeds, and a late save doesn’t restore it', async () => {
    const save = saveOf(nextSerial(), project);
    const [removedVerdict] = await server.saveScans([removalOf(save.uuid)]);
    expect(removedVerdict).toMatchObject({ status: 200, scan: null, error: null });
    expect(verdictCodes(await server.saveScans([save]))).toEqual(['conflict']);
    expect(await server.storedScan(save.uuid)).toBeUndefined();
    expect(verdictCodes(await server.saveScans([removalOf(save.uuid)]))).toEqual([200]);
  });

  test('can’t be undone, because changing a removed scan is a conflict', async () => {
    const save = saveOf(nextSerial(), project);
    const removal = removalOf(save.uuid);
    await server.saveScans([save, removal]);
    const undeletedSave = { ...save, op_id: randomUUID(), base_op_id: removal.op_id };
    const [verdict] = await server.saveScans([undeletedSave]);
    expect(verdict).toMatchObject({ error: { code: 'conflict' }, scan: { deleted: true } });
  });

  test('and saving it in one batch are applied in order', async () => {
    const serial = nextSerial();
    const first = saveOf(serial, project);
    const second = saveOf(serial, project);
    const verdicts = await server.saveScans([first, second, removalOf(first.uuid), { ...second }]);
    expect(verdictCodes(verdicts)).toEqual([201, 'already_scanned', 200, 201]);
    expect((await server.storedScan(first.uuid))?.deleted).toBe(true);
    expect((await server.storedScan(second.uuid))?.deleted).toBe(false);
  });

  test('in a closed project is rejected, with the current scan', async () => {
    const ownProject = await server.newProject('polishOwner');
    const save = saveOf(nextSerial(), ownProject);
    await server.saveScans([save]);
    await server.db
      .updateTable('projects')
      .set({ status: 2 })
      .where('uuid', '=', ownProject)
      .execute();
    const edits = [
      removalOf(save.uuid),
      { ...save, op_id: randomUUID(), base_op_id: save.op_id, projects_id: project },
      saveOf(nextSerial(), ownProject),
    ];
    const verdicts = await server.saveScans(edits);
    expect(verdictCodes(verdicts)).toEqual([
      'project_not_open',
      'project_not_open',
      'project_not_open',
    ]);
    expect(verdicts[0]?.scan).toMatchObject({ uuid: save.uuid, deleted: false });
    expect(verdicts[2]?.scan).toBeNull();
  });
});
