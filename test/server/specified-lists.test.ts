import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { project } from '#schemas/project.ts';
import { nextSerial, type ScanServer, startScanServer } from './scan-setup.ts';

/* Both forms of scan lists, and `constrainTo` in the list of projects (spec 1 §7). */

let server: ScanServer;
let ownerToken: string;
beforeAll(async () => {
  server = await startScanServer();
  ownerToken = await server.tokenOf('polishOwner');
});
afterAll(() => server.close());

async function send(method: 'GET' | 'POST', path: string, payload?: object) {
  const response = await server.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${ownerToken}` },
    ...(payload && { payload }),
  });
  const json = response.json<Record<string, unknown>>();
  return { status: response.statusCode, json, errors: json['errors'] };
}

describe('a list of scans', () => {
  const scanOf = (projects_id: string) => {
    const { code: serial_number, type, size, variant } = nextSerial();
    const scanFields = { projects_id, serial_number, size, variant, type };
    return { ...scanFields, is_unique: true, survey: null, image_data: null };
  };

  test('is confirmed as a bare list and in an object, with the same result', async () => {
    const { code, type, size, variant } = nextSerial();
    const scans = [{ code, type, size, variant }, { code }, { code: '99Z99999-9999' }];
    const unwrappedResponse = await send('POST', '/v2/scans/confirm', scans);
    const wrappedResponse = await send('POST', '/v2/scans/confirm', { scans });
    expect([unwrappedResponse.status, unwrappedResponse.json]).toEqual([200, wrappedResponse.json]);
    const { data } = unwrappedResponse.json as { data: { status: string }[] };
    expect(data.map(({ status }) => status)).toEqual(['ok', 'partial', 'unknown']);
    expect((await send('POST', '/v2/scans/confirm', [])).json).toEqual({ data: [] });
  });

  test('is saved as a bare list, with a verdict for each', async () => {
    const id = await server.newProject('polishOwner');
    const scan = scanOf(id);
    const { status, json } = await send('POST', '/v2/scans/bulk', [scan, scanOf(id), scan]);
    const { data } = json as { data: { status: number }[] };
    expect([status, ...data.map((verdict) => verdict.status)]).toEqual([200, 201, 201, 406]);
  });

  test('has the same limits in both forms, and errors point at the right field', async () => {
    const id = await server.newProject('polishOwner');
    const [validScan, invalidScan] = [scanOf(id), { ...scanOf(id), type: '§' }];
    for (const [path, field, body] of [
      ['/v2/scans/bulk', 'body.1.type', [validScan, invalidScan]],
      ['/v2/scans/bulk', 'body.scans.1.type', { scans: [validScan, invalidScan] }],
      ['/v2/scans/bulk', 'body', []],
      ['/v2/scans/bulk', 'body.scans', { scans: [] }],
      ['/v2/scans/bulk', 'body', Array.from({ length: 501 }, () => validScan)],
      ['/v2/scans/bulk', 'body.scans', { scans: Array.from({ length: 501 }, () => validScan) }],
      ['/v2/scans/confirm', 'body.0.code', [{}]],
      ['/v2/scans/confirm', 'body', Array.from({ length: 501 }, () => ({ code: 'A' }))],
    ] as const) {
      const { status, errors } = await send('POST', path, body);
      expect([path, status, (errors as { field: string }[])[0]?.field]).toEqual([path, 400, field]);
    }
    const nestedLists = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`) as object;
    expect((await send('POST', '/v2/scans/bulk', nestedLists)).status).toBe(400);
    // An array isn't a valid body unless the specification allows it.
    expect((await send('POST', '/v2/scans', [validScan])).status).toBe(400);
  });
});

describe('constrainTo', () => {
  const fieldsOf = async (query: string) => {
    const { status, json } = await send('GET', `/v1/project?limit=20&${query}`);
    const { data, meta } = json as { data: object[]; meta: object };
    return { status, fields: new Set(data.flatMap(Object.keys)), meta, count: data.length };
  };

  test('returns only the named fields of each project, and doesn’t affect paging', async () => {
    await server.newProject('polishOwner');
    const allFields = await fieldsOf('status=open');
    const someFields = await fieldsOf('status=open&constrainTo=uuid,%20street_name,uuid');
    expect(someFields).toEqual({ ...allFields, fields: new Set(['uuid', 'street_name']) });
    expect((await fieldsOf('constrainTo=')).fields).toEqual(allFields.fields);
    const all = Object.keys(project.entries).join(',');
    expect((await fieldsOf(`constrainTo=${all}`)).fields).toEqual(allFields.fields);
  });

  test.each(['company_id', 'uuid,', 'uuid;name', 'products', '__proto__', 'constructor', 'UUID'])(
    '%s is rejected, and the error names the parameter',
    async (value) => {
      const path = `/v1/project?constrainTo=${encodeURIComponent(value)}`;
      const { status, errors } = await send('GET', path);
      expect([status, errors]).toMatchObject([
        400,
        [{ code: 'invalid_input', field: 'query.constrainTo' }],
      ]);
    },
  );
});
