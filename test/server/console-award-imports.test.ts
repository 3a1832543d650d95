import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS, MINUTE_MS } from '#schemas/durations.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { lineOf, newProduct, orderProducts } from './order-setup.ts';
import { type AwardConsole, czechia, poland, startAwardConsole } from './award-setup.ts';
import { grantsOf } from './console-setup.ts';
import { auditedChanges } from './serial-rows.ts';
import { accounts } from './test-accounts.ts';

const kind = { kind: 'awards', region: poland } as const;

let server: AwardConsole;
let finance: string;
beforeAll(async () => {
  server = await startAwardConsole();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('operator_passkeys').execute();
  finance = await server.signIn('finance');
});

/** The account's company, which can use the app. */
async function findPolishCompany() {
  const { number } = await server.db
    .selectFrom('companies')
    .select('number')
    .where('id', '=', accounts.polishOwner.companyId)
    .executeTakeFirstOrThrow();
  return { id: accounts.polishOwner.companyId, number };
}

describe('a file of awards', () => {
  test('is checked without adding points, and lists reasons for rejected rows', async () => {
    const goodCompany = await server.addCompany();
    const blockedCompany = await server.addCompany({ isBlocked: true });
    const czechCompany = await server.addCompany({ region: czechia, tax: 'CZ12345678' });
    const first = await server.addCompany({ tax: '5250007738' });
    await server.addCompany({ tax2: '525-000-77-38' });
    const lines = [
      `${goodCompany.number},100,trainings`,
      `${goodCompany.number},50, OTHER `,
      `${goodCompany.id},40,trainings`,
      '99999999,100,trainings',
      `${czechCompany.number},100,trainings`,
      'CZ12345678,100,trainings',
      `${blockedCompany.number},100,trainings`,
      '5250007738,100,trainings',
      ',100,trainings',
      `${goodCompany.number},0,trainings`,
      `${goodCompany.number},1.5,trainings`,
      `${goodCompany.number},-5,trainings`,
      `${goodCompany.number},1000001,trainings`,
      `${goodCompany.number},10,`,
      `${goodCompany.number},10,project_closed`,
      `${goodCompany.number},10`,
      `${first.id},10,trainings`,
    ];
    const id = await server.checkAwards(lines, finance);
    expect(await server.read(id, finance)).toMatchObject({
      state: 'checked',
      region: poland,
      checked: { rows: 17, new_rows: 3, known_rows: 0, rejected: 14 },
      awards: {
        checked: { points: 160, companies: 2 },
        applied: { points: 0, companies: 0 },
        taken_back: 0,
      },
      rejects: [
        { line: 4, problem: 'twice' },
        { line: 5, problem: 'unknown_company' },
        { line: 6, problem: 'unknown_company' },
        { line: 7, problem: 'unknown_company' },
        { line: 8, problem: 'blocked' },
        { line: 9, problem: 'ambiguous_company' },
        { line: 10, problem: 'company' },
        { line: 11, problem: 'points' },
        { line: 12, problem: 'points' },
        { line: 13, problem: 'points' },
        { line: 14, problem: 'points' },
        { line: 15, problem: 'reason' },
        { line: 16, problem: 'reason' },
        { line: 17, problem: 'fields' },
      ],
    });
    expect(await server.linesOf(goodCompany)).toEqual([]);
    const csv = (await server.readRejectedRows(id, finance)).split('\r\n');
    expect(csv[0]).toBe('\uFEFFcompany,points,reason,line,rejection');
    expect(csv[2]).toBe(
      '99999999,100,trainings,5,"The country has no company with this number, id or tax number."',
    );
  });

  test('adds each award once and audits it, with the company’s number, id or tax number', async () => {
    const byNumber = await server.addCompany();
    const byId = await server.addCompany();
    const byTax = await server.addCompany({ tax: '6312672834' });
    const lines = [
      `${byNumber.number},100,trainings`,
      `${byId.id.toUpperCase()},200,satisfaction_score`,
      'NIP 631-267-28-34,300,other',
      `${byNumber.number},20,other`,
    ];
    const id = await server.award(lines, finance);
    expect(await server.read(id, finance)).toMatchObject({
      state: 'applied',
      applied: { rows: 4, new_rows: 4, known_rows: 0, rejected: 0 },
      awards: { applied: { points: 620, companies: 3 } },
    });
    expect(await server.linesOf(byNumber)).toEqual(['trainings positive 100', 'other positive 20']);
    expect(await server.linesOf(byId)).toEqual(['satisfaction_score positive 200']);
    expect(await server.linesOf(byTax)).toEqual(['other positive 300']);
    expect(await auditedChanges(server.db, byNumber.id)).toEqual([
      {
        act: 'applyImport',
        before: { balance: 0 },
        after: { balance: 100, reason: 'trainings', line: 2 },
      },
      {
        act: 'applyImport',
        before: { balance: 100 },
        after: { balance: 120, reason: 'other', line: 5 },
      },
    ]);
  });
});

describe('the ledger that a file links to', () => {
  test('has exactly the awards of a file, even after they were taken back', async () => {
    const [first, second] = [await server.addCompany(), await server.addCompany()];
    const id = await server.award(
      [`${first.number},70,trainings`, `${second.number},30,other`],
      finance,
    );
    await server.award([`${first.number},500,other`], finance);
    const query = { region: poland, import: id };
    const readLedger = async (filters: { readonly company?: string } = {}) => {
      const input = { query: { ...query, ...filters } };
      const { data, meta } = (await server.operate(operatorCalls.listLedger, input, finance))
        .result;
      const { result: sum } = await server.operate(operatorCalls.sumLedger, input, finance);
      return {
        listed: data.map(({ points }) => points).toSorted((a, b) => a - b),
        total: meta.total,
        sum,
      };
    };
    const bothLines = { listed: [30, 70], total: 2, sum: { lines: 2, points: 100 } };
    expect(await readLedger()).toEqual(bothLines);
    expect(await server.takeBack(id, finance)).toBeNull();
    expect(await server.read(id, finance)).toMatchObject({
      awards: { applied: { points: 100, companies: 2 } },
    });
    expect(await readLedger()).toEqual(bothLines);
    const ownLine = { listed: [70], total: 1, sum: { lines: 1, points: 70 } };
    expect(await readLedger({ company: first.id })).toEqual(ownLine);
    const czechSession = await server.startSession(
      await server.addOperator(grantsOf('finance', [czechia])),
    );
    const other = { query: { region: czechia, import: id } };
    expect(
      (await server.operate(operatorCalls.listLedger, other, czechSession)).result.data,
    ).toEqual([]);
  });
});

describe('the awards of a file', () => {
  test('are pulled by the app like a correction', async () => {
    const { token } = await server.signInAs('polishOwner');
    const pull = async (since: string) =>
      (await server.call(calls.listPointsHistory, { query: { since } }, token)).result;
    const { checkpoint } = (await pull('')).meta;
    const company = await findPolishCompany();
    await server.award([`${company.number},70,trainings`], finance);
    expect((await pull(checkpoint ?? '')).data).toMatchObject([
      { event: 'trainings', points: 70, variation: 'positive', people: [] },
    ]);
  });

  test('add nothing if the file is imported again within five days', async () => {
    const company = await server.addCompany();
    const lines = [`${company.number},100,trainings`];
    const checkedBefore = await server.checkAwards(lines, finance);
    const first = await server.award(lines, finance);
    // This file was checked before the first file was applied.
    await server.callImport('applyImport', checkedBefore, finance);
    await server.finish();
    const repeatedRow = { rejects: [{ line: 2, problem: 'repeated' }] };
    expect(await server.read(checkedBefore, finance)).toMatchObject(repeatedRow);
    const secondImport = await server.checkAwards(lines, finance);
    expect(await server.read(secondImport, finance)).toMatchObject(repeatedRow);
    expect(await server.linesOf(company)).toEqual(['trainings positive 100']);
    expect(await server.takeBack(first, finance)).toBeNull();
    await server.award(lines, finance);
    expect(await server.balanceOf(company)).toBe(100);
    server.clock.advance(5 * DAY_MS);
    finance = await server.signIn('finance');
    await server.award(lines, finance);
    expect(await server.balanceOf(company)).toBe(200);
  });

  test('exclude a company that was blocked after the check', async () => {
    const company = await server.addCompany();
    const id = await server.checkAwards([`${company.number},100,trainings`], finance);
    await server.db
      .updateTable('companies')
      .set({ active: 0 })
      .where('id', '=', company.id)
      .execute();
    await server.callImport('applyImport', id, finance);
    await server.finish();
    expect(await server.read(id, finance)).toMatchObject({
      state: 'applied',
      rejects: [{ line: 2, problem: 'blocked' }],
    });
    expect(await server.linesOf(company)).toEqual([]);
  });

  test('are limited to those that passed the check', async () => {
    const [oldCompany, other] = [
      await server.addCompany({ tax: '7010001234' }),
      await server.addCompany(),
    ];
    const id = await server.checkAwards(['7010001234,100,trainings'], finance);
    const setTax = (company: string, registration_key: string | null) =>
      server.db
        .updateTable('companies')
        .set({ registration_key })
        .where('id', '=', company)
        .execute();
    await setTax(oldCompany.id, null);
    await setTax(other.id, '7010001234');
    await server.callImport('applyImport', id, finance);
    await server.finish();
    const rejects = [{ line: 2, problem: 'changed' }];
    expect(await server.read(id, finance)).toMatchObject({ rejects });
    for (const company of [oldCompany, other]) expect(await server.linesOf(company)).toEqual([]);
  });
});

describe('taking back awards', () => {
  test('reverses each with a new line, except those whose points were spent', async () => {
    const company = await server.addCompany();
    const soleCompany = await server.addCompany();
    const spender = await findPolishCompany();
    const before = await server.balanceOf(spender);
    const lines = [company, soleCompany, spender].map(({ number }) => `${number},90,trainings`);
    const id = await server.award(lines, finance);
    const { variant } = await newProduct(server, {});
    const price = 10;
    const quantity = Math.floor(((before ?? 0) + 90) / price);
    const { token } = await server.signInAs('polishOwner');
    const buyer = { ...server, tokenOf: () => Promise.resolve(token) };
    await server.db.updateTable('shop_variants').set({ stock: 1000 }).execute();
    const order = await orderProducts(buyer, 'polishOwner', [lineOf(variant, price, quantity)]);
    expect(order.status).toBe(201);
    const { result } = await server.operate(
      operatorCalls.listCompanyLedger,
      { params: { id: soleCompany.id }, query: {} },
      finance,
    );
    const reversedLine = { id: soleCompany.id, line: result.data[0]?.id ?? '' };
    const reverseResponse = await server.operate(
      operatorCalls.reverseCorrection,
      { params: reversedLine, body: { why: 'twice' } },
      finance,
    );
    expect(reverseResponse.status).toBe(200);
    expect(await server.takeBack(id, finance)).toBeNull();
    expect(await server.read(id, finance)).toMatchObject({
      ...{ state: 'taken_back', taken_back: 2, kept: 1 },
      awards: { applied: { points: 270, companies: 3 }, taken_back: 180 },
    });
    for (const each of [company, soleCompany])
      expect(await server.linesOf(each)).toEqual(['trainings positive 90', 'other negative 90']);
    expect((await server.linesOf(spender)).filter((line) => line.includes('negative'))).toEqual([]);
    expect((await auditedChanges(server.db, company.id)).at(-1)).toMatchObject({
      act: 'takeBackImport',
      before: { balance: 90 },
      after: { balance: 0, reason: 'other', line: 2 },
    });
  });
});

describe('the rights', () => {
  test('of each role allow exactly its kinds', async () => {
    const kinds = {
      serials: null,
      shop: poland,
      vouchers: poland,
      awards: poland,
    } as const;
    const allowedKinds = async (role: Parameters<typeof server.signIn>[0]) => {
      const token = await server.signIn(role);
      const found: string[] = [];
      for (const [name, region] of Object.entries(kinds)) {
        const each = name as keyof typeof kinds;
        const body = { kind: each, region, file_name: 'a.csv', bytes: 9, why: 'test' };
        const { status } = await server.operate(operatorCalls.createImport, { body }, token);
        if (status === 201) found.push(name);
      }
      return found;
    };
    expect(await allowedKinds('finance')).toEqual(['awards']);
    expect(await allowedKinds('shop')).toEqual(['shop', 'vouchers']);
    expect(await allowedKinds('country_lead')).toEqual(['serials', 'shop', 'vouchers', 'awards']);
    for (const role of ['viewer', 'support', 'sales', 'reviewer', 'editor'] as const)
      expect(await allowedKinds(role)).toEqual([]);
  });

  test('of roles for another kind or country don’t give access to awards', async () => {
    const { number } = await server.addCompany();
    const id = await server.checkAwards([`${number},10,other`], finance);
    const shop = await server.signIn('shop');
    const czechFinance = await server.signIn('finance', [czechia]);
    const { rev } = await server.read(id, finance);
    const input = { params: { id }, body: { rev, why: 'test' } };
    for (const token of [shop, czechFinance]) {
      const readResponse = await server.operate(
        operatorCalls.readImport,
        { params: { id } },
        token,
      );
      expect(readResponse.code).toBe('not_found');
      const applyResponse = await server.operate(operatorCalls.applyImport, input, token);
      expect(applyResponse.code).toBe('not_found');
      expect(await server.readRejectedRows(id, token)).toContain('not_found');
      const list = await server.operate(
        operatorCalls.listImports,
        { query: { kind: 'awards' } },
        token,
      );
      expect(list.result.data).toEqual([]);
    }
    // Roles in two different countries don't add up.
    const mixedToken = await server.startSession(
      await server.addOperator([
        { role: 'shop', regions: [poland] },
        { role: 'finance', regions: [czechia] },
      ]),
    );
    const body = { ...kind, file_name: 'a.csv', bytes: 9, why: 'test' };
    const createResponse = await server.operate(operatorCalls.createImport, { body }, mixedToken);
    expect(createResponse.code).toBe('not_found');
  });

  test('of finance don’t include voucher codes', async () => {
    const body = { sku: 'V-1', region: poland, lines: 'A' };
    const checkResponse = await server.operate(operatorCalls.checkVoucherCodes, { body }, finance);
    expect(checkResponse.code).toBe('forbidden');
  });

  test('need a recently used passkey', async () => {
    const { number } = await server.addCompany();
    const id = await server.checkAwards([`${number},10,other`], finance);
    server.clock.advance(6 * MINUTE_MS);
    const { problem } = await server.callImport('applyImport', id, finance);
    expect(problem).toBe('passkey_needed');
    expect(await server.read(id, finance)).toMatchObject({ state: 'checked' });
  });
});
