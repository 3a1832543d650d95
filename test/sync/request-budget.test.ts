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

test('as many as a start takes go at once, then one every two seconds', async () => {
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

test('F14: in no minute are there more than 60, however many want to ask', async () => {
  ask(1_000);
  let before = 0;
  for (let minute = 0; minute < 5; minute += 1) {
    await pass(60_000);
    expect(asked.length - before).toBeLessThanOrEqual(60);
    before = asked.length;
  }
});

test('what was not asked for is not saved up beyond that', async () => {
  await pass(3_600_000);
  ask(2 * BUDGET_CAPACITY);
  await pass(0);
  expect(asked).toHaveLength(BUDGET_CAPACITY);
});

test('F14: what is filled while it grows is full, and no more', async () => {
  ask(1);
  await pass(0);
  budget.refill();
  await pass(BUDGET_REFILL_MS);
  ask(2 * BUDGET_CAPACITY);
  await pass(0);
  expect(asked).toHaveLength(1 + BUDGET_CAPACITY);
});

test('who gives up while waiting takes nothing, and nobody behind waits for it', async () => {
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

test('a probe goes before whatever waits', async () => {
  ask(BUDGET_CAPACITY + 3);
  ask(1, 'probe', 'first');
  await pass(BUDGET_REFILL_MS);
  expect(asked.at(-1)).toBe('probe');
});

test('whoever waits goes at once where there is a reason to ask', async () => {
  ask(BUDGET_CAPACITY + 3);
  budget.refill();
  await pass(0);
  expect(asked).toHaveLength(BUDGET_CAPACITY + 3);
});
