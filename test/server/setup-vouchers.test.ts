import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideOrder } from '#server/orders/decide-order.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import { type OperatorRequest } from '#server/operator/command.ts';
import { sendFolder } from '#server/setup/send-folder.ts';
import { exampleFolder } from '#test/setup/example-country.ts';
import { addPoints, lineOf, newProduct, orderDetail, placeOrder } from './order-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { readVouchers } from './stored-vouchers.ts';

const FILE = 'voucher-codes.csv';
/** Number of rows: more than five batches, because the rows are long. */
const COUNT = 25_000;
const KILLS = 5;

let server: ScanServer;
let folder: string;
beforeAll(async () => {
  server = await startScanServer();
  folder = mkdtempSync(join(tmpdir(), 'club-vouchers-'));
  cpSync(exampleFolder, folder, { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

async function post(request: OperatorRequest): Promise<readonly string[] | null> {
  const response = await server.app.inject({
    method: 'POST',
    url: OPERATOR_PATH,
    payload: request,
  });
  return response.statusCode === 200 ? response.json<{ data: string[] }>().data : null;
}
const send = (command: 'check' | 'apply', through = post) =>
  sendFolder(command, folder, { why: 'The vendor sent them.', post: through });
const write = (lines: readonly string[]) =>
  writeFileSync(join(folder, FILE), `sku,number,expires,password\n${lines.join('\n')}\n`);
const codes = () => readVouchers(server.services);

test('the example’s codes are checked before its country is set up, and stored once', async () => {
  expect((await send('check')).lines).toContain(`${FILE}: 4 to add, 0 unchanged, 0 rejected`);
  expect(await codes()).toEqual([]);
  expect((await send('apply')).isAccepted).toBe(true);
  expect((await send('apply')).lines).toContain(`${FILE}: 0 added, 4 unchanged, 0 rejected`);
  expect((await codes()).at(2)).toMatchObject({
    number: '7720-0001-8034',
    sku: 'FUEL-200',
    password: 'ROOF-4417',
    expires_at: new Date('2027-12-31T23:59:59.000Z'),
  });
});

test('rejected lines are written back with their number and reason', async () => {
  write([
    'FUEL-100,A-1,2027-12-31,',
    'GLOVES-9,A-2,,',
    'FUEL-100,A-3,31.12.2027,',
    'FUEL-100,,,',
    'FUEL-200,7710-0001-2207,2027-12-31,',
    'FUEL-100,A-4',
    'FUEL-200,A-1,2027-12-31,',
  ]);
  const { lines, isAccepted } = await send('apply');
  expect([lines.at(-2), isAccepted]).toEqual([`${FILE}: 1 added, 0 unchanged, 6 rejected`, false]);
  const rejectedText = readFileSync(join(folder, 'voucher-codes.rejected.csv'), 'utf8');
  expect(rejectedText.trim().split('\n')).toEqual([
    'line,reason,sku,number,expires,password',
    '3,The voucher GLOVES-9 isn’t in the shop.,GLOVES-9,A-2,,',
    '4,"The expiry must be empty, a day such as 2027-12-31, or a time in UTC.",FUEL-100,A-3,31.12.2027,',
    '5,The number must have 1 to 80 characters.,FUEL-100,,,',
    '6,"The number is stored with another sku, expiry or password.",FUEL-200,7710-0001-2207,2027-12-31,',
    '7,The line must have 4 fields.,FUEL-100,A-4',
    '8,The number occurs twice with different values.,FUEL-200,A-1,2027-12-31,',
  ]);
});

test('a list that is interrupted five times has the same result', async () => {
  await server.db.deleteFrom('voucher_codes').execute();
  write(
    Array.from(
      { length: COUNT },
      (_item, index) => `FUEL-100,${String(index).padStart(80, '0')},,${'P'.repeat(80)}`,
    ),
  );
  for (let kill = 1; kill <= KILLS; kill += 1) {
    let batches = 0;
    const interruptedRun = send('apply', async (request) => {
      const isBatch = request.words[1] === 'vouchers';
      if (isBatch && batches === kill - 1) throw new Error('killed');
      batches += isBatch ? 1 : 0;
      return post(request);
    });
    await expect(interruptedRun).rejects.toThrow('killed');
  }
  expect((await send('apply')).isAccepted).toBe(true);
  expect(await codes()).toHaveLength(COUNT);
  expect((await send('apply')).lines.at(-1)).toBe(
    `${FILE}: 0 added, ${COUNT} unchanged, 0 rejected`,
  );
}, 120_000);

test('each completed order of a voucher gets a different code, the code that expires next', async () => {
  await server.db.deleteFrom('voucher_codes').execute();
  await addPoints(server, 'polishOwner', 5000);
  const { variant } = await newProduct(server, { type: 'PETROL', price: 40, stock: 9 });
  write(['T-1,LATER,2090-01-01,', 'T-1,EXPIRED,2001-01-01,', 'T-1,SOONER,2089-01-01,secret']);
  expect((await send('apply')).isAccepted).toBe(true);
  const responses = [];
  for (const _order of ['first', 'second', 'third']) {
    const { uuid } = await placeOrder(server, 'polishOwner', [lineOf(variant, 40)], {
      type: 'PETROL',
    });
    const decision = decideOrder(uuid, { decision: 'complete' }, server.services);
    const outcome = await decision.then(
      () => 'done',
      () => 'rejected',
    );
    const { response } = (await orderDetail(server, uuid)).result.meta;
    responses.push([outcome, response?.number ?? null, response?.password ?? null]);
  }
  expect(responses).toEqual([
    ['done', 'SOONER', 'secret'],
    ['done', 'LATER', null],
    ['rejected', null, null],
  ]);
});

test('a code that an operator assigns by hand isn’t assigned to another order', async () => {
  await server.db.deleteFrom('voucher_codes').execute();
  await addPoints(server, 'polishOwner', 5000);
  const { variant } = await newProduct(server, { type: 'PETROL', price: 40, stock: 9, sku: 'T-2' });
  write(['T-2,BY-HAND,2089-01-01,', 'T-2,STORED,2090-01-01,']);
  expect((await send('apply')).isAccepted).toBe(true);
  const order = async () =>
    (await placeOrder(server, 'polishOwner', [lineOf(variant, 40)], { type: 'PETROL' })).uuid;
  const completeOrder = (uuid: string, number?: string) =>
    decideOrder(
      uuid,
      {
        decision: 'complete',
        ...(number !== undefined && { response: { number, expiresAt: null, password: null } }),
      },
      server.services,
    );
  const numberOf = async (uuid: string) =>
    (await orderDetail(server, uuid)).result.meta.response?.number;
  const [firstOrder, nextOrder, thirdOrder] = [await order(), await order(), await order()];
  await completeOrder(firstOrder, 'BY-HAND');
  await completeOrder(nextOrder);
  expect([await numberOf(firstOrder), await numberOf(nextOrder)]).toEqual(['BY-HAND', 'STORED']);
  await expect(completeOrder(thirdOrder, 'STORED')).rejects.toMatchObject({ code: 'conflict' });
});

test('a code that an order got before the import is rejected, and never assigned again', async () => {
  await server.db.deleteFrom('voucher_codes').execute();
  await addPoints(server, 'polishOwner', 5000);
  const { variant } = await newProduct(server, { type: 'PETROL', price: 40, stock: 9, sku: 'T-4' });
  const order = async () =>
    (await placeOrder(server, 'polishOwner', [lineOf(variant, 40)], { type: 'PETROL' })).uuid;
  const [givenOrder, waitingOrder] = [await order(), await order()];
  const response = { number: 'GIVEN-BEFORE', expiresAt: null, password: null };
  await decideOrder(givenOrder, { decision: 'complete', response }, server.services);
  write(['T-4,GIVEN-BEFORE,,']);
  expect((await send('apply')).lines.at(-2)).toBe(`${FILE}: 0 added, 0 unchanged, 1 rejected`);
  const rejectedText = readFileSync(join(folder, 'voucher-codes.rejected.csv'), 'utf8');
  expect(rejectedText).toContain(
    '2,The number has already been given to an order.,T-4,GIVEN-BEFORE,,',
  );
  await expect(
    decideOrder(waitingOrder, { decision: 'complete' }, server.services),
  ).rejects.toMatchObject({
    errors: [
      {
        field: 'input',
        message: expect.stringMatching(/^There are no codes left for this voucher/) as string,
      },
    ],
  });
});

test('two runs of `setup apply` at the same time report each code as added once', async () => {
  await server.db.deleteFrom('voucher_codes').execute();
  const count = 500;
  write(Array.from({ length: count }, (_item, index) => `FUEL-100,BOTH-${index},,`));
  const results = await Promise.all([send('apply'), send('apply')]);
  const totals = results.map(({ lines }) =>
    /: (\d+) added, (\d+) unchanged, 0 rejected/
      .exec(lines.at(-1) ?? '')
      ?.slice(1)
      .map(Number),
  );
  expect(totals.map((total) => (total?.[0] ?? 0) + (total?.[1] ?? 0))).toEqual([count, count]);
  expect((totals[0]?.[0] ?? 0) + (totals[1]?.[0] ?? 0)).toBe(count);
});

test('codes for a sku that several vouchers share are rejected', async () => {
  await newProduct(server, { type: 'PETROL', price: 40, stock: 9, sku: 'T-3' });
  await newProduct(server, { type: 'PETROL', price: 40, stock: 9, sku: 'T-3' });
  write(['T-3,AMBIGUOUS,,']);
  expect((await send('apply')).isAccepted).toBe(false);
  const rejectedText = readFileSync(join(folder, 'voucher-codes.rejected.csv'), 'utf8');
  expect(rejectedText).toContain('The sku T-3 belongs to several vouchers.');
});
