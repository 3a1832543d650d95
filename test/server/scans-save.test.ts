import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
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

describe('saving many scans', () => {
  test('stores them and updates the project’s totals', async () => {
    const ownProject = await server.newProject('polishOwner');
    const saves = [nextSerial(), nextSerial(), nextSerial()].map((serial) =>
      saveOf(serial, ownProject),
    );
    const verdicts = await server.saveScans(saves);
    expect(verdictCodes(verdicts)).toEqual([201, 201, 201]);
    expect(verdicts.map(({ scan }) => scan?.flag)).toEqual(['valid', 'valid', 'valid']);

    const points = verdicts.reduce((sum, { scan }) => sum + (scan?.points ?? 0), 0);
    expect(points).toBeGreaterThan(0);
    const after = await server.projectDetail(ownProject);
    expect(after).toMatchObject({
      products_count: 3,
      calculated_available_points: points,
      calculated_max_points: points,
      available_points: 0,
    });
    expect(after.products.map(({ uuid }) => uuid).sort()).toEqual(
      saves.map(({ uuid }) => uuid).sort(),
    );
  });

  test('returns a verdict for each scan, and a bad scan doesn’t block the others (F04)', async () => {
    const validSave = saveOf(nextSerial(), project);
    const verdicts = await server.saveScans([
      saveOf(nextSerial(), project, { serial_number: '99Z99999-9999' }),
      validSave,
      saveOf(nextSerial(), randomUUID()),
      saveOf(nextSerial(), project, { size: 'ZZ99' }),
    ]);
    expect(verdictCodes(verdicts)).toEqual([
      'unknown_serial',
      201,
      'project_not_found',
      'serial_mismatch',
    ]);
    expect(verdicts.map(({ status }) => status)).toEqual([400, 201, 404, 400]);
    expect(await server.storedScan(validSave.uuid)).toBeDefined();
  });

  test('returns the first result for a repeated edit (F01)', async () => {
    const save = saveOf(nextSerial(), project);
    const [first] = await server.saveScans([save]);
    server.clock.advance(60_000);
    const [repeatedVerdict] = await server.saveScans([save]);
    expect(first?.status).toBe(201);
    expect(repeatedVerdict?.status).toBe(200);
    expect(repeatedVerdict?.scan).toEqual(first?.scan);
  });
});

describe('a batch of scans', () => {
  test('has one effect when it is sent in twelve concurrent requests (F02)', async () => {
    const ownProject = await server.newProject('polishOwner');
    const saves = Array.from({ length: 20 }, () => saveOf(nextSerial(), ownProject));
    const responses = await Promise.all(Array.from({ length: 12 }, () => server.saveScans(saves)));
    for (const verdicts of responses) {
      expect(verdicts.every(({ error }) => error === null)).toBe(true);
      expect(verdicts.map(({ scan }) => scan)).toEqual(responses[0]?.map(({ scan }) => scan));
    }
    expect(responses.filter(([verdict]) => verdict?.status === 201)).toHaveLength(1);
    expect((await server.projectDetail(ownProject)).products_count).toBe(20);
  });

  test('accepts only the first of two scans with the same serial number, within and across batches', async () => {
    const serial = nextSerial();
    const verdicts = await server.saveScans([saveOf(serial, project), saveOf(serial, project)]);
    expect(verdictCodes(verdicts)).toEqual([201, 'already_scanned']);
    expect(verdicts[1]?.status).toBe(406);
    expect(verdictCodes(await server.saveScans([saveOf(serial, project)]))).toEqual([
      'already_scanned',
    ]);
  });
});

describe('a product that is already scanned', () => {
  test('shows who in the company scanned it, when and where, but nothing about other companies', async () => {
    const [ownSerial, foreignSerial] = [nextSerial(), nextSerial()];
    const czechProject = await server.newProject('czechOwner');
    await server.saveScans([saveOf(foreignSerial, czechProject)], 'czechOwner');
    const [first] = await server.saveScans([saveOf(ownSerial, project)]);
    const otherProject = await server.newProject('polishOwner');
    const ownSave = saveOf(ownSerial, otherProject);
    const bothSaves = [ownSave, saveOf(foreignSerial, otherProject)];
    const verdicts = await server.saveScans(bothSaves, 'polishStaff');
    const owner = (
      await server.call(calls.getSignedInUser, {}, await server.tokenOf('polishOwner'))
    ).result;
    const earlierScan = {
      uuid: first?.uuid,
      projects_id: project,
      created_at: first?.scan?.created_at,
      by: `${owner.name} ${owner.surname}`,
    };
    expect(verdictCodes(verdicts)).toEqual(['already_scanned', 'already_scanned']);
    expect(verdicts.map(({ error }) => error?.earlier)).toEqual([earlierScan, undefined]);

    const token = await server.tokenOf('polishStaff');
    const lookups = bothSaves.map(({ serial_number, type, size, variant }) => {
      return { code: serial_number ?? '', type, size, variant };
    });
    const confirmResponse = await server.call(
      calls.confirmScans,
      { body: { scans: lookups } },
      token,
    );
    expect(confirmResponse.result.data.map((one) => one.earlier)).toEqual([earlierScan, undefined]);
    const confirmCode = async (code: string) => {
      const query = { code };
      return (await server.call(calls.confirmScan, { query }, token)).result;
    };
    const expected = {
      type: ownSerial.type,
      size: ownSerial.size,
      variant: ownSerial.variant,
      status: 'partial',
    };
    expect(await confirmCode(ownSerial.code)).toEqual({
      ...expected,
      already_scanned: true,
      earlier: earlierScan,
    });
    const { earlier: unknownEarlier, ...otherFields } = await confirmCode(foreignSerial.code);
    expect([unknownEarlier, otherFields]).toMatchObject([undefined, { already_scanned: true }]);
    const singleResponse = await server.call(calls.createScan, { body: ownSave }, token);
    expect(singleResponse.errors).toMatchObject([
      { code: 'already_scanned', earlier: earlierScan },
    ]);

    await server.db
      .updateTable('scans')
      .set({ created_by: null })
      .where('uuid', '=', earlierScan.uuid ?? '')
      .execute();
    const [repeatedVerdict] = await server.saveScans([saveOf(ownSerial, otherProject)]);
    expect(repeatedVerdict?.error?.earlier?.by).toBeNull();
  });
});

describe('many scans in one request', () => {
  test('count a serial number once over all companies, even in concurrent requests', async () => {
    const serials = Array.from({ length: 30 }, nextSerial);
    const czechProject = await server.newProject('czechOwner');
    const [polishVerdicts, czechVerdicts] = await Promise.all([
      server.saveScans(serials.map((serial) => saveOf(serial, project))),
      // In reverse order: two companies that lock the same serials must not deadlock.
      server.saveScans(
        serials.toReversed().map((serial) => saveOf(serial, czechProject)),
        'czechOwner',
      ),
    ]);
    const acceptedVerdicts = [...polishVerdicts, ...czechVerdicts].filter(
      ({ status }) => status === 201,
    );
    expect(acceptedVerdicts).toHaveLength(30);
    expect(new Set(acceptedVerdicts.map(({ scan }) => scan?.serial_number)).size).toBe(30);
    for (const verdict of [...polishVerdicts, ...czechVerdicts]) {
      expect(verdict.error?.code ?? 'saved').toMatch(/^(saved|already_scanned)$/);
    }
    const savedProducts = (await server.projectDetail(project)).products.filter(
      ({ serial_number }) => serials.some(({ code }) => code === serial_number),
    );
    expect(savedProducts).toHaveLength(
      polishVerdicts.filter(({ status }) => status === 201).length,
    );
  });

  test('are limited to 500', async () => {
    const ownProject = await server.newProject('polishOwner');
    const saves = Array.from({ length: 500 }, () => saveOf(nextSerial(), ownProject));
    const verdicts = await server.saveScans(saves);
    expect(verdicts.filter(({ status }) => status === 201)).toHaveLength(500);
    const rejectedBatch = [...saves, saveOf(nextSerial(), ownProject)];
    const token = await server.tokenOf('polishOwner');
    const response = await server.call(calls.sendScans, { body: { scans: rejectedBatch } }, token);
    expect(response.code).toBe('invalid_input');
  });

  test('can have ids in upper case, which are the same ids and are returned unchanged', async () => {
    const save = saveOf(nextSerial(), project.toUpperCase());
    const upperCase = { ...save, uuid: save.uuid.toUpperCase(), op_id: save.op_id.toUpperCase() };
    expect((await server.saveScans([upperCase]))[0]).toMatchObject({
      status: 201,
      uuid: upperCase.uuid,
    });
    expect((await server.saveScans([upperCase]))[0]).toMatchObject({
      status: 200,
      op_id: upperCase.op_id,
    });
  });
});

describe('data of another company', () => {
  test('causes a conflict that reveals nothing', async () => {
    const save = saveOf(nextSerial(), project);
    await server.saveScans([save]);
    const czechProject = await server.newProject('czechOwner');
    const stolenSave = { ...saveOf(nextSerial(), czechProject), uuid: save.uuid };
    const verdicts = await server.saveScans(
      [stolenSave, removalOf(save.uuid), { ...save }],
      'czechOwner',
    );
    for (const verdict of verdicts) {
      expect(verdict).toMatchObject({ status: 409, scan: null, error: { code: 'conflict' } });
    }
    expect((await server.storedScan(save.uuid))?.deleted).toBe(false);
  });

  test('can’t be used as the project of a scan', async () => {
    const czechProject = await server.newProject('czechOwner');
    expect(verdictCodes(await server.saveScans([saveOf(nextSerial(), czechProject)]))).toEqual([
      'project_not_found',
    ]);
  });

  test('is accessible to staff of that company', async () => {
    const save = saveOf(nextSerial(), project);
    await server.saveScans([save]);
    const change = { ...save, op_id: randomUUID(), base_op_id: save.op_id, manual: true };
    expect(verdictCodes(await server.saveScans([change], 'polishStaff'))).toEqual([200]);
  });
});

test('a scan sets a scheduled project in progress', async () => {
  const ownProject = await server.newProject('polishOwner');
  await server.db
    .updateTable('projects')
    .set({ status: 4 })
    .where('uuid', '=', ownProject)
    .execute();
  const invalidSave = saveOf(nextSerial(), ownProject, { serial_number: '99Z99999-9999' });
  await server.saveScans([invalidSave]);
  expect((await server.projectDetail(ownProject)).status.id).toBe(4);
  await server.saveScans([saveOf(nextSerial(), ownProject)]);
  expect((await server.projectDetail(ownProject)).status.id).toBe(1);
});

test('an expired project rejects scans, even before a job has closed it', async () => {
  const ownProject = await server.newProject('polishOwner');
  const pastTime = new Date(server.clock.now());
  await server.db
    .updateTable('projects')
    .set({ expires_at: pastTime })
    .where('uuid', '=', ownProject)
    .execute();
  expect(verdictCodes(await server.saveScans([saveOf(nextSerial(), ownProject)]))).toEqual([
    'project_not_open',
  ]);
});
