import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { newLead, enableLeads } from './lead-setup.ts';
import { newProduct } from './order-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';

let server: ScanServer;
let token: string;
beforeAll(async () => {
  server = await startScanServer();
  token = await server.tokenOf('polishOwner');
  await newProduct(server);
  await enableLeads(server, 'polishOwner');
  await newLead(server, 'polishOwner');
});
afterAll(() => server.close());

const lists = [
  ['listShopProducts', 'active'],
  ['listShopProducts', 'is_visible'],
  ['listContent', 'visible'],
  ['listLeads', 'enabled'],
  ['listProjects', 'has_warranty_certificate'],
] as const;

describe.each(lists)('the list %s', (call, flag) => {
  const listWith = (value: unknown) =>
    server.call(calls[call], { query: { [flag]: value } as object }, token);
  const idsOf = async (value: unknown) => {
    const { status, result } = await listWith(value);
    expect(status).toBe(200);
    return result.data.map(({ uuid }) => uuid);
  };

  test(`accepts "${flag}" as 0 or 1, and as true or false in any case`, async () => {
    const whenTrue = await idsOf('1');
    for (const value of [1, 'true', 'True', true]) expect(await idsOf(value)).toEqual(whenTrue);
    const whenFalse = await idsOf('0');
    for (const value of [0, 'false', 'FALSE', false]) expect(await idsOf(value)).toEqual(whenFalse);
    expect(whenTrue.filter((id) => whenFalse.includes(id))).toEqual([]);
  });

  test.each(['2', '-1', 'yes', '', '1.5'])('rejects %j', async (value) => {
    const response = await listWith(value);
    expect(response.status).toBe(400);
    expect(response.code).toBe('invalid_input');
  });
});

test('selects for false exactly the rows that it excludes for true', async () => {
  const { product } = await newProduct(server);
  const list = async (query: object) =>
    (await server.call(calls.listShopProducts, { query }, token)).result.data.map(
      ({ uuid }) => uuid,
    );
  expect(await list({ active: 'true' })).toContain(product);
  expect(await list({ active: 'false' })).not.toContain(product);
  expect(
    (await server.call(calls.listLeads, { query: { enabled: 'true' } as object }, token)).result
      .data.length,
  ).toBe(1);
  expect(
    (await server.call(calls.listLeads, { query: { enabled: 'false' } as object }, token)).result
      .data,
  ).toEqual([]);
});
