import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls, allPictures, allStreams, calls } from '#schemas/api/calls.ts';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { UNUSUAL_SCANS_PER_HOUR } from '#server/scans/scan-handlers.ts';
import { namesIn } from '#test/setup/schema-names.ts';
import { nextSerial, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

const fieldNames = (call: Call) => [...namesIn(call.query), ...namesIn(call.params)];

describe('security 6: the URL', () => {
  test.each([...allCalls, ...allPictures, ...allStreams].map((call) => [call.id, call] as const))(
    'of %s has no parameter for a token or one-time code',
    (_id, call) => {
      const secret = /token|secret|password|otp|challenge/i;
      expect(fieldNames(call).filter((name) => secret.test(name))).toEqual([]);
      expect(call.path).not.toMatch(secret);
    },
  );
});

describe('security 11: a PATCH', () => {
  const patches = allCalls.filter(({ method, body }) => method === 'PATCH' && body !== undefined);
  test.each(patches.map((call) => [call.id, call] as const))(
    '%s has no field for role, points, company or verification',
    (_id, { body }) => {
      const protectedFields = /^(role|points|company|company_id|verified\w*|active_role|flag|rev)$/;
      const names = body !== undefined && isFileBody(body) ? [] : namesIn(body);
      expect(names.filter((name) => protectedFields.test(name))).toEqual([]);
    },
  );

  test('that nevertheless contains such a field doesn’t change the field’s value', async () => {
    const project = await server.newProject('polishOwner');
    const forgedFields = {
      company_id: accounts.czechOwner.companyId,
      calculated_available_points: 9999,
    };
    const response = await server.app.inject({
      method: 'PATCH',
      url: `/api${calls.updateProject.path.replace('{id}', project)}`,
      headers: { authorization: `Bearer ${await server.tokenOf('polishOwner')}` },
      payload: { status: 1, ...forgedFields },
    });
    expect(response.statusCode).toBe(200);
    const row = await server.db
      .selectFrom('projects')
      .select('company_id')
      .where('uuid', '=', project)
      .executeTakeFirstOrThrow();
    expect(row.company_id).toBe(accounts.polishOwner.companyId);
    expect(response.json()).toMatchObject({ calculated_available_points: 0 });
  });
});

describe('security 12: an idempotency key', () => {
  const create = async (key: string, streetName: string, account: 'polishOwner' | 'czechOwner') =>
    server.call(
      calls.createProject,
      { body: { streetName, postalCode: '00-001' }, headers: { 'idempotency-key': key } },
      await server.tokenOf(account),
    );

  test('with another body returns 422, and changes nothing', async () => {
    const key = randomUUID();
    const first = await create(key, 'ul. Pierwsza 1', 'polishOwner');
    const conflict = await create(key, 'ul. Druga 2', 'polishOwner');
    expect([first.status, conflict.status, conflict.code]).toEqual([201, 422, 'key_reused']);
    expect(await create(key, 'ul. Pierwsza 1', 'polishOwner')).toMatchObject({
      status: 201,
      result: { uuid: first.result.uuid },
    });
  });

  test('belongs to one account: the same key of another account is independent', async () => {
    const key = randomUUID();
    const ownResult = await create(key, 'ul. Wspólna 1', 'polishOwner');
    const foreignResult = await create(key, 'ul. Wspólna 1', 'czechOwner');
    expect(foreignResult.status).toBe(201);
    expect(foreignResult.result.uuid).not.toBe(ownResult.result.uuid);
  });

  test('used by fifty concurrent requests creates one project, which all of them return (F02)', async () => {
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => create(key, 'ul. Równoległa 50', 'polishOwner')),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ result }) => result.uuid)).size).toBe(1);
  });
});

describe('security 13: a serial number', () => {
  test('counts for only one of two companies that save it fifty times concurrently', async () => {
    const serial = nextSerial();
    const projects = {
      polishOwner: await server.newProject('polishOwner'),
      czechOwner: await server.newProject('czechOwner'),
    };
    const responses = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const account = index % 2 === 0 ? 'polishOwner' : 'czechOwner';
        const body = { scans: [saveOf(serial, projects[account])] };
        return server.call(calls.sendScans, { body }, await server.tokenOf(account));
      }),
    );
    const verdicts = responses.flatMap(({ result }) => result.data);
    expect(verdicts.filter(({ error }) => error === null)).toHaveLength(1);
    expect(new Set(verdicts.flatMap(({ error }) => error?.code ?? []))).toEqual(
      new Set(['already_scanned']),
    );
  });

  test('is logged once if a company saves too many in an hour', async () => {
    const warnings = () =>
      server.log.filter((line) => line.includes('a company saves unusually many scans'));
    const project = await server.newProject('polishOwner');
    const token = await server.tokenOf('polishOwner');
    const save = () => {
      const body = { scans: [saveOf(nextSerial(), project)] };
      return server.call(calls.sendScans, { body }, token);
    };
    await save();
    await server.db
      .updateTable('rate_windows')
      .set({ count: UNUSUAL_SCANS_PER_HOUR - 1 })
      .where('key', '=', `scans:${accounts.polishOwner.companyId}`)
      .execute();
    expect(warnings()).toEqual([]);
    await save();
    await save();
    expect(warnings()).toHaveLength(1);
  });
});
