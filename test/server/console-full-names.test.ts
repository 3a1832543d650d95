import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { MAX_FULL_NAMES } from '#schemas/operator/operator-list.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { namesIn } from '#test/setup/schema-names.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { type TestInput } from './test-app.ts';

const poland = regionIdOf('PL');
const PEOPLE = 700;

let server: TestConsole;
let operator: string;
let token: string;
beforeAll(async () => {
  server = await startConsole({ demo: true, variables: { RATE_LIMIT_FACTOR: '100000' } });
  await sql`
    insert into installers (id, company_id, name, surname, role, languages_id, created_at)
    select gen_random_uuid(), company_id, 'Zofia', 'Zielińska', role, languages_id, created_at
    from (select * from installers where region_id = ${poland} limit 1) as person,
      generate_series(1, ${PEOPLE})`.execute(server.db);
});
beforeEach(async () => {
  operator = await server.addOperator(grantsOf('administrator'));
  token = await server.startSession(operator);
});
afterAll(() => server.close());

/** Reads a page of people, with the numbers of full and shortened names. */
async function readPage(query: { cursor?: string; limit?: number } = {}, session = token) {
  const input = { query: { sort: '-name' as const, ...query } };
  const { result } = await server.operate(operatorCalls.listPeople, input, session);
  const { data, meta } = result;
  return {
    full: data.filter(({ name }) => !name.endsWith('.')).length,
    short: data.filter(({ name }) => name.endsWith('.')).length,
    isShortened: meta.names_shortened ?? false,
    next: meta.next ?? '',
  };
}

/** Reads at least as many people as were added, page by page. */
async function readAll(limit: number) {
  const sums = { full: 0, short: 0 };
  let cursor = '';
  do {
    const page = await readPage({ cursor, limit });
    sums.full += page.full;
    sums.short += page.short;
    ({ next: cursor } = page);
  } while (cursor !== '' && sums.full + sums.short < PEOPLE);
  return sums;
}

/** Fills the operator's limit with other records. */
async function useUpLimit() {
  const read_at = new Date(server.clock.now());
  const reads = Array.from({ length: MAX_FULL_NAMES }, () => ({
    ...{ operator_id: operator, record_id: randomUUID(), read_at },
  }));
  await server.db.deleteFrom('full_name_reads').execute();
  await server.db.insertInto('full_name_reads').values(reads).execute();
}

describe('full names in lists', () => {
  test.each([
    [200, 400],
    // The names on the screen's first page aren't counted.
    [50, 550],
  ])('are shortened after 500, in pages of %i rows', async (limit, fullCount) => {
    const sums = await readAll(limit);
    expect(sums.full).toBe(fullCount);
    expect(sums.short).toBeGreaterThanOrEqual(PEOPLE - fullCount);
  });

  test('are still shown on pages that were already read and to other operators, and are shown again after a day', async () => {
    const first = await readPage({ limit: 200 });
    const second = await readPage({ limit: 200, cursor: first.next });
    const third = await readPage({ limit: 200, cursor: second.next });
    expect([second.full, second.isShortened]).toEqual([200, false]);
    expect([third.full, third.short, third.isShortened]).toEqual([0, 200, true]);
    expect((await readPage({ limit: 200, cursor: first.next })).full).toBe(200);
    expect((await readPage()).full).toBe(50);
    const other = await server.startSession(await server.addOperator(grantsOf('support')));
    expect((await readPage({ limit: 200, cursor: second.next }, other)).full).toBe(200);
    server.clock.advance(DAY_MS);
    const laterSession = await server.startSession(operator);
    expect((await readPage({ limit: 200, cursor: second.next }, laterSession)).full).toBe(200);
  });

  test('are limited in each list that shows them', async () => {
    const viewer = await server.startSession(await server.addOperator(grantsOf('viewer')));
    const read = async (call: OperatorCall, session: string) => {
      const input = { query: { limit: 200 } } as unknown as TestInput<OperatorCall>;
      const { status, result } = await server.operate(call, input, session);
      return status === 200
        ? (result as { data: unknown; meta: { names_shortened?: boolean } })
        : null;
    };
    const lists = Object.values<OperatorCall>(operatorCalls).filter(
      ({ method, params, result, query }) =>
        method === 'GET' &&
        params === undefined &&
        query !== undefined &&
        namesIn(result).includes('next'),
    );
    const limitedCalls: string[] = [];
    for (const call of lists) {
      const [all, masked] = [await read(call, token), await read(call, viewer)];
      const isMasked = JSON.stringify(all?.data) !== JSON.stringify(masked?.data);
      if (masked !== null && isMasked) limitedCalls.push(call.id);
    }
    await useUpLimit();
    const shorteningCalls: string[] = [];
    for (const call of lists) {
      const [all, masked] = [await read(call, token), await read(call, viewer)];
      const isEqual = JSON.stringify(all?.data) === JSON.stringify(masked?.data);
      if (all?.meta.names_shortened === true && isEqual) shorteningCalls.push(call.id);
    }
    expect(limitedCalls.length).toBeGreaterThan(2);
    expect(shorteningCalls).toEqual(expect.arrayContaining(limitedCalls));
  });
});
