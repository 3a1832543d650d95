import { setTimeout } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { registerErrorHandler } from '#server/http/error-handler.ts';
import { delayRejections } from '#server/http/overload/delay-rejections.ts';
import { OVERLOAD_SAMPLE_MS, registerProtection } from '#server/http/overload/protection.ts';
import { type Services } from '#server/services.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/**
 * Starts a server with the limits for PostgreSQL, without a database.
 * @param pauseMs pause of its event loop before it listens
 * @returns a function that sends a request
 */
async function start(pauseMs = 0): Promise<() => Promise<number>> {
  const environment = { databaseUrl: 'postgres://none', rateLimitFactor: 1, rejectionDelayMs: 0 };
  const services = { environment } as unknown as Services;
  app = fastify();
  delayRejections(app, services.environment);
  registerErrorHandler(app, services);
  await registerProtection(app, services);
  block(pauseMs);
  app.get('/', () => Promise.resolve('here'));
  const url = await app.listen({ port: 0 });
  return () => fetch(url).then(({ status }) => status);
}

/** Blocks the event loop without using CPU time. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Sends requests for some time.
 * @returns the statuses that occurred
 */
async function statusesDuring(ms: number, send: () => Promise<number>): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (const end = performance.now() + ms; performance.now() < end; await setTimeout(50))
    statuses.add(await send());
  return statuses;
}

test('a server that started slowly rejects no requests', async () => {
  const send = await start(1_100);
  expect(await statusesDuring(1_500, send)).toEqual(new Set([200]));
});

test('a server whose event loop blocks for more than two seconds rejects requests', async () => {
  const send = await start();
  await setTimeout(2 * OVERLOAD_SAMPLE_MS);
  for (let turn = 0; turn < 6; turn += 1) {
    block(2_200);
    await setTimeout(0);
  }
  expect(await send()).toBe(503);
  await expect.poll(send, { timeout: 2 * OVERLOAD_SAMPLE_MS }).toBe(200);
}, 60_000);
