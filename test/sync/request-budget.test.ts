import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#schemas/durations.ts';
import {
  BUDGET_REFILL_MS,
  type RequestBudget,
  BUDGET_CAPACITY,
  createRequestBudget,
} from '#sync/retry/request-budget.ts';

let budget: RequestBudget;
let requests: string[];
beforeEach(() => {
  vi.useFakeTimers();
  budget = createRequestBudget();
  requests = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function request(count: number, name = 'one', priority: 'first' | 'in_turn' = 'in_turn'): void {
  for (let index = 0; index < count; index += 1)
    void budget.take(priority).then(() => requests.push(name));
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('the requests of a start are sent immediately, and later requests every two seconds', async () => {
  request(BUDGET_CAPACITY + 2);
  await pass(0);
  expect(requests).toHaveLength(BUDGET_CAPACITY);
  await pass(BUDGET_REFILL_MS - 1);
  expect(requests).toHaveLength(BUDGET_CAPACITY);
  await pass(1);
  expect(requests).toHaveLength(BUDGET_CAPACITY + 1);
  await pass(BUDGET_REFILL_MS);
  expect(requests).toHaveLength(BUDGET_CAPACITY + 2);
});

test('F14: no minute has more than 60 requests, even at high demand', async () => {
  request(1_000);
  let before = 0;
  for (let minute = 0; minute < 5; minute += 1) {
    await pass(60_000);
    expect(requests.length - before).toBeLessThanOrEqual(60);
    before = requests.length;
  }
});

test('unused requests aren’t saved beyond the burst', async () => {
  await pass(HOUR_MS);
  request(2 * BUDGET_CAPACITY);
  await pass(0);
  expect(requests).toHaveLength(BUDGET_CAPACITY);
});

test('F14: refilling the budget early never exceeds the limit', async () => {
  request(1);
  await pass(0);
  budget.refill();
  await pass(BUDGET_REFILL_MS);
  request(2 * BUDGET_CAPACITY);
  await pass(0);
  expect(requests).toHaveLength(1 + BUDGET_CAPACITY);
});

test('a request aborted while waiting uses up none of the budget, and doesn’t delay later requests', async () => {
  request(BUDGET_CAPACITY);
  const closed = new AbortController();
  let abandonedCount = 0;
  for (let index = 0; index < 5; index += 1)
    void budget.take('in_turn', closed.signal).then(() => (abandonedCount += 1));
  request(1, 'next');
  closed.abort();
  await pass(0);
  expect(abandonedCount).toBe(5);
  await budget.take('in_turn', closed.signal);
  await pass(BUDGET_REFILL_MS);
  expect(requests.at(-1)).toBe('next');
});

test('a probe is sent before waiting requests', async () => {
  request(BUDGET_CAPACITY + 3);
  request(1, 'probe', 'first');
  await pass(BUDGET_REFILL_MS);
  expect(requests.at(-1)).toBe('probe');
});

test('a refill sends waiting requests immediately', async () => {
  request(BUDGET_CAPACITY + 3);
  budget.refill();
  await pass(0);
  expect(requests).toHaveLength(BUDGET_CAPACITY + 3);
});
