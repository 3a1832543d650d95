import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { API_HEADER } from '#schemas/api/api-header.ts';
import { throttleUploads } from '#server/http/overload/throttle-uploads.ts';
import { registerErrorHandler } from '#server/http/error-handler.ts';
import { registerConcurrencyLimits } from '#server/http/overload/concurrency-limits.ts';
import { registerCalls } from '#server/http/contract/register-calls.ts';
import { registerSecurityHeaders } from '#server/http/security-headers.ts';
import { readEnvironment } from '#server/environment.ts';
import type { Services } from '#server/services.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** Starts a server with a single call that returns this result. */
async function respondWith(mode: 'production' | 'test', result: unknown) {
  const environment = { ...readEnvironment({ NODE_ENV: 'test' }), mode };
  const logger = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
  const services = { environment, logger, clock: { now: () => 0 } } as unknown as Services;
  const app = fastify({ genReqId: () => 'request-1' });
  apps.push(app);
  registerErrorHandler(app, services);
  await registerSecurityHeaders(app, environment);
  registerConcurrencyLimits(app, environment);
  throttleUploads(app, environment);
  registerCalls(app, services, { ping: () => Promise.resolve(result as never) });
  const response = await app.inject({ method: 'GET', url: '/api/v1/ping' });
  return { response, logger };
}
const pong = { time: '2026-05-04T10:00:00.000Z', epoch: 'one' };

describe.each(['production', 'test'] as const)('a result in %s mode', (mode) => {
  test('that is valid is sent, without unknown fields', async () => {
    const { response } = await respondWith(mode, { ...pong, password_hash: 'secret' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(pong);
    expect(response.headers[API_HEADER]).toBe('1');
  });

  test.each([
    { ...pong, time: 'jan@example.com' },
    { ...pong, epoch: null, password_hash: 'jan@example.com' },
    { name: 'jan@example.com' },
    null,
    [],
  ])(
    '%j that violates its schema becomes a 500, which is logged with the call’s id and without values',
    async (result) => {
      const { response, logger } = await respondWith(mode, result);
      expect(response.statusCode).toBe(500);
      expect(response.json()).toMatchObject({ errors: [{ code: 'internal' }] });
      expect(response.body).not.toContain('jan@example.com');
      expect(response.headers[API_HEADER]).toBe('1');
      const [line] = logger.error.mock.calls[0] ?? [];
      expect(line).toMatchObject({ reqId: 'request-1', call: 'ping' });
      expect(JSON.stringify(logger.error.mock.calls)).not.toContain('jan@example.com');
    },
  );
});
