import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { readEnvironment } from '#server/environment.ts';
import { MAX_DELAYED, delayRejections } from '#server/http/overload/delay-rejections.ts';
import { startTestApp } from './test-app.ts';

describe('delaying a rejection', () => {
  let app: FastifyInstance;
  beforeEach(async () => {
    app = fastify();
    delayRejections(app, readEnvironment({}));
    await app.ready();
    vi.useFakeTimers();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await app.close();
  });
  const delay = () => {
    const state = { isFinished: false };
    void app.delayRejection().then(() => (state.isFinished = true));
    return state;
  };

  test('takes about a second, with a different duration for each', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.75);
    const longerDelay = delay();
    random.mockReturnValue(0.5);
    const currentDelay = delay();
    await vi.advanceTimersByTimeAsync(999);
    expect(currentDelay.isFinished).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([currentDelay.isFinished, longerDelay.isFinished]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(250);
    expect(longerDelay.isFinished).toBe(true);
  });

  test('ends when the server stops', async () => {
    const currentDelay = delay();
    await app.close();
    expect(currentDelay.isFinished).toBe(true);
    await app.delayRejection();
  });

  test('is skipped when too many are already delayed', async () => {
    const delays = Array.from({ length: MAX_DELAYED }, delay);
    const extraDelay = delay();
    await vi.advanceTimersByTimeAsync(0);
    expect(extraDelay.isFinished).toBe(true);
    expect(delays.filter(({ isFinished }) => isFinished)).toEqual([]);
  });
});

test('F50: a 429 is delayed; other rejections are immediate', async () => {
  const server = await startTestApp();
  const { promise, resolve } = Promise.withResolvers<void>();
  const delay = vi.spyOn(server.app, 'delayRejection').mockReturnValue(promise);
  const body = { email: 'unknown@example.com', region: 'PL' as const };
  const requestCode = () => server.call(calls.requestSignInCode, { body });
  for (let index = 0; index < 5; index += 1) expect((await requestCode()).status).toBe(404);
  expect(delay).not.toHaveBeenCalled();
  const statuses: number[] = [];
  const rejections = requestCode().then(({ status }) => statuses.push(status));
  await vi.waitUntil(() => delay.mock.calls.length > 0);
  expect((await server.call(calls.getSignedInUser, {})).status).toBe(401);
  expect(statuses).toEqual([]);
  resolve();
  await rejections;
  expect(statuses).toEqual([429]);
  await server.close();
});
