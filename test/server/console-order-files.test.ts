import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { regionIdOf } from '#schemas/regions.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { type OrderConsole, startOrderConsole } from './console-order-setup.ts';

let server: OrderConsole;
let shop: string;
beforeAll(async () => {
  server = await startOrderConsole();
  shop = await server.signIn('shop');
});
afterAll(() => server.close());

test('an order’s file can be downloaded in its country and through its order, and each download is audited', async () => {
  const [id = '', other = ''] = await server.newOrders(2);
  const { contents, company_id } = await server.db
    .selectFrom('orders')
    .select(['contents', 'company_id'])
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  const logo = { uuid: randomUUID(), name: 'łogo.svg' };
  const lines = (contents as object[]).map((line) => ({ ...line, inputData: { logo } }));
  await server.db
    .updateTable('orders')
    .set({ contents: toJsonb(lines) })
    .where('uuid', '=', id)
    .execute();
  const content = Buffer.from('<svg onload="alert(1)"/>');
  await server.db
    .insertInto('order_files')
    .values({
      ...{ uuid: logo.uuid, company_id, sha256: '', bytes: content.length, name: logo.name },
      ...{ media_type: 'image/svg+xml', content, created_at: new Date() },
    })
    .execute();
  const download = (order: string, token: string) =>
    server.consoleApp.inject({
      url: `/api/operator/v1/orders/${order}/files/${logo.uuid}`,
      headers: { cookie: `__Host-console=${token}` },
    });
  const { statusCode, headers, rawPayload } = await download(id, shop);
  expect(statusCode).toBe(200);
  expect(rawPayload).toEqual(content);
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''%C5%82ogo.svg",
    'cache-control': 'no-store',
  });
  const statusFor = async (order: string, token: string) =>
    (await download(order, token)).statusCode;
  expect(await statusFor(other, shop)).toBe(404);
  expect(await statusFor(id, await server.signIn('shop', [regionIdOf('CZ')]))).toBe(404);
  expect(await statusFor(id, await server.signIn('reviewer'))).toBe(403);
  // The role finance reads orders, but no personal data.
  expect(await statusFor(id, await server.signIn('finance'))).toBe(403);
  expect(await statusFor(id, 'unknown')).toBe(401);
  const auditRows = await server.db
    .selectFrom('operator_audit')
    .select(['kind', 'record_kind', 'record_id', 'region_id', 'outcome'])
    .where('act', '=', 'downloadOrderFile')
    .execute();
  const record = { record_kind: 'order', record_id: id, region_id: regionIdOf('PL') };
  expect(auditRows).toEqual([{ kind: 'read', ...record, outcome: 'done' }]);
});
