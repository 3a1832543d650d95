import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Environment } from '#server/environment.ts';
import { ApiFailure } from '../failure.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Delays a large upload until it fits the person's rate. Throws `too_many_requests` if the wait would be
     * too long.
     */
    throttleUpload: (request: FastifyRequest) => Promise<void>;
  }
}

/** Bodies up to this size are never delayed. Edits, forms and a few dozen scans are that small. */
const LIGHT_BYTES = 64 * 1024;
/**
 * Burst size and refill per second of each person's token bucket, in bytes. A phone never uploads more than this, even
 * when it sends a day's photos one after another. Uploads are limited because parsing and validating ten megabytes
 * blocks the event loop for a tenth of a second.
 */
export const BURST_BYTES = 12_000_000;
export const BYTES_PER_SECOND = 2_000_000;
/** Maximum wait. It's shorter than the stall timeout of uploads, because the body isn't read during the wait. */
export const MAX_WAIT_MS = 10_000;
const MAX_PEOPLE = 1_000;

/** A person's unprocessed bytes at a point in time. */
interface Backlog {
  readonly bytes: number;
  readonly measuredAt: number;
}

/** Throttles each person's large uploads, so that other requests are served in the meantime. */
export function throttleUploads(app: FastifyInstance, { rateLimitFactor }: Environment): void {
  const burst = BURST_BYTES * rateLimitFactor;
  const bytesPerMs = (BYTES_PER_SECOND * rateLimitFactor) / 1000;
  const people = new Map<string, Backlog>();
  const getRemainingBytes = ({ bytes, measuredAt }: Backlog, now: number) =>
    Math.max(0, bytes - (now - measuredAt) * bytesPerMs);
  app.decorate('throttleUpload', async (request: FastifyRequest) => {
    const userId = request.actor?.userId;
    const bytes = getDeclaredLength(request);
    if (userId === undefined || bytes <= LIGHT_BYTES) return;
    const now = performance.now();
    if (people.size > MAX_PEOPLE) {
      for (const [id, backlog] of people)
        if (getRemainingBytes(backlog, now) === 0) people.delete(id);
    }
    const pendingBytes = getRemainingBytes(
      people.get(userId) ?? { bytes: 0, measuredAt: now },
      now,
    );
    const waitMs = Math.max(0, pendingBytes + bytes - burst) / bytesPerMs;
    if (waitMs > MAX_WAIT_MS) {
      throw new ApiFailure('too_many_requests', { retryAfter: Math.ceil(waitMs / 1000) });
    }
    people.set(userId, { bytes: pendingBytes + bytes, measuredAt: now });
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  });
}

/** Returns a body's declared length, or the maximum if the length isn't declared. Returns 0 if there is no body. */
function getDeclaredLength({ headers, routeOptions }: FastifyRequest): number {
  const declaredLength = Number(headers['content-length']);
  // Bodies over the limit are rejected without being read.
  if (Number.isFinite(declaredLength))
    return declaredLength > routeOptions.bodyLimit ? 0 : declaredLength;
  return headers['transfer-encoding'] === undefined ? 0 : routeOptions.bodyLimit;
}
