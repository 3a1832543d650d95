import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runOnce, type IdempotentRequest } from '#server/db/idempotency.ts';
import { transact } from '#server/db/database.ts';
import { IDEMPOTENCY_TTL_MS, runJobs } from '#server/scheduled-jobs.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

function createRequest(overrides: Partial<IdempotentRequest> = {}): IdempotentRequest {
  return {
    owner: accounts.polishOwner.id,
    key: randomUUID(),
    call: 'createProject',
    body: { streetName: 'Dachowa', postalCode: '00-001' },
    now: server.clock.now(),
    ...overrides,
  };
}

/** Work with a countable effect: increments the company's rev. */
async function count(request: IdempotentRequest, fail = false): Promise<{ rev: number }> {
  return transact(server.db, (trx) =>
    runOnce(trx, request, async () => {
      const row = await trx
        .updateTable('companies')
        .set((eb) => ({ rev: eb('rev', '+', 1) }))
        .where('id', '=', accounts.polishOwner.companyId)
        .returning('rev')
        .executeTakeFirstOrThrow();
      if (fail) throw new Error('the work failed');
      return row;
    }),
  );
}

async function readRev(): Promise<number> {
  const row = await server.db
    .selectFrom('companies')
    .select('rev')
    .where('id', '=', accounts.polishOwner.companyId)
    .executeTakeFirstOrThrow();
  return row.rev;
}

describe('work with a key', () => {
  test('runs once for fifty concurrent requests, which all get the same response (F02)', async () => {
    const before = await readRev();
    const request = createRequest();
    const responses = await Promise.all(Array.from({ length: 50 }, () => count(request)));
    expect(new Set(responses.map((response) => response.rev))).toEqual(new Set([before + 1]));
    expect(await readRev()).toBe(before + 1);
  });

  test('is recognised if the body’s keys are in another order', async () => {
    const request = createRequest();
    const first = await count(request);
    const repeatedCount = await count({
      ...request,
      body: { postalCode: '00-001', streetName: 'Dachowa' },
    });
    expect(repeatedCount).toEqual(first);
  });

  test('is rejected with another body or for another call', async () => {
    const request = createRequest();
    await count(request);
    await expect(count({ ...request, body: { streetName: 'Other' } })).rejects.toMatchObject({
      code: 'key_reused',
    });
    await expect(count({ ...request, call: 'createOrder' })).rejects.toMatchObject({
      code: 'key_reused',
    });
  });

  test('belongs to one person: the same key of another person is independent', async () => {
    const request = createRequest();
    const first = await count(request);
    const other = await count({ ...request, owner: accounts.czechOwner.id });
    expect(other.rev).toBe(first.rev + 1);
  });

  test('that fails is rolled back and leaves the key unused', async () => {
    const before = await readRev();
    const request = createRequest();
    await expect(count(request, true)).rejects.toThrow('the work failed');
    expect(await readRev()).toBe(before);
    expect((await count(request)).rev).toBe(before + 1);
  });

  test('always runs if the key is null', async () => {
    const before = await readRev();
    await count(createRequest({ key: null }));
    await count(createRequest({ key: null }));
    expect(await readRev()).toBe(before + 2);
  });

  test('is remembered for sixty days', async () => {
    const request = createRequest();
    const first = await count(request);
    server.clock.advance(IDEMPOTENCY_TTL_MS);
    await runJobs(server.services);
    expect(await count(request)).toEqual(first);
    server.clock.advance(1);
    await runJobs(server.services);
    expect((await count(request)).rev).toBe(first.rev + 1);
  });
});
