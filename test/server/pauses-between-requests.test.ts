import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEnvironment } from '#server/environment.ts';
import { registerConcurrencyLimits } from '#server/http/overload/concurrency-limits.ts';

const TURN_MS = 10;

let app: FastifyInstance;
beforeEach(() => {
  app = fastify();
  // A tenth of its connections, two, are one person's.
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

/** Somebody asks for so much at once; how much of it is begun. */
function askFor(userId: string, count: number) {
  const state = { begun: 0 };
  const work = async () => {
    state.begun += 1;
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  };
  for (let n = 0; n < count; n += 1)
    void app.concurrency.perPerson({ userId, companyId: userId }, work);
  return state;
}

test('F50: whoever has far more waiting than an app asks for rests four times as long as their turns take', async () => {
  const greedy = askFor('ada', 30);
  await vi.advanceTimersByTimeAsync(5 * TURN_MS - 1);
  expect(greedy.begun).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(greedy.begun).toBe(4);
  // Twenty wait: from here on there are none.
  await vi.advanceTimersByTimeAsync(15 * TURN_MS);
  expect(greedy.begun).toBe(10);
  await vi.advanceTimersByTimeAsync(10 * TURN_MS);
  expect(greedy.begun).toBe(30);
});

test('F50: what an app asks for as it is opened, and what others ask for, goes without rests', async () => {
  askFor('ada', 30);
  const app = askFor('ben', 20);
  await vi.advanceTimersByTimeAsync(9 * TURN_MS);
  expect(app.begun).toBe(20);
});
