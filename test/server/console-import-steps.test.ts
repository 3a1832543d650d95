import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#schemas/durations.ts';
import { MAX_ROWS_WITHOUT_APPROVAL } from '#schemas/operator/import-calls.ts';
import { calls } from '#schemas/api/calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { transact } from '#server/db/database.ts';
import { runImports } from '#server/imports/run-imports.ts';
import { writeSerials } from '#server/setup/write-serials.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { waitForBlockedStatements } from './blocked-statements.ts';
import { failAfter } from './break-connection.ts';
import { type ImportConsole, runWithoutPause, startImportConsole } from './import-setup.ts';
import { nextSerial, saveOf, verdictCodes } from './scan-setup.ts';
import {
  auditedChanges,
  readRegistry,
  serialFile as file,
  serialRow as row,
  serialRows as rows,
} from './serial-rows.ts';

let server: ImportConsole;
let lead: string;
beforeAll(async () => {
  server = await startImportConsole();
});
afterAll(() => server.close());
beforeEach(async () => {
  lead = await server.signIn('country_lead');
  await server.db.deleteFrom('imports').execute();
  await server.db.deleteFrom('registry').execute();
});

describe('the steps', () => {
  test.each([3, 7, 12, 16, 25])(
    'continue at the right row after a process ended five times, each after %i statements',
    async (statements) => {
      const badRow = row(3).replace('GGL', 'XYZ');
      const lines = [...rows(12_000), badRow, ...rows(3000, '25B'), row(5)];
      const id = await server.upload(file(lines), lead);
      await server.check(id, lead);
      const interrupt = async () => {
        for (let times = 0; times < 5; times += 1)
          await failAfter(server.services, statements + times, () =>
            runWithoutPause(server.services),
          );
        // A process that ends abruptly doesn't count its failed attempts.
        await server.db.updateTable('imports').set({ attempts: 0 }).execute();
        await server.finish();
      };
      await interrupt();
      const counts = { rows: 15_002, new_rows: 15_000, known_rows: 1, rejected: 1 };
      const rejects = [{ line: 12_002, problem: 'unknown_type' }];
      const checkedImport = { state: 'checked', checked: counts, rejects };
      expect(await server.read(id, lead)).toMatchObject(checkedImport);
      await server.callImport('applyImport', id, lead);
      await interrupt();
      const appliedImport = { state: 'applied', applied: counts, rejects };
      expect(await server.read(id, lead)).toMatchObject(appliedImport);
      expect(await readRegistry(server.db)).toEqual([...rows(12_000), ...rows(3000, '25B')]);
    },
  );

  test('can be run by two processes concurrently', async () => {
    const ids = [
      await server.upload(file(rows(9000)), lead),
      await server.upload(file(rows(9000)), lead),
    ];
    for (const id of ids) await server.check(id, lead);
    const runTwice = async () => {
      await Promise.all([runWithoutPause(server.services), runWithoutPause(server.services)]);
      await server.finish();
    };
    await runTwice();
    for (const id of ids) await server.callImport('applyImport', id, lead);
    await runTwice();
    const states = await Promise.all(ids.map((id) => server.read(id, lead)));
    expect(states.map(({ state }) => state)).toEqual(['applied', 'applied']);
    const [first, second] = states.map(({ applied: appliedImport }) => appliedImport.new_rows);
    expect((first ?? 0) + (second ?? 0)).toBe(9000);
    expect(await readRegistry(server.db)).toEqual(rows(9000));
  });

  test('pause while installers wait', async () => {
    const id = await server.upload(file([row(1)]), lead);
    await server.check(id, lead);
    expect(await runImports(server.services, () => Promise.resolve(251))).toBe(0);
    expect(await server.read(id, lead)).toMatchObject({ state: 'checking', read_bytes: 0 });
    expect(await runImports(server.services, () => Promise.resolve(249))).toBe(1);
    expect(await server.read(id, lead)).toMatchObject({ state: 'checked' });
  });

  test('stop and continue at the same row', async () => {
    const id = await server.upload(file(rows(15_000)), lead);
    await server.check(id, lead);
    await server.finish();
    await server.callImport('applyImport', id, lead);
    let measuredMs = 0;
    const waitAfterFirstStep = () => {
      measuredMs += 1;
      return Promise.resolve(measuredMs === 1 ? 0 : 251);
    };
    expect(await runImports(server.services, waitAfterFirstStep)).toBe(1);
    expect((await server.callImport('stopImport', id, lead)).problem).toBeNull();
    const stoppedImport = await server.read(id, lead);
    expect(stoppedImport).toMatchObject({ state: 'stopped', phase: 'applying' });
    expect(stoppedImport.applied.rows).toBeGreaterThan(0);
    expect(stoppedImport.applied.rows).toBeLessThan(15_000);
    await server.finish();
    expect((await server.read(id, lead)).applied).toEqual(stoppedImport.applied);
    expect((await server.callImport('stopImport', id, lead)).problem).toBe('import_state');
    expect((await server.callImport('resumeImport', id, lead)).problem).toBeNull();
    await server.finish();
    const appliedImport = { rows: 15_000, new_rows: 15_000 };
    expect(await server.read(id, lead)).toMatchObject({ state: 'applied', applied: appliedImport });
  });

  test('stop when the operator loses the right', async () => {
    const grants = [{ role: 'country_lead', regions: [regionIdOf('PL')] }] as const;
    const operatorId = await server.addOperator(grants);
    const token = await server.startSession(operatorId);
    const id = await server.upload(file(rows(3)), token);
    await server.check(id, token);
    await server.db.deleteFrom('operator_grants').where('operator_id', '=', operatorId).execute();
    await server.finish();
    const stoppedImport = { state: 'stopped', problem: 'right_lost' };
    expect(await server.read(id, lead)).toMatchObject(stoppedImport);
    expect((await server.callImport('resumeImport', id, lead)).problem).toBeNull();
    await server.finish();
    expect(await server.read(id, lead)).toMatchObject({ state: 'checked', problem: null });
  });
});

describe('undoing an import', () => {
  test('removes unused numbers, but no numbers of other imports', async () => {
    await writeSerials(server.db, { accepted: [], rows: [row(0).split(',')] }, false);
    const product = nextSerial();
    const { code, type, size, variant } = product;
    const usedRow = [code, type, size, variant].join(',');
    const id = await server.importFile(file([...rows(4), usedRow]), lead);
    await server.importFile(file([row(7)]), lead);
    await saveProduct(product);
    expect((await server.callImport('takeBackImport', id, lead)).problem).toBeNull();
    await server.finish();
    const takenBackImport = { state: 'taken_back', taken_back: 3, kept: 1 };
    expect(await server.read(id, lead)).toMatchObject(takenBackImport);
    expect(await readRegistry(server.db)).toEqual([row(0), row(7), usedRow].toSorted());
    expect((await server.callImport('takeBackImport', id, lead)).problem).toBe('import_state');
    const last = (await auditedChanges(server.db, id)).at(-1);
    expect(last).toMatchObject({ act: 'takeBackImport', after: { taken_back: 3, kept: 1 } });
  });

  test.runIf(isOnPostgres)('waits for a product that is being saved', async () => {
    const product = nextSerial();
    const { code, type, size, variant } = product;
    const usedRow = [code, type, size, variant].join(',');
    const id = await server.importFile(file([usedRow, row(1)]), lead);
    await server.callImport('takeBackImport', id, lead);
    const running = await transact(server.db, async (trx) => {
      // The product's statement waits after the server has read the registry.
      await sql`lock table scans in share mode`.execute(trx);
      const saving = saveProduct(product);
      await waitForBlockedStatements(server.db, 1);
      const takingBack = runWithoutPause(server.services);
      await waitForBlockedStatements(server.db, 2);
      return [saving, takingBack];
    });
    await Promise.all(running);
    await server.finish();
    const takenBackImport = { state: 'taken_back', taken_back: 1, kept: 1 };
    expect(await server.read(id, lead)).toMatchObject(takenBackImport);
    expect(await readRegistry(server.db)).toEqual([usedRow]);
  });

  test('continues after a process ended', async () => {
    const id = await server.importFile(file(rows(9000)), lead);
    await server.callImport('takeBackImport', id, lead);
    for (const statements of [5, 8, 11, 13])
      await failAfter(server.services, statements, () => runWithoutPause(server.services));
    await server.finish();
    expect(await server.read(id, lead)).toMatchObject({ state: 'taken_back', taken_back: 9000 });
    expect(await readRegistry(server.db)).toEqual([]);
  });
});

describe('the rights', () => {
  test('of other roles and kinds don’t give access to an import', async () => {
    const id = await server.upload(file([row(1)]), lead);
    const shop = await server.signIn('shop');
    const viewer = await server.signIn('viewer');
    const input = { params: { id } };
    expect((await server.operate(operatorCalls.readImport, input, shop)).code).toBe('not_found');
    expect((await server.operate(operatorCalls.readImport, input, viewer)).code).toBe('forbidden');
    const part = { number: 0, content: Buffer.from(file([row(1)])) };
    expect((await server.sendPart(id, part, shop)).code).toBe('not_found');
    expect((await server.sendPart(id, part, viewer)).code).toBe('forbidden');
    expect(await server.readRejectedRows(id, shop)).toContain('not_found');
    const list = await server.operate(operatorCalls.listImports, { query: {} }, shop);
    expect(list.result).toMatchObject({ data: [], meta: { total: 0 } });
    const query = { state: 'uploading' } as const;
    const ownResponse = await server.operate(operatorCalls.listImports, { query }, lead);
    expect(ownResponse.result.data).toMatchObject([{ id, kind: 'serials', region: null }]);
  });

  test('of one person aren’t enough for more than 10,000 rows', async () => {
    const id = await server.upload(file(rows(MAX_ROWS_WITHOUT_APPROVAL + 1)), lead);
    await server.check(id, lead);
    await server.finish();
    // Serial numbers affect all countries, so a lead of another country may approve.
    const second = await addSecondPerson();
    const { approval } = await server.callImport('applyImport', id, lead);
    expect(await server.read(id, lead)).toMatchObject({
      state: 'checked',
      open_approval: approval,
    });
    expect((await server.callImport('applyImport', id, lead)).problem).toBe('import_waiting');
    const decide = (token: string) => {
      const input = { params: { id: approval ?? '' }, body: { why: 'compared' } };
      return server.operate(operatorCalls.approveAct, input, token);
    };
    expect((await decide(lead)).errors[0]?.reason).toBe('own_act');
    expect((await decide(await server.startSession(second))).result).toEqual({ state: 'approved' });
    await server.finish();
    const appliedImport = { new_rows: MAX_ROWS_WITHOUT_APPROVAL + 1 };
    expect(await server.read(id, lead)).toMatchObject({
      state: 'applied',
      open_approval: null,
      applied: appliedImport,
    });
  });
});

describe('the rows of a day', () => {
  test('count together within a day, so that splitting a file doesn’t evade the limit', async () => {
    await addSecondPerson();
    const apply = async (count: number) => {
      const id = await server.upload(file(rows(count)), lead);
      await server.check(id, lead);
      await server.finish();
      const { approval } = await server.callImport('applyImport', id, lead);
      await server.finish();
      return approval;
    };
    expect(await apply(MAX_ROWS_WITHOUT_APPROVAL - 1)).toBeNull();
    expect(await apply(1)).toBeNull();
    expect(await apply(1)).not.toBeNull();
  });

  test('count for the operator who applied them, even if others continue or undo them', async () => {
    await addSecondPerson();
    const uploadAndCheck = async (count: number, token: string) => {
      const id = await server.upload(file(rows(count)), token);
      await server.check(id, token);
      await server.finish();
      return id;
    };
    const apply = async (id: string, token: string) =>
      (await server.callImport('applyImport', id, token)).approval;
    const otherToken = await server.signIn('country_lead');
    const id = await uploadAndCheck(MAX_ROWS_WITHOUT_APPROVAL - 1, lead);
    expect(await apply(id, lead)).toBeNull();
    await server.callImport('stopImport', id, lead);
    expect((await server.callImport('resumeImport', id, otherToken)).approval).toBeNull();
    await server.callImport('stopImport', id, otherToken);
    expect(await apply(await uploadAndCheck(2, lead), lead)).not.toBeNull();
    const otherImport = await uploadAndCheck(MAX_ROWS_WITHOUT_APPROVAL, otherToken);
    expect(await apply(otherImport, otherToken)).toBeNull();
    await server.finish();
    // Rows count until they have been taken back.
    await server.callImport('takeBackImport', otherImport, otherToken);
    await server.callImport('stopImport', otherImport, otherToken);
    expect(await apply(await uploadAndCheck(1, otherToken), otherToken)).not.toBeNull();
    await server.callImport('resumeImport', otherImport, otherToken);
    await server.finish();
    expect(await apply(await uploadAndCheck(1, otherToken), otherToken)).toBeNull();
  });

  test('of imports from several days can’t all be continued on one day without a second person', async () => {
    await addSecondPerson();
    const grants = [{ role: 'country_lead', regions: [regionIdOf('PL')] }] as const;
    const operator = await server.addOperator(grants);
    lead = await server.startSession(operator);
    const ids: string[] = [];
    for (const _day of [1, 2]) {
      const id = await server.upload(file(rows(MAX_ROWS_WITHOUT_APPROVAL)), lead);
      await server.check(id, lead);
      await server.finish();
      expect((await server.callImport('applyImport', id, lead)).approval).toBeNull();
      await server.callImport('stopImport', id, lead);
      ids.push(id);
      server.clock.advance(25 * HOUR_MS);
      lead = await server.startSession(operator);
    }
    const [first = '', second = ''] = ids;
    expect((await server.callImport('resumeImport', first, lead)).approval).toBeNull();
    await server.finish();
    const { approval } = await server.callImport('resumeImport', second, lead);
    expect(approval).not.toBeNull();
    expect(await server.read(second, lead)).toMatchObject({
      state: 'stopped',
      open_approval: approval,
    });
    const approverToken = await server.startSession(await addSecondPerson());
    const input = { params: { id: approval ?? '' }, body: { why: 'compared' } };
    expect((await server.operate(operatorCalls.approveAct, input, approverToken)).result).toEqual({
      state: 'approved',
    });
    await server.finish();
    expect(await server.read(second, lead)).toMatchObject({ state: 'applied' });
  });

  test('don’t allow an action on a state that the operator hasn’t seen', async () => {
    const id = await server.upload(file([row(1)]), lead);
    await server.check(id, lead);
    await server.finish();
    const input = { params: { id }, body: { rev: 0, why: 'test' } };
    expect((await server.operate(operatorCalls.applyImport, input, lead)).code).toBe('conflict');
  });
});

/** Adds a lead of another country with a passkey. */
async function addSecondPerson(): Promise<string> {
  const grants = [{ role: 'country_lead', regions: [regionIdOf('CZ')] }] as const;
  const id = await server.addOperator(grants);
  const at = new Date(server.clock.now());
  await server.db
    .insertInto('operator_passkeys')
    .values({
      ...{ id: randomUUID(), operator_id: id, public_key: Buffer.from(''), counter: 0 },
      ...{ transports: [], created_at: at, used_at: at },
    })
    .execute();
  return id;
}

/** Saves a product to a project, as the app does. */
async function saveProduct(product: Parameters<typeof saveOf>[0]): Promise<void> {
  const { token } = await server.signInAs('polishOwner');
  const body = { streetName: 'ul. Lipowa 1', postalCode: '00-001', city: 'Łódź' };
  const { result } = await server.call(calls.createProject, { body }, token);
  const scans = [saveOf(product, result.uuid)];
  const saveResponse = await server.call(calls.sendScans, { body: { scans } }, token);
  expect(verdictCodes(saveResponse.result.data)).toEqual([201]);
}
