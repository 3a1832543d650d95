import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Environment } from '#server/environment.ts';
import { ApiFailure } from '../failure.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when it is a large body's turn. Throws `too_many_requests` where that takes too long. */
    throttleUpload: (request: FastifyRequest) => Promise<void>;
  }
}

/** A body up to so long waits for nobody: edits, forms, a few dozen scans. */
const LIGHT_BYTES = 64 * 1024;
/**
 * What one person's large bodies may bring at once, and from then on in a second: more than a phone sends, with a day's
 * photos one after the other. Reading and judging ten megabytes takes a tenth of a second of the one thread.
 */
export const BURST_BYTES = 12_000_000;
export const BYTES_PER_SECOND = 2_000_000;
/** Less than after what silence a body that does not come is cut off: nothing of it is read meanwhile. */
export const MAX_WAIT_MS = 10_000;
const MAX_PEOPLE = 1_000;

/** What somebody's bodies have brought that is not worked off, and when that was so. */
interface Brought {
  readonly bytes: number;
  readonly at: number;
}

/** Lets each person's large bodies in no faster than they can be judged beside everybody else's requests. */
export function throttleUploads(app: FastifyInstance, { rateLimitFactor }: Environment): void {
  const burst = BURST_BYTES * rateLimitFactor;
  const bytesPerMs = (BYTES_PER_SECOND * rateLimitFactor) / 1000;
  const people = new Map<string, Brought>();
  const rest = ({ bytes, at }: Brought, now: number) =>
    Math.max(0, bytes - (now - at) * bytesPerMs);
  app.decorate('throttleUpload', async (request: FastifyRequest) => {
    const userId = request.actor?.userId;
    const bytes = lengthOf(request);
    if (userId === undefined || bytes <= LIGHT_BYTES) return;
    const now = performance.now();
    if (people.size > MAX_PEOPLE) {
      for (const [id, brought] of people) if (rest(brought, now) === 0) people.delete(id);
    }
    const before = rest(people.get(userId) ?? { bytes: 0, at: now }, now);
    const wait = Math.max(0, before + bytes - burst) / bytesPerMs;
    if (wait > MAX_WAIT_MS) {
      throw new ApiFailure('too_many_requests', { retryAfter: Math.ceil(wait / 1000) });
    }
    people.set(userId, { bytes: before + bytes, at: now });
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  });
}

/** What a body says that it is long; as long as it may be where it does not say so. */
function lengthOf({ headers, routeOptions }: FastifyRequest): number {
  const said = Number(headers['content-length']);
  // What is too long is refused before any of it is read.
  if (Number.isFinite(said)) return said > routeOptions.bodyLimit ? 0 : said;
  return headers['transfer-encoding'] === undefined ? 0 : routeOptions.bodyLimit;
}
