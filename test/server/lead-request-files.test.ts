import { afterAll, beforeEach, expect, test } from 'vitest';
import { MAX_REQUEST_FILE, MAX_REQUEST_ROWS } from '#schemas/lead-request.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf, type RegionId } from '#schemas/regions.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { storedOperatorText } from './stored-operator-text.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'from the fair';

let server: TestConsole;
let token: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole();
  token = await startSales();
});
afterAll(() => server.close());

const startSales = async () =>
  server.startSession(await server.addOperator(grantsOf('sales', [poland])));

const storedRequests = () =>
  server.db.selectFrom('lead_requests').selectAll().orderBy('last_name').execute();
const header = 'reference,first_name,last_name,postal_code,city,phone,email,products,consent_day';
const row = (number: number, changes: Readonly<Record<string, string>> = {}) => {
  const cells: Record<string, string> = {
    reference: `fair-${number}`,
    first_name: 'Ewa',
    last_name: `Sikora ${number}`,
    postal_code: '31-007',
    city: 'Kraków',
    phone: '600 100 203',
    email: `ewa${number}@customer.example`,
    products: 'GGL:2|GGU',
    consent_day: '2026-05-01',
    ...changes,
  };
  return header
    .split(',')
    .map((name) => cells[name] ?? '')
    .join(',');
};
const file = (...rows: readonly string[]) => [header, ...rows].join('\n');
const check = async (csv: string, region: RegionId = poland) =>
  server.operate(operatorCalls.checkLeadRequests, { body: { region, csv } }, token);
const load = (csv: string, key = crypto.randomUUID(), session = token) =>
  server.operate(
    operatorCalls.importLeadRequests,
    { body: { region: poland, csv, why }, headers: { 'idempotency-key': key } },
    session,
  );
const problemsOf = async (csv: string) =>
  (await check(csv)).result.problems.map(
    ({ row: number, column, problem }) => `${number} ${column} ${problem}`,
  );

test('a file of requests is stored as checked, each row once', async () => {
  const csv = file(row(1), row(2));
  expect((await check(csv)).result).toEqual({ new_rows: 2, known_rows: 0, problems: [] });
  expect(await storedRequests()).toEqual([]);
  expect((await load(csv)).result).toEqual({ stored: 2, known_rows: 0 });
  expect((await load(file(row(2), row(3)))).result).toEqual({ stored: 1, known_rows: 1 });
  const [first, ...others] = await storedRequests();
  expect(others).toHaveLength(2);
  expect(first).toMatchObject({
    region_id: poland,
    state: 'waiting',
    source: 'file',
    reference: 'fair-1',
    phone: '+48600100203',
    products: [
      { type: 'GGL', quantity: 2 },
      { type: 'GGU', quantity: 1 },
    ],
  });
});

test('a file of requests is imported once if the request is repeated after a lost response', async () => {
  const csv = file(row(1));
  const key = crypto.randomUUID();
  const first = await load(csv, key);
  const second = await load(csv, key);
  expect([first.result, second.result]).toEqual(Array(2).fill({ stored: 1, known_rows: 0 }));
  expect(await storedRequests()).toHaveLength(1);
});

test('a file of requests is stored once if two operators import it concurrently in different orders', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => row(index));
  const other = await startSales();
  const outcomes = await Promise.all([
    load(file(...rows)),
    load(file(...rows.toReversed()), crypto.randomUUID(), other),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200]);
  expect(outcomes.reduce((sum, { result }) => sum + result.stored, 0)).toBe(300);
  expect(outcomes.reduce((sum, { result }) => sum + result.known_rows, 0)).toBe(300);
  expect(await storedRequests()).toHaveLength(300);
});

test('a file of requests recognises a row without a reference by its content', async () => {
  const csv = file(row(1, { reference: '' }));
  expect((await load(csv)).result.stored).toBe(1);
  const [name = '', content = ''] = csv.split('\n');
  const swapped = [name, content].map((line) => line.split(',').toReversed().join(';'));
  expect((await load(swapped.join('\r\n'))).result).toEqual({ stored: 0, known_rows: 1 });
});

test('a file of requests with a bad row stores nothing, and reports each problem with its row', async () => {
  const csv = file(
    row(1),
    '',
    row(3, { phone: '+420 602 100 201' }),
    row(4, { last_name: '', consent_day: '2099-01-01' }),
    row(1, { postal_code: '310', phone: '', email: '' }),
    row(1),
    row(7, { products: 'GGL:many', consent_day: 'today' }),
    ',,,,,,,,',
  );
  expect(await problemsOf(csv)).toEqual([
    '3 phone invalid_phone',
    '4 last_name invalid_input',
    '5 phone invalid_input',
    '5 postal_code invalid_input',
    '6 reference repeated',
    '7 products invalid_input',
    '7 consent_day invalid_input',
  ]);
  const refused = await load(csv);
  expect([refused.status, refused.code]).toEqual([400, 'invalid_input']);
  expect(await storedRequests()).toEqual([]);
});

test('a file of requests needs known columns, readable letters and CSV', async () => {
  expect(await problemsOf('last_name,city,telephone\nSikora,Kraków,1')).toEqual([
    '0 consent_day missing_column',
    '0 telephone unknown_column',
  ]);
  expect(await problemsOf(`${header},city\n${row(1)},Kraków`)).toEqual(['0  repeated']);
  expect(await problemsOf(`${header},a\0b\n${row(1)},x`)).toEqual(['0 ab unknown_column']);
  // As in a file that isn't UTF-8.
  expect(await problemsOf(file(row(1, { city: 'Krak\uFFFDw' })))).toEqual(['0  not_utf8']);
  expect(await problemsOf(`${header}\n"unclosed`)).toEqual(['0  not_csv']);
});

test('a file of requests makes cells with formulas and control characters harmless', async () => {
  const formula = `=HYPERLINK(1)`;
  expect((await load(file(row(1, { last_name: formula, city: '@SUM(A1)' })))).result.stored).toBe(
    1,
  );
  // As text, which the export of a list escapes.
  expect(await storedRequests()).toEqual([
    expect.objectContaining({ last_name: formula, city: '@SUM(A1)' }),
  ]);
  expect(await problemsOf(file(row(2, { city: 'Kra\u0000ków' })))).toEqual([
    '1 city invalid_input',
  ]);
});

test('a file of requests has at most 1,000 requests, and a limited size', async () => {
  const rows = Array.from({ length: MAX_REQUEST_ROWS }, (_, index) => row(index));
  const trailing = Array.from({ length: 3000 }, () => ',,,');
  expect((await check(file(...rows, ...trailing))).result).toEqual({
    new_rows: MAX_REQUEST_ROWS,
    known_rows: 0,
    problems: [],
  });
  expect(await problemsOf(file(...rows, row(MAX_REQUEST_ROWS)))).toEqual(['0  too_many_rows']);
  expect(await problemsOf(`${header}${'\n'.repeat(MAX_REQUEST_FILE / 2)}`)).toEqual([
    '0  too_many_rows',
  ]);
  const large = await check('x'.repeat(MAX_REQUEST_FILE + 1));
  expect([large.status, large.errors[0]?.field]).toEqual([400, 'body.csv']);
  expect((await check('ż'.repeat(1.5 * MAX_REQUEST_FILE))).code).toBe('payload_too_large');
});

test('a file of requests for another country is rejected', async () => {
  expect((await check(file(row(1)), czechia)).code).toBe('not_found');
  const body = { region: czechia, csv: file(row(1)), why };
  const refused = await server.operate(operatorCalls.importLeadRequests, { body }, token);
  expect([refused.status, refused.code]).toEqual([404, 'not_found']);
  expect(await storedRequests()).toEqual([]);
});

test('a file of requests leaves no contact data in logs and the audit', async () => {
  await check(file(row(1), row(2, { phone: '600 100' })));
  await load(file(row(1), row(2, { phone: '600 100' })));
  await load(file(row(1)));
  const kept = await storedOperatorText(server);
  expect(kept).toContain('importLeadRequests');
  expect(kept).not.toMatch(/Sikora|600 ?100|ewa\d|31-007|fair-/);
});
