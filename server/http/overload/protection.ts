import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { type FastifyInstance } from 'fastify';
import { type Services } from '#server/services.ts';
import { ApiFailure } from '../failure.ts';

/** Requests per minute and address: enough for an office behind one router. */
const REQUESTS_PER_MINUTE = 3000;
/** Compressing smaller responses isn't worth it. */
const COMPRESS_FROM_BYTES = 1024;
/** Average event-loop delay above which requests are briefly rejected. */
const OVERLOAD_DELAY_MS = 2000;
/**
 * Time over which the delay is averaged. The library counts a time without a sample as an infinite delay: with its
 * default of one second, a single pause of that length would reject all requests.
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
  // The embedded database runs on this thread: its long statements aren't overload.
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
