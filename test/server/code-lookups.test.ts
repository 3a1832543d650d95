import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { acceptProject } from '#server/projects/decide-products.ts';
import { MAX_CODES_PER_COMPANY, MAX_CODES_PER_PERSON } from '#server/scans/code-lookups.ts';
import { listHeldLots, releaseLot } from '#server/scans/held-lots.ts';
import { ENUMERATION_LENGTH } from '#server/scans/enumerated-lots.ts';
import { runJobs } from '#server/scheduled-jobs.ts';
import {
  nextSerial,
  plainSerials,
  type ScanServer,
  saveOf,
  startScanServer,
} from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

const BATCH = 500;
let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer({ RATE_LIMIT_FACTOR: '1' });
  for (const key of ['polishOwner', 'polishStaff', 'czechOwner'] as const)
    await server.tokenOf(key);
});
afterAll(() => server.close());
/** Clears the lookup counts after each test. */
afterEach(async () => {
  for (const table of ['asked_codes', 'held_lots', 'rate_windows'] as const) {
    await server.db.deleteFrom(table).execute();
  }
});

/** Returns unknown codes, each from a different lot. */
const unknownCodes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    code: `99Z${randomUUID().slice(0, 5).toUpperCase()}-${index}`,
  }));
const codesOf = (lot: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    code: `${lot}${String(from + index).padStart(4, '0')}`,
  }));

/** Signs in at the current time, because the tests advance the clock by days. */
async function signIn(account: AccountKey): Promise<string> {
  const { email, region } = accounts[account];
  return (await server.signInByEmail(email, region)).token;
}

/** Creates an open project for the owner of the session. */
async function newProject(token: string): Promise<string> {
  const body = { streetName: 'Lipowa 1', postalCode: '00-001', city: 'Łódź' };
  return (await server.call(calls.createProject, { body }, token)).result.uuid;
}

/**
 * Closes a project.
 * @returns the status of the response
 */
async function close(id: string, token: string): Promise<number> {
  const body = { uuid: randomUUID(), data: { response: [] } };
  const input = { params: { id }, body };
  return (await server.call(calls.submitProjectSurvey, input, token)).result.status.id;
}

async function confirmScans(
  scans: readonly { code: string }[],
  account: AccountKey = 'polishOwner',
) {
  const body = { scans: [...scans] };
  return server.call(calls.confirmScans, { body }, await server.tokenOf(account));
}
async function confirmOne(code: string, account: AccountKey = 'polishOwner') {
  return server.call(calls.confirmScan, { query: { code } }, await server.tokenOf(account));
}
describe('looking up serial numbers (security 24)', () => {
  test('isn’t limited for a day’s work, such as several full concurrent batches, and repeated lookups', async () => {
    const batches = [0, 1, 2, 3].map((index) =>
      plainSerials.slice(index * BATCH, (index + 1) * BATCH),
    );
    for (const round of [1, 2, 3]) {
      const responses = await Promise.all(batches.map((batch) => confirmScans(batch)));
      expect([round, ...responses.map(({ status }) => status)]).toEqual([
        round,
        200,
        200,
        200,
        200,
      ]);
    }
    expect(await listHeldLots(server.db)).toEqual([]);
  });

  test('is limited to prevent guessing, in batches or one by one, even if the codes exist', async () => {
    const batches = Array.from({ length: 12 }, () => unknownCodes(BATCH));
    const responses = await Promise.all(batches.map((batch) => confirmScans(batch)));
    const acceptedResponses = responses.filter(({ status }) => status === 200);
    expect(acceptedResponses).toHaveLength(MAX_CODES_PER_PERSON / BATCH);
    const rejectedResponse = responses.find(({ status }) => status === 429);
    expect(rejectedResponse?.code).toBe('too_many_requests');
    const { code } = nextSerial();
    expect((await confirmOne(code)).status).toBe(429);
    expect(server.log.some((line) => line.includes('too many serial numbers'))).toBe(true);
    const metrics = await server.app.inject('/metrics');
    expect(metrics.body).toMatch(/club_serial_number_lookups_total\{available="no"\} \d+/);

    // Colleagues aren't limited, a serial looked up before can be looked up again, and the limit resets the next day.
    expect((await confirmOne(code, 'polishStaff')).status).toBe(200);
    const acceptedBatch = batches.find((_, index) => responses[index]?.status === 200) ?? [];
    expect((await confirmScans(acceptedBatch)).status).toBe(200);
    server.clock.advance(Number(rejectedResponse?.headers['retry-after']) * 1000);
    const query = { code: nextSerial().code };
    const newToken = await signIn('polishOwner');
    expect((await server.call(calls.confirmScan, { query }, newToken)).status).toBe(200);
  });

  test('is limited for a company whose people take turns guessing', async () => {
    await server.db
      .insertInto('rate_windows')
      .values({
        key: `codes-of-company:${accounts.czechOwner.companyId}`,
        window_start: new Date(Math.floor(server.clock.now() / DAY_MS) * DAY_MS),
        count: MAX_CODES_PER_COMPANY - 1,
      })
      .execute();
    const token = await signIn('czechOwner');
    const confirm = (code: string) => server.call(calls.confirmScan, { query: { code } }, token);
    expect((await confirm(nextSerial().code)).status).toBe(200);
    expect((await confirm(nextSerial().code)).status).toBe(429);
  });
});

describe('saving as a lookup', () => {
  test('is limited to prevent guessing: no scan of that batch is saved, but valid saves continue', async () => {
    const token = await signIn('polishOwner');
    const project = await newProject(token);
    const serial = nextSerial();
    const save = (codes: readonly { code: string }[]) => {
      const scans = codes.map(({ code }) => saveOf({ ...serial, code }, project));
      return server.call(calls.sendScans, { body: { scans } }, token);
    };
    for (let accepted = 0; accepted < MAX_CODES_PER_PERSON; accepted += BATCH) {
      const codes = unknownCodes(BATCH);
      expect((await save(codes)).result.data[0]?.error?.code).toBe('unknown_serial');
    }
    const mixedSaves = [saveOf(serial, project), saveOf({ ...serial, code: '99Z-1' }, project)];
    const rejectedResponse = await server.call(
      calls.sendScans,
      { body: { scans: mixedSaves } },
      token,
    );
    expect([rejectedResponse.status, rejectedResponse.code]).toEqual([429, 'too_many_requests']);
    const saveResponse = await server.call(
      calls.createScan,
      { body: saveOf(serial, project) },
      token,
    );
    expect(saveResponse).toMatchObject({ status: 201, result: { flag: 'valid' } });
  });
});

/** Returns a product with its lot, and registers a second one in that lot (the demo has one per lot). */
async function createLot() {
  const product = nextSerial();
  const lot = product.code.slice(0, product.code.indexOf('-') + 1);
  const other = { ...product, code: `${lot}9998` };
  await server.db.insertInto('registry').values(other).execute();
  return { product, other, lot };
}

describe('a lot that a company enumerates', () => {
  test('is held for an operator: its scans are reviewed, and not rejected', async () => {
    const token = await signIn('czechOwner');
    const { product, other, lot } = await createLot();
    const project = await newProject(token);
    const save = (body: ReturnType<typeof saveOf>) =>
      server.call(calls.createScan, { body }, token); // Saved before the enumeration is detected.
    expect((await save(saveOf(other, project))).result.flag).toBe('valid');
    for (const { code } of codesOf(lot, 1, ENUMERATION_LENGTH)) {
      await server.call(calls.confirmScan, { query: { code } }, token);
    }
    const heldLots = await listHeldLots(server.db);
    expect(heldLots).toHaveLength(1);
    expect(heldLots[0]).toMatchObject({ company_id: accounts.czechOwner.companyId, lot });
    expect(server.log.filter((line) => line.includes('a company enumerates a lot'))).toHaveLength(
      1,
    );

    expect((await save(saveOf(product, project))).result.flag).toBe('in_review');
    expect(await close(project, token)).toBe(projectStatus.inReview);
    const decision = await acceptProject(project, server);
    expect(decision.project.status.id).toBe(projectStatus.closed);

    const { companyId } = accounts.czechOwner;
    await releaseLot(server.db, { companyId, lot }, server.clock.now());
    expect(await listHeldLots(server.db)).toEqual([]);
    const next = { ...product, code: `${lot}9997` };
    await server.db.insertInto('registry').values(next).execute();
    const laterProject = await newProject(token);
    expect((await save(saveOf(next, laterProject))).result.flag).toBe('valid');
    const secondRelease = releaseLot(server.db, { companyId, lot }, server.clock.now());
    await expect(secondRelease).rejects.toMatchObject({ code: 'not_found' });
  });

  test('doesn’t affect others: another company’s scans from it count immediately', async () => {
    const { product, lot } = await createLot();
    const czechToken = await signIn('czechOwner');
    const enumeration = { scans: codesOf(lot, 1, ENUMERATION_LENGTH) };
    await server.call(calls.confirmScans, { body: enumeration }, czechToken);
    expect(await listHeldLots(server.db)).toHaveLength(1);
    const polishToken = await signIn('polishOwner');
    const project = await newProject(polishToken);
    const body = saveOf(product, project);
    expect((await server.call(calls.createScan, { body }, polishToken)).result.flag).toBe('valid');
  });

  test('also holds back a project whose products were saved before', async () => {
    const token = await signIn('czechOwner');
    const { product, lot } = await createLot();
    const project = await newProject(token);
    await server.call(calls.createScan, { body: saveOf(product, project) }, token);
    await server.call(
      calls.confirmScans,
      { body: { scans: codesOf(lot, 1, ENUMERATION_LENGTH) } },
      token,
    );
    expect(await close(project, token)).toBe(projectStatus.inReview);
  });

  test('isn’t held if the company already has its products', async () => {
    const token = await signIn('czechOwner');
    const lot = '24A77777-';
    const product = nextSerial();
    const products = codesOf(lot, 1, ENUMERATION_LENGTH).map(({ code }) => ({ ...product, code }));
    await server.db.insertInto('registry').values(products).execute();
    const project = await newProject(token);
    const scans = products.map((product) => saveOf(product, project));
    await server.call(calls.sendScans, { body: { scans } }, token);
    const repeatedResponse = await server.call(
      calls.confirmScans,
      { body: { scans: products } },
      token,
    );
    expect(new Set(repeatedResponse.result.data.map(({ status }) => status))).toEqual(
      new Set(['already_scanned']),
    );
    expect(await listHeldLots(server.db)).toEqual([]);
  });
});

test('lookups are deleted after a month', async () => {
  const token = await signIn('polishStaff');
  await server.call(calls.confirmScans, { body: { scans: unknownCodes(3) } }, token);
  const storedLookups = () => server.db.selectFrom('asked_codes').selectAll().execute();
  expect(await storedLookups()).toHaveLength(3);
  server.clock.advance(31 * DAY_MS);
  await runJobs(server.services);
  expect(await storedLookups()).toEqual([]);
});
