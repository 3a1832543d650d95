import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { importKinds } from '#schemas/operator/import-kinds.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { removeOldImportFiles } from '#server/imports/old-import-files.ts';
import { failAfter } from './break-connection.ts';
import { type ImportConsole, runWithoutPause, startImportConsole } from './import-setup.ts';
import { enableLeads } from './lead-setup.ts';
import { auditedChanges } from './serial-rows.ts';
import { storedOperatorText } from './stored-operator-text.ts';
import { accounts } from './test-accounts.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const kind = { kind: 'lead_requests', region: poland } as const;
const columns = importKinds.lead_requests.columns.map(({ name }) => name);

let server: ImportConsole;
let sales: string;
beforeAll(async () => {
  server = await startImportConsole();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('leads').execute();
  await server.db.deleteFrom('lead_requests').execute();
  await server.db.deleteFrom('imports').execute();
  sales = await server.signIn('sales');
});

type Cells = Readonly<Partial<Record<(typeof columns)[number], string>>>;
const row = (number: number, changes: Cells = {}) => {
  const cells: Cells = {
    reference: `fair-${number}`,
    first_name: 'Ewa',
    last_name: `Sikora ${String(number).padStart(5, '0')}`,
    postal_code: '31-007',
    city: 'Kraków',
    phone: '600 100 203',
    email: `ewa${number}@customer.example`,
    products: 'GGL:2|GGU',
    consent_day: '2026-05-01',
    ...changes,
  };
  return columns.map((name) => cells[name] ?? '').join(',');
};
const rows = (count: number) => Array.from({ length: count }, (_item, index) => row(index));
const file = (lines: readonly string[]) => [columns.join(','), ...lines, ''].join('\n');

/**
 * Uploads a file and checks it.
 * @returns the import's id
 */
async function checkFile(lines: readonly string[]): Promise<string> {
  const id = await server.upload(file(lines), sales, kind);
  expect(await server.check(id, sales)).toBeNull();
  await server.finish();
  return id;
}
const importFile = (lines: readonly string[]) => server.importFile(file(lines), sales, kind);
const storedRequests = () =>
  server.db.selectFrom('lead_requests').selectAll().orderBy('last_name').execute();

describe('a file of requests', () => {
  test('is checked by the rules of the form, and lists reasons for rejected rows', async () => {
    const id = await checkFile([
      row(1),
      row(2, { phone: '+420 602 100 201' }),
      row(3, { phone: '600 10' }),
      row(4, { last_name: '' }),
      row(5, { phone: '', email: '' }),
      row(6, { postal_code: '310' }),
      row(7, { products: 'GGL:many' }),
      row(8, { consent_day: '2099-01-01' }),
      row(9, { consent_day: 'today' }),
      row(10, { wished_day: '2020-01-01' }),
      row(11, { latitude: '50,06' }).replace('50,06', '"50,06"'),
      row(12, { email: 'ewa' }),
      row(13, { city: 'Kra\u0001ków' }),
      row(1, { city: 'Gdynia' }),
      row(1),
      `${row(14)},more`,
      row(15, { reference: 'x'.repeat(101) }),
    ]);
    expect(await server.read(id, sales)).toMatchObject({
      state: 'checked',
      checked: { rows: 17, new_rows: 1, known_rows: 0, rejected: 16 },
      rejects: [
        { line: 3, problem: 'phone' },
        { line: 4, problem: 'phone' },
        { line: 5, problem: 'last_name' },
        { line: 6, problem: 'contact' },
        { line: 7, problem: 'postal_code' },
        { line: 8, problem: 'products' },
        { line: 9, problem: 'consent_day' },
        { line: 10, problem: 'consent_day' },
        { line: 11, problem: 'past' },
        { line: 12, problem: 'latitude' },
        { line: 13, problem: 'email' },
        { line: 14, problem: 'city' },
        { line: 15, problem: 'twice' },
        { line: 16, problem: 'twice' },
        { line: 17, problem: 'fields' },
        { line: 18, problem: 'reference' },
      ],
    });
    expect(await storedRequests()).toEqual([]);
  });

  test('is stored like single requests, with audit', async () => {
    const id = await importFile([row(1, { windows: '3', latitude: '50.06', longitude: '19.93' })]);
    expect(await server.read(id, sales)).toMatchObject({
      state: 'applied',
      applied: { rows: 1, new_rows: 1, known_rows: 0, rejected: 0 },
    });
    const [storedRequest] = await storedRequests();
    expect(storedRequest).toMatchObject({
      ...{ region_id: poland, state: 'waiting', source: 'file', reference: 'fair-1', windows: 3 },
      ...{ phone: '+48600100203', latitude: 50.06, place_kind: 'given' },
      products: [
        { type: 'GGL', quantity: 2 },
        { type: 'GGU', quantity: 1 },
      ],
    });
    const request = {
      ...{ first_name: 'Ewa', last_name: 'Sikora 00002', street: '', postal_code: '31-007' },
      ...{ city: 'Kraków', phone: '600 100 203', email: 'ewa1@customer.example', windows: 3 },
      products: [
        { type: 'GGL', quantity: 2 },
        { type: 'GGU', quantity: 1 },
      ],
      ...{ service: '', message: '', wished_day: null, consent_day: '2026-05-01' },
      ...{ latitude: 50.06, longitude: 19.93 },
    };
    const body = { region: poland, request, why: 'by phone' };
    const creation = await server.operate(operatorCalls.createLeadRequest, { body }, sales);
    const byHand = (await storedRequests())[1];
    const ownRow = {
      ...{ uuid: '', last_name: '', source: '', sender: '', reference: '', import_uuid: '' },
      ...{ created_at: 0, updated_at: 0, located_at: 0, personal_words: '' },
    };
    expect({ ...storedRequest, ...ownRow }).toEqual({ ...byHand, ...ownRow });
    const auditOf = (source: string, act: string) => [
      { act, before: null, after: { state: 'waiting', source } },
    ];
    expect(await auditedChanges(server.db, storedRequest?.uuid ?? '')).toEqual(
      auditOf('file', 'applyImport'),
    );
    expect(await auditedChanges(server.db, creation.result.id)).toEqual(
      auditOf('hand', 'createLeadRequest'),
    );
  });
});

describe('the requests of a file', () => {
  test('are added once, and a known reference with other values is reported', async () => {
    await importFile([row(1), row(2, { reference: '' }), row(3, { wished_day: '2026-06-20' })]);
    // The requested day has since passed.
    server.clock.advance(90 * DAY_MS);
    sales = await server.signIn('sales');
    const id = await importFile([
      row(1),
      row(2, { reference: '' }),
      row(3, { wished_day: '2026-06-20' }),
      row(1, { city: 'Gdynia' }),
      row(4),
    ]);
    expect(await server.read(id, sales)).toMatchObject({
      checked: { rows: 5, new_rows: 1, known_rows: 3, rejected: 1 },
      applied: { rows: 5, new_rows: 1, known_rows: 3, rejected: 1 },
      rejects: [{ line: 5, problem: 'changed' }],
    });
    expect(await storedRequests()).toHaveLength(4);
  });

  test('that another file has stored since the check are counted as known', async () => {
    const first = await checkFile([row(1), row(2)]);
    const second = await checkFile([row(1), row(2, { city: 'Gdynia' }), row(3)]);
    await server.callImport('applyImport', first, sales);
    await server.finish();
    await server.callImport('applyImport', second, sales);
    await server.finish();
    expect(await server.read(second, sales)).toMatchObject({
      applied: { rows: 3, new_rows: 1, known_rows: 1, rejected: 1 },
      rejects: [{ line: 3, problem: 'changed' }],
    });
    expect(await storedRequests()).toHaveLength(3);
  });

  test('can be corrected in the file of rejected rows, which is audited', async () => {
    const id = await checkFile([row(1, { phone: '+48 600 100 2039999' })]);
    const csv = await server.readRejectedRows(id, sales);
    expect(csv).toContain("'+48 600 100 2039999");
    const audit = await server.db
      .selectFrom('operator_audit')
      .select(['kind', 'act', 'region_id'])
      .where('record_id', '=', id)
      .where('kind', '=', 'read')
      .execute();
    expect(audit).toEqual([{ kind: 'read', act: 'downloadRejectedRows', region_id: poland }]);
    const correctedCsv = csv.replace('2039999', '203').replace('\uFEFF', '');
    const secondImport = await server.upload(correctedCsv, sales, kind);
    const { rev } = await server.read(secondImport, sales);
    const mapping = { columns: columns.map((_name, index) => index), rev, why: 'corrected' };
    await server.operate(
      operatorCalls.checkImport,
      { params: { id: secondImport }, body: mapping },
      sales,
    );
    await server.finish();
    expect(await server.read(secondImport, sales)).toMatchObject({ checked: { new_rows: 1 } });
  });

  test('leave no contact data in logs, the audit, the preview and the stored file', async () => {
    const lines = [row(1), row(2, { phone: '600 10' })];
    const id = await checkFile(lines);
    const preview = await server.operate(operatorCalls.previewImport, { params: { id } }, sales);
    expect(JSON.stringify(preview.result.rows)).not.toMatch(/ewa1|600 100/);
    await server.callImport('applyImport', id, sales);
    await server.finish();
    expect(await storedOperatorText(server)).not.toMatch(/Sikora|600 ?10|ewa\d|31-007/);
    expect(await server.db.selectFrom('import_parts').select('number').execute()).toEqual([]);
  });

  test.each(["'+48 600 100 203", '600.100.203', 'tel. 600100203', '600 100 203 (evening)'])(
    'show only the beginning of the phone number %s in the preview',
    async (phone) => {
      const id = await checkFile([row(1, { phone, wished_day: '2026-06-20' })]);
      const preview = await server.operate(operatorCalls.previewImport, { params: { id } }, sales);
      const shownText = JSON.stringify(preview.result.rows);
      expect(shownText).not.toMatch(/203/);
      // The preview shows days, which help to choose the columns.
      expect(shownText).toContain('2026-06-20');
    },
  );

  test('are deleted from the rejected rows after 30 days', async () => {
    const id = await importFile([row(1), row(2, { phone: '600 10' })]);
    server.clock.advance(29 * DAY_MS);
    await removeOldImportFiles(server.services);
    const phases = () => server.db.selectFrom('import_rejects').select('phase').execute();
    expect(await phases()).toEqual([{ phase: 'checking' }, { phase: 'applying' }]);
    server.clock.advance(2 * DAY_MS);
    await removeOldImportFiles(server.services);
    expect(await phases()).toEqual([]);
    sales = await server.signIn('sales');
    expect(await server.read(id, sales)).toMatchObject({
      ...{ state: 'applied', applied: { new_rows: 1, rejected: 1 }, rejects: [] },
    });
    expect((await server.callImport('takeBackImport', id, sales)).problem).toBeNull();
    await server.finish();
    expect(await storedRequests()).toEqual([]);
  });
});

/** Number of changes of requests in the audit. */
async function auditedRequests(): Promise<number> {
  const { count } = await server.db
    .selectFrom('operator_audit')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('record_kind', '=', 'lead_request')
    .where('kind', '=', 'change')
    .executeTakeFirstOrThrow();
  return Number(count);
}

describe('the steps of requests', () => {
  test('have the same result if a process ends after each statement', async () => {
    const lines = [...rows(600), row(601, { city: '' }), row(5)];
    const before = await auditedRequests();
    const id = await server.upload(file(lines), sales, kind);
    await server.check(id, sales);
    const interrupt = async () => {
      for (let statements = 1; statements <= 14; statements += 1)
        await failAfter(server.services, statements, () => runWithoutPause(server.services));
      // A process that ends abruptly doesn't count its failed attempts.
      await server.db.updateTable('imports').set({ attempts: 0 }).execute();
      await server.finish();
    };
    await interrupt();
    const counts = { rows: 602, new_rows: 600, known_rows: 0, rejected: 2 };
    const rejects = [
      { line: 602, problem: 'city' },
      { line: 603, problem: 'twice' },
    ];
    expect(await server.read(id, sales)).toMatchObject({
      state: 'checked',
      checked: counts,
      rejects,
    });
    await server.callImport('applyImport', id, sales);
    await interrupt();
    expect(await server.read(id, sales)).toMatchObject({
      state: 'applied',
      applied: counts,
      rejects,
    });
    const references = (await storedRequests()).map(({ reference }) => reference);
    expect(references).toEqual(Array.from({ length: 600 }, (_item, index) => `fair-${index}`));
    await server.callImport('takeBackImport', id, sales);
    await interrupt();
    expect(await server.read(id, sales)).toMatchObject({
      ...{ state: 'taken_back', taken_back: 600, kept: 0 },
    });
    expect(await storedRequests()).toEqual([]);
    expect((await auditedRequests()) - before).toBe(1200);
  });
});

describe('taking back requests', () => {
  test('removes the requests that no company got, and keeps the others', async () => {
    await enableLeads(server, 'polishOwner');
    const id = await importFile([row(1), row(2), row(3)]);
    const other = await importFile([row(9)]);
    const [offeredRequest, endedRequest] = await storedRequests();
    const offer = await server.operate(
      operatorCalls.offerLeadRequest,
      {
        params: { id: offeredRequest?.uuid ?? '' },
        body: { company: accounts.polishOwner.companyId, rev: 1, why: 'near' },
      },
      sales,
    );
    expect(offer.errors).toEqual([]);
    const withdrawal = await server.operate(
      operatorCalls.withdrawLead,
      { params: { id: offer.result.lead }, body: { rev: 1, why: 'mistake' } },
      sales,
    );
    expect(withdrawal.code).not.toBe('not_found');
    await server.operate(
      operatorCalls.setLeadRequestEnded,
      {
        params: { id: endedRequest?.uuid ?? '' },
        body: { ended: true, rev: 1, why: 'no company' },
      },
      sales,
    );
    expect((await server.callImport('takeBackImport', id, sales)).problem).toBeNull();
    await server.finish();
    expect(await server.read(id, sales)).toMatchObject({
      ...{ state: 'taken_back', taken_back: 2, kept: 1 },
    });
    const keptRequest = await storedRequests();
    expect(keptRequest.map(({ reference }) => reference)).toEqual(['fair-1', 'fair-9']);
    expect(keptRequest[1]?.import_uuid).toBe(other);
    expect((await auditedChanges(server.db, endedRequest?.uuid ?? '')).at(-1)).toEqual({
      ...{ act: 'takeBackImport', before: { state: 'ended' }, after: null },
    });
    expect((await server.callImport('takeBackImport', id, sales)).problem).toBe('import_state');
  });
});

describe('the rights', () => {
  test('are the same as for a single request, in the same country', async () => {
    const body = { ...kind, file_name: 'a.csv', bytes: 9, why: 'test' };
    const codeOf = async (token: string) =>
      (await server.operate(operatorCalls.createImport, { body }, token)).code;
    for (const role of ['sales', 'country_lead', 'administrator'] as const)
      expect(await codeOf(await server.signIn(role))).toBeUndefined();
    for (const role of ['viewer', 'support', 'reviewer', 'editor'] as const)
      expect(await codeOf(await server.signIn(role))).toBe('forbidden');
    for (const role of ['shop', 'finance'] as const)
      expect(await codeOf(await server.signIn(role))).toBe('not_found');
    const czechSales = await server.signIn('sales', [czechia]);
    expect(await codeOf(czechSales)).toBe('not_found');
    const id = await checkFile([row(1)]);
    const readResponse = await server.operate(
      operatorCalls.readImport,
      { params: { id } },
      czechSales,
    );
    expect(readResponse.code).toBe('not_found');
    expect(await server.readRejectedRows(id, czechSales)).toContain('not_found');
  });
});
