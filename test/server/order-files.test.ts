import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { MAX_COMPANY_FILES_BYTES } from '#server/orders/store-order-file.ts';
import { addPoints, lineOf, newProduct, recipient } from './order-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';
import { cameraMetadata, greyPicture, latitude, tiffOf } from './tiff-bytes.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
  await addPoints(server, 'polishOwner', 5000);
});
afterAll(() => server.close());

const tiff = tiffOf([greyPicture(Buffer.alloc(4))]);
const svg =
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
const fileOf = (text: string, name = 'my "logo".svg', uuid = randomUUID()) => {
  const bytes = new Uint8Array(Buffer.from(text, 'latin1'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { fields: { uuid, sha256, name }, bytes, mediaType: 'image/svg+xml' };
};
const upload = async (body: ReturnType<typeof fileOf>, account: AccountKey = 'polishOwner') =>
  server.call(calls.uploadOrderFile, { body }, await server.tokenOf(account));

describe('a file for an order (security 16)', () => {
  test('is stored once, belongs to the order, and is only served as a download', async () => {
    const file = fileOf(svg);
    const uploadResponse = await upload(file);
    expect(uploadResponse).toMatchObject({ status: 201, result: { name: 'my logo.svg' } });
    expect((await upload(file)).result).toEqual(uploadResponse.result);
    expect((await upload(fileOf(`${svg} `, 'a.svg', file.fields.uuid))).code).toBe('key_reused');

    const { variant } = await newProduct(server, { marketing: { type: 'sticker', subtype: null } });
    const token = await server.tokenOf('polishOwner');
    const submit = (logo: string) =>
      server.call(
        calls.createOrder,
        {
          body: {
            type: 'VELUXMS',
            order: [lineOf(variant)],
            delivery: 2,
            customer: recipient,
            data: {
              companyName: 'Company 1',
              phone: '501 234 567',
              logo: { uuid: logo, name: 'my logo.svg' },
            },
          },
        },
        token,
      );
    expect((await submit(randomUUID())).code).toBe('file_not_found');
    const orderWithFile = await submit(file.fields.uuid);
    expect(orderWithFile.result.data[0]?.contents[0]?.inputData).toMatchObject({
      companyName: 'Company 1',
      brandLogo: 'default',
      logo: { uuid: file.fields.uuid, name: 'my logo.svg' },
    });

    const get = (account: string) =>
      server.app.inject({
        url: `/files/order/${file.fields.uuid}`,
        headers: { authorization: `Bearer ${account}` },
      });
    const download = await get(token);
    expect(download.body).toBe(svg);
    expect(download.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-disposition': "attachment; filename*=UTF-8''my%20logo.svg",
      'cache-control': 'no-store',
    });
    expect((await get(await server.tokenOf('czechOwner'))).statusCode).toBe(404);
  });

  test.each([
    ['%PDF-1.7 …', 'drawing.ai', 'drawing.ai'],
    ['%!PS-Adobe-3.0 EPSF', 'logo.eps', 'logo.eps'],
    ['PK\u0003\u0004…', '../../etc/passwd', 'etcpasswd.zip'],
    [`8BPS${'\u0000'.repeat(40)}`, 'logo.svg', 'logo.psd'],
    [tiff.toString('latin1'), '.tif', 'tif.tif'],
  ])('has its type detected from its bytes: %j', async (text, name, storedName) => {
    expect((await upload(fileOf(text, name))).result).toMatchObject({ name: storedName });
  });
});

test('is stored without its location if it is a photo', async () => {
  const withMetadata = tiffOf([[...greyPicture(Buffer.alloc(4)), ...cameraMetadata]]).toString(
    'latin1',
  );
  const file = fileOf(withMetadata, 'roof.tif');
  expect((await upload(file)).status).toBe(201);
  const authorization = `Bearer ${await server.tokenOf('polishOwner')}`;
  const url = `/files/order/${file.fields.uuid}`;
  const download = await server.app.inject({ url, headers: { authorization } });
  expect(withMetadata).toContain('SECRET');
  expect(download.rawPayload.includes('SECRET')).toBe(false);
  expect(download.rawPayload.includes(latitude(true))).toBe(false);
});

describe('an invalid file for an order', () => {
  test.each([
    ['<html><svg></svg></html>'],
    ['MZ\u0090 a program'],
    ['#!/bin/sh'],
    ['\u00ff\u00d8\u00ff not a photo'],
    ['II*\u0000 not a photo'],
    ['8BPS'],
    [''],
  ])('is rejected if its bytes have another type: %j', async (text) => {
    expect((await upload(fileOf(text))).code).toBe('unsupported_media');
  });

  test('is rejected when the company’s quota is used up; existing files remain available', async () => {
    const file = fileOf(svg);
    const uploadResponse = await upload(file, 'czechOwner');
    const filler = Array.from({ length: 50 }, () => ({
      uuid: randomUUID(),
      company_id: accounts.czechOwner.companyId,
      sha256: '',
      bytes: MAX_COMPANY_FILES_BYTES / 50,
      media_type: 'image/svg+xml',
      name: 'filler.svg',
      content: new Uint8Array(),
      created_at: new Date(),
    }));
    await server.db.insertInto('order_files').values(filler).execute();
    const rejectedResponse = await upload(fileOf(svg), 'czechOwner');
    expect(rejectedResponse).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect((await upload(file, 'czechOwner')).result).toEqual(uploadResponse.result);
    expect((await upload(fileOf(svg))).status).toBe(201);
  });

  test('is rejected if it was damaged, or if the person has no access to the shop', async () => {
    const file = fileOf(svg);
    const corruptedFile = { ...file, fields: { ...file.fields, sha256: 'a'.repeat(64) } };
    expect((await upload(corruptedFile)).code).toBe('hash_mismatch');
    expect((await upload(file, 'decorStaff')).code).toBe('forbidden');
  });
});
