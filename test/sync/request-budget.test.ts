import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  BUDGET_REFILL_MS,
  type RequestBudget,
  BUDGET_CAPACITY,
  createRequestBudget,
} from '#sync/retry/request-budget.ts';

let budget: RequestBudget;
let asked: string[];
beforeEach(() => {
  vi.useFakeTimers();
  budget = createRequestBudget();
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function ask(count: number, name = 'one', turn: 'first' | 'in_turn' = 'in_turn'): void {
  for (let at = 0; at < count; at += 1) void budget.take(turn).then(() => asked.push(name));
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a start’s requests are sent at once, then one every two seconds', async () => {
  ask(BUDGET_CAPACITY + 2);
  await pass(0);
  expect(asked).toHaveLength(BUDGET_CAPACITY);
  await pass(BUDGET_REFILL_MS - 1);
  expect(asked).toHaveLength(BUDGET_CAPACITY);
  await pass(1);
  expect(asked).toHaveLength(BUDGET_CAPACITY + 1);
  await pass(BUDGET_REFILL_MS);
  expect(asked).toHaveLength(BUDGET_CAPACITY + 2);
});

test('F14: no minute has more than 60 requests, whatever the demand', async () => {
  ask(1_000);
  let before = 0;
  for (let minute = 0; minute < 5; minute += 1) {
    await pass(60_000);
    expect(asked.length - before).toBeLessThanOrEqual(60);
    before = asked.length;
  }
});

test('unused requests aren’t saved beyond the burst', async () => {
  await pass(3_600_000);
  ask(2 * BUDGET_CAPACITY);
  await pass(0);
  expect(asked).toHaveLength(BUDGET_CAPACITY);
});

test('F14: refilling during the refill never exceeds the limit', async () => {
  ask(1);
  await pass(0);
  budget.refill();
  await pass(BUDGET_REFILL_MS);
  ask(2 * BUDGET_CAPACITY);
  await pass(0);
  expect(asked).toHaveLength(1 + BUDGET_CAPACITY);
});

test('a waiter that gives up uses nothing, and doesn’t delay those behind', async () => {
  ask(BUDGET_CAPACITY);
  const closed = new AbortController();
  let left = 0;
  for (let at = 0; at < 5; at += 1)
    void budget.take('in_turn', closed.signal).then(() => (left += 1));
  ask(1, 'next');
  closed.abort();
  await pass(0);
  expect(left).toBe(5);
  await budget.take('in_turn', closed.signal);
  await pass(BUDGET_REFILL_MS);
  expect(asked.at(-1)).toBe('next');
});

test('a probe goes first', async () => {
  ask(BUDGET_CAPACITY + 3);
  ask(1, 'probe', 'first');
  await pass(BUDGET_REFILL_MS);
  expect(asked.at(-1)).toBe('probe');
});

test('a refill sends waiting requests at once', async () => {
  ask(BUDGET_CAPACITY + 3);
  budget.refill();
  await pass(0);
  expect(asked).toHaveLength(BUDGET_CAPACITY + 3);
});
