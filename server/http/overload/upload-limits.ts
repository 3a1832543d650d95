import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { findActiveSessions } from '#server/access/sessions.ts';
import { type Services } from '#server/services.ts';
import { ApiFailure } from '../failure.ts';
import { networkOf } from './network.ts';

/**
 * Maximum number of incomplete uploads: per network, which may be a whole site, and per person, whose devices
 * upload one
 * after the other.
 */
export const MAX_UPLOADS_PER_NETWORK = 100;
export const MAX_UPLOADS_PER_PERSON = 8;
const FULL_RETRY_SECONDS = 5;

/**
 * An upload may take any time while it makes progress: a photo from a roof arrives at a few kilobytes per
 * second. It is aborted
 * when nothing arrives for this long, or when its average rate after that time is below the minimum.
 */
export const STALL_MS = 30_000;
const MIN_BYTES_PER_SECOND = 1_000;
/** Time for a client to finish sending after an early response, and then read it. */
const AFTER_ANSWER_MS = 10_000;
/** Check interval; also how long an upload can outlive its session. */
const CHECK_MS = 1_000;

interface Upload {
  readonly request: FastifyRequest;
  readonly network: string;
  readonly startedAt: number;
  /** Bytes read from the connection before this request. */
  readonly bytesBefore: number;
  /** Bytes read from the connection, and when they last increased. */
  bytesRead: number;
  movedAt: number;
  answeredAt: number | null;
}

/** Stops tracking an upload, and closes its connection unless it is complete. */
type End = (body: Upload, why: string) => void;

/** Limits uploads that are slow, stalled, or too many at once. */
export function registerSlowRequestGuard(app: FastifyInstance, services: Services): void {
  const bodies = new Set<Upload>();
  const end: End = (body, why) => {
    if (!bodies.delete(body) || body.request.raw.complete) return;
    const { id: reqId, method, routeOptions, raw } = body.request;
    // Replaces the response's log line. A network problem isn't our error.
    services.logger.info({ reqId, method, route: routeOptions.url, why }, 'not received whole');
    raw.destroy();
  };
  app.addHook('onRequest', async (request, reply) => {
    if (!isUnfinished(request)) return;
    const body = startTracking(request);
    const isNear = (other: Upload) => other.network === body.network;
    if (isFull(bodies, MAX_UPLOADS_PER_NETWORK, isNear)) throw full(reply);
    bodies.add(body);
    request.raw.once('close', () => end(body, 'broken off'));
    reply.raw.once('finish', () => (body.answeredAt = performance.now()));
  });
  // The person is known only after authentication.
  app.addHook('preParsing', async (request, reply) => {
    if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) {
      throw new ApiFailure('payload_too_large');
    }
    const userId = request.actor?.userId;
    if (userId === undefined || !isUnfinished(request)) return;
    const isOwn = (other: Upload) =>
      other.request !== request && other.request.actor?.userId === userId;
    if (isFull(bodies, MAX_UPLOADS_PER_PERSON, isOwn)) throw full(reply);
  });
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking || bodies.size === 0) return;
    isChecking = true;
    void checkUploads(bodies, end, services).finally(() => (isChecking = false));
  }, CHECK_MS);
  app.addHook('onClose', async () => clearInterval(timer));
}

/** False for injected requests (`app.inject`): they have no connection and are complete at once. */
function isUnfinished({ raw, headers }: FastifyRequest): boolean {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  return hasBody && raw.complete === false;
}

function startTracking(request: FastifyRequest): Upload {
  const now = performance.now();
  return {
    request,
    network: networkOf(request.ip),
    startedAt: now,
    bytesBefore: request.socket.bytesRead,
    bytesRead: request.socket.bytesRead,
    movedAt: now,
    answeredAt: null,
  };
}

/**
 * True if the maximum number of uploads is still incomplete. Most bodies arrive with their headers.
 */
function isFull(bodies: Set<Upload>, max: number, counts: (body: Upload) => boolean): boolean {
  const counted = [...bodies].filter(counts);
  if (counted.length < max) return false;
  for (const body of counted) if (body.request.raw.complete) bodies.delete(body);
  return counted.filter((body) => bodies.has(body)).length >= max;
}

/** Also closes the connection: further requests on it are rejected too. */
function full(reply: FastifyReply): ApiFailure {
  void reply.header('connection', 'close');
  return new ApiFailure('too_many_requests', { retryAfter: FULL_RETRY_SECONDS });
}

async function checkUploads(bodies: Set<Upload>, end: End, services: Services): Promise<void> {
  const now = performance.now();
  for (const body of bodies) {
    const reason = body.request.raw.complete ? null : abortReason(body, now);
    if (reason !== null) end(body, reason);
    else if (body.request.raw.complete) bodies.delete(body);
  }
  const owned = [...bodies].filter(({ request }) => request.actor !== null);
  if (owned.length === 0) return;
  const sessionOf = ({ request }: Upload) => request.actor?.sessionId ?? '';
  try {
    const active = await findActiveSessions(services, owned.map(sessionOf));
    for (const body of owned) if (!active.has(sessionOf(body))) end(body, 'session ended');
  } catch (error) {
    // The next check tries again.
    services.logger.warn({ err: error }, 'whose requests still come could not be looked at');
  }
}

/** Reason to abort an upload; null while it makes progress. */
function abortReason(body: Upload, now: number): string | null {
  const { bytesRead } = body.request.socket;
  if (bytesRead > body.bytesRead) {
    body.bytesRead = bytesRead;
    body.movedAt = now;
  }
  if (body.answeredAt !== null && now - body.answeredAt > AFTER_ANSWER_MS) return 'answered';
  if (now - body.movedAt > STALL_MS) return 'stalled';
  const seconds = (now - body.startedAt - STALL_MS) / 1000;
  return body.bytesRead - body.bytesBefore < seconds * MIN_BYTES_PER_SECOND ? 'too slow' : null;
}
