import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Services } from '#server/services.ts';
import { ApiFailure } from '../failure.ts';
import { getNetwork } from './network.ts';

/**
 * Maximum numbers of incomplete uploads per network and per person. A network may be a whole site. A person's devices
 * upload files one after the other.
 */
export const MAX_UPLOADS_PER_NETWORK = 100;
export const MAX_UPLOADS_PER_PERSON = 8;
const FULL_RETRY_SECONDS = 5;

/**
 * Limits the number of incomplete uploads, so that one client can't fill the memory. `connection-limits.ts` limits
 * their duration.
 */
export function registerUploadLimits(
  app: FastifyInstance,
  { logger }: Pick<Services, 'logger'>,
): void {
  /** Incomplete requests, each with its network. */
  const uploads = new Map<FastifyRequest, string>();
  const count = (matches: (request: FastifyRequest, network: string) => boolean): number => {
    for (const request of uploads.keys()) if (request.raw.complete) uploads.delete(request);
    return [...uploads].filter(([request, network]) => matches(request, network)).length;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (!isIncomplete(request)) return;
    const network = getNetwork(request.ip);
    if (count((_request, otherNetwork) => otherNetwork === network) >= MAX_UPLOADS_PER_NETWORK)
      throw rejectUpload(reply);
    uploads.set(request, network);
    request.raw.once('close', () => {
      uploads.delete(request);
      if (request.raw.complete) return;
      const { id: reqId, method, routeOptions } = request;
      // This is logged instead of the response's usual line. It isn't an error, because the network is at fault.
      logger.info({ reqId, method, route: routeOptions.url }, 'not received completely');
    });
  });
  // The person is known only after authentication.
  app.addHook('preParsing', async (request, reply) => {
    if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) {
      throw new ApiFailure('payload_too_large');
    }
    const userId = request.actor?.userId;
    if (userId === undefined || !isIncomplete(request)) return;
    const isSamePerson = (other: FastifyRequest) =>
      other !== request && other.actor?.userId === userId;
    if (count(isSamePerson) >= MAX_UPLOADS_PER_PERSON) throw rejectUpload(reply);
  });
}

/**
 * True if a part of the request's body hasn't arrived yet. Injected requests (`app.inject`) have no connection and are
 * complete immediately.
 */
function isIncomplete({ raw, headers }: FastifyRequest): boolean {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  return hasBody && raw.complete === false;
}

/**
 * Creates the error for a rejected upload, and closes the connection, because further requests on it would be rejected
 * too.
 */
function rejectUpload(reply: FastifyReply): ApiFailure {
  void reply.header('connection', 'close');
  return new ApiFailure('too_many_requests', { retryAfter: FULL_RETRY_SECONDS });
}
