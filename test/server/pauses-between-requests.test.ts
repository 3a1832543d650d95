import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEnvironment } from '#server/environment.ts';
import { registerConcurrencyLimits } from '#server/http/overload/concurrency-limits.ts';

const TURN_MS = 10;

let app: FastifyInstance;
beforeEach(() => {
  app = fastify();
  // Each person gets a tenth of the connections, which is two here.
  registerConcurrencyLimits(
    app,
    readEnvironment({ DATABASE_URL: 'postgres://club@127.0.0.1/club' }),
  );
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/**
 * Queues `count` requests from one person.
 * @returns the number started so far
 */
function runRequests(userId: string, count: number) {
  const state = { started: 0 };
  const task = async () => {
    state.started += 1;
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  };
  for (let index = 0; index < count; index += 1)
    void app.concurrency.perPerson({ userId, companyId: userId }, task);
  return state;
}

test('F50: a person who queues far more requests than the app does gets pauses of four times their duration', async () => {
  const busyUser = runRequests('ada', 30);
  await vi.advanceTimersByTimeAsync(5 * TURN_MS - 1);
  expect(busyUser.started).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(busyUser.started).toBe(4);
  // At most twenty requests are waiting now, so the rest run without pauses.
  await vi.advanceTimersByTimeAsync(15 * TURN_MS);
  expect(busyUser.started).toBe(10);
  await vi.advanceTimersByTimeAsync(10 * TURN_MS);
  expect(busyUser.started).toBe(30);
});

test('F50: the requests that the app sends when it opens run without pauses, even while another person queues many requests', async () => {
  runRequests('ada', 30);
  const openingApp = runRequests('ben', 20);
  await vi.advanceTimersByTimeAsync(9 * TURN_MS);
  expect(openingApp.started).toBe(20);
});
