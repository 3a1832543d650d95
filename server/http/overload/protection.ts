import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { type FastifyInstance } from 'fastify';
import { type Services } from '#server/services.ts';
import { ApiFailure } from '../failure.ts';

/** Requests of one address in a minute: an office of installers behind one router fits in. */
export const REQUESTS_PER_MINUTE = 3000;
/** Answers below this are sent as they are: compressing them costs more than it saves. */
const COMPRESS_FROM_BYTES = 1024;
/** Work waits this long on average: time to send people away for a moment. */
const OVERLOAD_DELAY_MS = 2000;
const OVERLOAD_RETRY_SECONDS = 5;

/** Compression, and what keeps one machine or one burst from taking the server away from all others. */
export async function registerProtection(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    // Nobody sends compressed requests, and unpacking what strangers send is a risk.
    globalDecompression: false,
  });
  await limitRequests(app, services);
  // The embedded database works on this very thread: its long statements are no overload.
  if (services.environment.databaseUrl === null) return;
  await app.register(underPressure, {
    maxEventLoopDelay: OVERLOAD_DELAY_MS,
    pressureHandler: () => {
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
