import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { freeDemoSerials } from '#server/demo/serials.ts';
import {
  serialsWithSurvey,
  nextSerial,
  productAnswer,
  type ScanServer,
  saveOf,
  startScanServer,
} from './scan-setup.ts';

let server: ScanServer;
let ownerToken: string;
let project: string;

beforeAll(async () => {
  server = await startScanServer();
  ownerToken = await server.tokenOf('polishOwner');
  project = await server.newProject('polishOwner');
});
afterAll(() => server.close());

describe('confirming a code', () => {
  test('is ok if the description matches the registry', async () => {
    const { code, ...product } = nextSerial();
    const response = await server.call(
      calls.confirmScan,
      { query: { code, ...product } },
      ownerToken,
    );
    expect(response.result).toEqual({ ...product, status: 'ok' });
  });

  test('is partial if something is missing or differs, and describes the product', async () => {
    const { code, ...product } = nextSerial();
    for (const query of [{ code }, { code, ...product, size: 'XX99' }]) {
      const response = await server.call(calls.confirmScan, { query }, ownerToken);
      expect(response.result).toEqual({ ...product, status: 'partial' });
    }
  });

  test('rejects a code that was never produced', async () => {
    const query = { code: '99Z99999-9999' };
    const response = await server.call(calls.confirmScan, { query }, ownerToken);
    expect(response).toMatchObject({ status: 404, code: 'product_not_found' });
  });

  test('rejects a product that the role must not scan', async () => {
    const decorToken = await server.tokenOf('decorStaff');
    const { code } = nextSerial();
    const window = await server.call(calls.confirmScan, { query: { code } }, decorToken);
    expect(window).toMatchObject({ status: 400, code: 'type_not_allowed' });
    const internal = new Set(
      demoProductTypes.filter(({ status }) => status === 'internal').map(({ type }) => type),
    );
    const internalBlind = freeDemoSerials().find(({ type }) => internal.has(type));
    const query = { code: internalBlind?.code ?? '' };
    expect((await server.call(calls.confirmScan, { query }, decorToken)).status).toBe(200);
  });

  test('in a batch returns a result for each code, in order', async () => {
    const [knownSerial, countedSerial] = [nextSerial(), nextSerial()];
    await server.call(calls.createScan, { body: saveOf(countedSerial, project) }, ownerToken);
    const retiredProduct = freeDemoSerials().find(({ type }) => type === 'GZX');
    const scans = [
      { code: '99Z99999-9999' },
      knownSerial,
      { code: knownSerial.code },
      countedSerial,
      { code: retiredProduct?.code ?? '' },
      knownSerial,
    ];
    const response = await server.call(calls.confirmScans, { body: { scans } }, ownerToken);
    expect(response.result.data.map(({ status }) => status)).toEqual([
      'unknown',
      'ok',
      'partial',
      'already_scanned',
      'type_not_allowed',
      'ok',
    ]);
    expect(response.result.data.map(({ code }) => code)).toEqual(scans.map(({ code }) => code));
  });
});

describe('saving one scan', () => {
  test('returns the scan, and the same one when it is resent (F01)', async () => {
    const body = saveOf(nextSerial(), project);
    const first = await server.call(calls.createScan, { body }, ownerToken);
    expect(first).toMatchObject({ status: 201, result: { uuid: body.uuid, flag: 'valid' } });
    const repeatedResponse = await server.call(calls.createScan, { body }, ownerToken);
    expect(repeatedResponse.status).toBe(201);
    expect(repeatedResponse.result).toEqual(first.result);
  });

  test('returns the status that the specification assigns to the error', async () => {
    const serial = nextSerial();
    await server.call(calls.createScan, { body: saveOf(serial, project) }, ownerToken);
    const attempts = [
      [saveOf(serial, project), 406, 'already_scanned'],
      [saveOf(nextSerial(), project, { variant: 'ZZ' }), 400, 'serial_mismatch'],
      [saveOf(nextSerial(), randomUUID()), 404, 'project_not_found'],
    ] as const;
    for (const [body, status, code] of attempts) {
      expect(await server.call(calls.createScan, { body }, ownerToken)).toMatchObject({
        status,
        code,
      });
    }
  });

  test('keeps the answers to the product question', async () => {
    const serial = serialsWithSurvey[0] ?? nextSerial();
    const rejectedResponse = await server.call(
      calls.createScan,
      { body: saveOf(serial, project) },
      ownerToken,
    );
    expect(rejectedResponse.code).toBe('survey_incomplete');
    const body = saveOf(serial, project, { survey: productAnswer });
    const savedResponse = await server.call(calls.createScan, { body }, ownerToken);
    expect(savedResponse.result.survey).toBe(productAnswer);
  });

  test('ignores answers with characters that a database can’t store', async () => {
    const serial = serialsWithSurvey[1] ?? nextSerial();
    for (const survey of ['\u0000', '[{"\ud800":1}]', '"\\u0000"']) {
      const body = saveOf(serial, project, { survey });
      const response = await server.call(calls.createScan, { body }, ownerToken);
      expect(response.code).toBe('survey_incomplete');
    }
    const unusualSurvey = `[{"question_id":300,"answer_id":301,"value":null,"\\ud800\\u0000":1}]`;
    const body = saveOf(serial, project, { survey: unusualSurvey });
    const response = await server.call(calls.createScan, { body }, ownerToken);
    expect(response.result.survey).toBe(productAnswer);
  });
});

describe('deleting one scan', () => {
  test('removes it from its project, idempotently', async () => {
    const body = saveOf(nextSerial(), project);
    await server.call(calls.createScan, { body }, ownerToken);
    const params = { id: body.uuid };
    expect((await server.call(calls.deleteScan, { params }, ownerToken)).status).toBe(200);
    expect((await server.call(calls.deleteScan, { params }, ownerToken)).status).toBe(200);
    const list = await server.call(calls.listScans, { query: { limit: 1000 } }, ownerToken);
    expect(list.result.data.map(({ uuid }) => uuid)).not.toContain(body.uuid);
  });

  test('of another company finds nothing', async () => {
    const body = saveOf(nextSerial(), project);
    await server.call(calls.createScan, { body }, ownerToken);
    const foreignToken = await server.tokenOf('czechOwner');
    const response = await server.call(
      calls.deleteScan,
      { params: { id: body.uuid } },
      foreignToken,
    );
    expect(response).toMatchObject({ status: 404, code: 'not_found' });
  });
});

test('lists the saved scans in pages, newest first', async () => {
  const token = await server.tokenOf('czechOwner');
  const ownProject = await server.newProject('czechOwner');
  const uuids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    server.clock.advance(1000);
    const body = saveOf(nextSerial(), ownProject);
    uuids.unshift(body.uuid);
    await server.call(calls.createScan, { body }, token);
  }
  const page = async (number: number) =>
    (await server.call(calls.listScans, { query: { page: number, limit: 2 } }, token)).result;
  const pages = [await page(1), await page(2), await page(3)];
  expect(pages.flatMap(({ data }) => data.map(({ uuid }) => uuid))).toEqual(uuids);
  expect(pages[0]?.meta).toEqual({ last_page: 3, total: 5 });
  expect((await page(4)).data).toEqual([]);
});
