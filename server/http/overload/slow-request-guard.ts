import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { findActiveSessions } from '#server/access/sessions.ts';
import { type Services } from '#server/services.ts';
import { ApiFailure } from '../failure.ts';
import { networkOf } from './network.ts';

/**
 * Requests whose bodies are still on their way, at most: of one network, behind which a whole site may stand,
 * and of one person, whose devices send one after the other.
 */
export const MAX_UPLOADS_PER_NETWORK = 100;
export const MAX_UPLOADS_PER_PERSON = 8;
const FULL_RETRY_SECONDS = 5;

/**
 * A body may take as long as it gets on, since a photo from a roof comes with a few kilobytes a second. It is
 * cut off when nothing of it has come for so long, or when after that time all of it came slower than this.
 */
export const STALL_MS = 30_000;
export const MIN_BYTES_PER_SECOND = 1_000;
/** Whoever was answered before the end of their body may go on sending, and then read it, for so long. */
const AFTER_ANSWER_MS = 10_000;
/** How often they are looked at, and for how long at most a body outlives its session. */
const CHECK_MS = 1_000;

interface Body {
  readonly request: FastifyRequest;
  readonly network: string;
  readonly begunAt: number;
  /** What its connection had brought before. */
  readonly before: number;
  /** What its connection has brought, and when that was last more than before. */
  brought: number;
  movedAt: number;
  answeredAt: number | null;
}

/** Lets go of a body, and of its connection unless it is whole. */
type End = (body: Body, why: string) => void;

/** Keeps what never ends from filling the server: bodies that are slow or stalled, and too many at once. */
export function registerSlowRequestGuard(app: FastifyInstance, services: Services): void {
  const bodies = new Set<Body>();
  const end: End = (body, why) => {
    if (!bodies.delete(body) || body.request.raw.complete) return;
    const { id: reqId, method, routeOptions, raw } = body.request;
    // In place of the line of an answer. Whatever the network did is no error of ours.
    services.logger.info({ reqId, method, route: routeOptions.url, why }, 'not received whole');
    raw.destroy();
  };
  app.addHook('onRequest', async (request, reply) => {
    if (!isUnfinished(request)) return;
    const body = beginningOf(request);
    const isNear = (other: Body) => other.network === body.network;
    if (isFull(bodies, MAX_UPLOADS_PER_NETWORK, isNear)) throw full(reply);
    bodies.add(body);
    request.raw.once('close', () => end(body, 'broken off'));
    reply.raw.once('finish', () => (body.answeredAt = performance.now()));
  });
  // Only now it is known whose it is.
  app.addHook('preParsing', async (request, reply) => {
    if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) {
      throw new ApiFailure('payload_too_large');
    }
    const userId = request.actor?.userId;
    if (userId === undefined || !isUnfinished(request)) return;
    const isOwn = (other: Body) =>
      other.request !== request && other.request.actor?.userId === userId;
    if (isFull(bodies, MAX_UPLOADS_PER_PERSON, isOwn)) throw full(reply);
  });
  let isLooking = false;
  const looks = setInterval(() => {
    if (isLooking || bodies.size === 0) return;
    isLooking = true;
    void checkUploads(bodies, end, services).finally(() => (isLooking = false));
  }, CHECK_MS);
  app.addHook('onClose', async () => clearInterval(looks));
}

/** Not so of a request in process (`app.inject`): it has no connection, and is whole from the beginning. */
function isUnfinished({ raw, headers }: FastifyRequest): boolean {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  return hasBody && raw.complete === false;
}

function beginningOf(request: FastifyRequest): Body {
  const now = performance.now();
  return {
    request,
    network: networkOf(request.ip),
    begunAt: now,
    before: request.socket.bytesRead,
    brought: request.socket.bytesRead,
    movedAt: now,
    answeredAt: null,
  };
}

/** Whether as many as may be are still on their way. Most have come with their headers. */
function isFull(bodies: Set<Body>, most: number, counts: (body: Body) => boolean): boolean {
  const counted = [...bodies].filter(counts);
  if (counted.length < most) return false;
  for (const body of counted) if (body.request.raw.complete) bodies.delete(body);
  return counted.filter((body) => bodies.has(body)).length >= most;
}

/** Closes the connection, too: what else comes on it is not taken either. */
function full(reply: FastifyReply): ApiFailure {
  void reply.header('connection', 'close');
  return new ApiFailure('too_many_requests', { retryAfter: FULL_RETRY_SECONDS });
}

async function checkUploads(bodies: Set<Body>, end: End, services: Services): Promise<void> {
  const now = performance.now();
  for (const body of bodies) {
    const fault = body.request.raw.complete ? null : faultOf(body, now);
    if (fault !== null) end(body, fault);
    else if (body.request.raw.complete) bodies.delete(body);
  }
  const owned = [...bodies].filter(({ request }) => request.actor !== null);
  if (owned.length === 0) return;
  const sessionOf = ({ request }: Body) => request.actor?.sessionId ?? '';
  try {
    const living = await findActiveSessions(services, owned.map(sessionOf));
    for (const body of owned) if (!living.has(sessionOf(body))) end(body, 'session ended');
  } catch (error) {
    // The next look asks again.
    services.logger.warn({ err: error }, 'whose requests still come could not be looked at');
  }
}

/** What is wrong with how a body comes; null while it gets on. */
function faultOf(body: Body, now: number): string | null {
  const { bytesRead } = body.request.socket;
  if (bytesRead > body.brought) {
    body.brought = bytesRead;
    body.movedAt = now;
  }
  if (body.answeredAt !== null && now - body.answeredAt > AFTER_ANSWER_MS) return 'answered';
  if (now - body.movedAt > STALL_MS) return 'stalled';
  const seconds = (now - body.begunAt - STALL_MS) / 1000;
  return body.brought - body.before < seconds * MIN_BYTES_PER_SECOND ? 'too slow' : null;
}
