import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { type FastifyInstance } from 'fastify';
import { type Services } from '#server/services.ts';
import { ApiFailure } from '../failure.ts';

/** Maximum number of requests per minute and address. It's enough for an office behind one router. */
const REQUESTS_PER_MINUTE = 3000;
/** Compressing smaller responses isn't worth it. */
const COMPRESS_FROM_BYTES = 1024;
/** Average delay of the event loop, in ms, above which requests are briefly rejected. */
const OVERLOAD_DELAY_MS = 2000;
/**
 * Time over which the delay is averaged. The library counts a period without a sample as an infinite delay. With its
 * default of one second, all requests would be rejected after a single pause of that length.
 */
export const OVERLOAD_SAMPLE_MS = 3000;
const OVERLOAD_RETRY_SECONDS = 5;

/** Registers compression, and limits that keep one client or burst from blocking all others. */
export async function registerProtection(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    // No client sends compressed requests, and unpacking untrusted data is a risk.
    globalDecompression: false,
  });
  await limitRequests(app, services);
  // The embedded database runs on this thread, and its long statements must not be taken for an overload.
  if (services.environment.databaseUrl === null) return;
  let measuredFrom = Number.POSITIVE_INFINITY;
  app.addHook('onListen', async () => {
    // Earlier samples include startup, which blocks the event loop for longer.
    measuredFrom = performance.now() + 2 * OVERLOAD_SAMPLE_MS;
  });
  await app.register(underPressure, {
    maxEventLoopDelay: OVERLOAD_DELAY_MS,
    sampleInterval: OVERLOAD_SAMPLE_MS,
    pressureHandler: () => {
      if (performance.now() < measuredFrom) return;
      throw new ApiFailure('unavailable', { retryAfter: OVERLOAD_RETRY_SECONDS });
    },
  });
}

async function limitRequests(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(rateLimit, { global: false });
  const check = app.createRateLimit({
    max: REQUESTS_PER_MINUTE * services.environment.rateLimitFactor,
    timeWindow: 60_000,
  });
  app.addHook('onRequest', async (request) => {
    const outcome = await check(request);
    if (outcome.isAllowed || !outcome.isExceeded) return;
    throw new ApiFailure('too_many_requests', { retryAfter: outcome.ttlInSeconds });
  });
}
