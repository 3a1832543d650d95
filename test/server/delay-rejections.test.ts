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
  const hold = () => {
    const state = { isOver: false };
    void app.delayRejection().then(() => (state.isOver = true));
    return state;
  };

  test('takes about a second, and not the same time for all', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.75);
    const longer = hold();
    random.mockReturnValue(0.5);
    const held = hold();
    await vi.advanceTimersByTimeAsync(999);
    expect(held.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([held.isOver, longer.isOver]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(250);
    expect(longer.isOver).toBe(true);
  });

  test('ends with the server', async () => {
    const held = hold();
    await app.close();
    expect(held.isOver).toBe(true);
    await app.delayRejection();
  });

  test('isn’t done when too many are already delayed', async () => {
    const held = Array.from({ length: MAX_DELAYED }, hold);
    const more = hold();
    await vi.advanceTimersByTimeAsync(0);
    expect(more.isOver).toBe(true);
    expect(held.filter(({ isOver }) => isOver)).toEqual([]);
  });
});

test('F50: a 429 is delayed; other rejections are immediate', async () => {
  const server = await startTestApp();
  const { promise, resolve } = Promise.withResolvers<void>();
  const hold = vi.spyOn(server.app, 'delayRejection').mockReturnValue(promise);
  const body = { email: 'nobody@example.com', region: 'PL' as const };
  const ask = () => server.call(calls.login, { body });
  for (let n = 0; n < 5; n += 1) expect((await ask()).status).toBe(404);
  expect(hold).not.toHaveBeenCalled();
  const heard: number[] = [];
  const refused = ask().then(({ status }) => heard.push(status));
  await vi.waitUntil(() => hold.mock.calls.length > 0);
  expect((await server.call(calls.self, {})).status).toBe(401);
  expect(heard).toEqual([]);
  resolve();
  await refused;
  expect(heard).toEqual([429]);
  await server.close();
});
