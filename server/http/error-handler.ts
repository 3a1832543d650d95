import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { type ApiErrorCode } from '#schemas/api/errors.ts';
import { classifyDatabaseError } from '../db/database-errors.ts';
import { FileStoreUnavailableError } from '../files/file-store.ts';
import { type Services } from '../services.ts';
import { ApiFailure } from './failure.ts';
import { isNavigation, sendAppPage } from './files/static-app.ts';

const codeOfTrouble = { unavailable: 'unavailable', full: 'server_full' } as const;
/** A connection is replaced within moments; room on a disk takes somebody to make it. */
const RETRY_SECONDS = { unavailable: 5, full: 60 } as const;

/** Makes every failure an answer of the contract; what is not meant for the caller stays in the log. */
export function registerErrorHandler(app: FastifyInstance, services: Services): void {
  app.setErrorHandler(async (error: FastifyError | ApiFailure, request, reply) => {
    const failure = documented(asFailure(error, request, services), request, services);
    if (failure.code === 'too_many_requests') await app.delayRejection();
    return sendFailure(failure, reply);
  });
  // Nothing is returned: whoever was asked before returns the reply, too, and each time Fastify listens for its end.
  app.setNotFoundHandler((request, reply) => {
    const servesApp = services.environment.appDirectory !== null;
    if (servesApp && isNavigation(request)) void sendAppPage(reply);
    else void sendFailure(new ApiFailure('not_found'), reply);
  });
  app.all(UNREADABLE, () => {
    throw new ApiFailure('invalid_input', { field: 'url' });
  });
}

/** Where requests go whose address can't be read (`/%zz`), so that they are answered like all others. */
const UNREADABLE = '/unreadable-address';

/** For what the router refuses before any route is found: nothing of the app is run for it then. */
export function routeUnreadable(
  app: FastifyInstance,
  { raw: request }: FastifyRequest,
  { raw: reply }: FastifyReply,
): void {
  request.url = UNREADABLE;
  app.routing(request, reply);
}

function sendFailure(failure: ApiFailure, reply: FastifyReply): FastifyReply {
  reply.failureCode = failure.code;
  if (failure.retryAfter !== undefined)
    void reply.header('retry-after', String(failure.retryAfter));
  return reply
    .status(failure.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(failure.body);
}

function asFailure(
  error: FastifyError | ApiFailure,
  request: FastifyRequest,
  services: Services,
): ApiFailure {
  if (error instanceof ApiFailure) return error;
  const trouble = classifyDatabaseError(error);
  if (trouble !== null) {
    const reason = { err: error, reqId: request.id };
    services.logger.warn(reason, `a request met a database that is ${trouble}`);
    return new ApiFailure(codeOfTrouble[trouble], {
      retryAfter: RETRY_SECONDS[trouble],
      cause: error,
    });
  }
  if (error instanceof FileStoreUnavailableError) {
    services.logger.warn({ err: error, reqId: request.id }, 'a request met no store of files');
    return new ApiFailure('unavailable', { retryAfter: RETRY_SECONDS.unavailable, cause: error });
  }
  const code = byStatus(error.statusCode);
  if (code !== null) return new ApiFailure(code, { cause: error });
  services.logger.error({ err: error, reqId: request.id }, 'a request failed');
  return new ApiFailure('internal', { cause: error });
}

/** Fastify's own refusals: a body that is not JSON, too long, of a wrong type, and so on. */
function byStatus(status: number | undefined): ApiErrorCode | null {
  if (status === undefined || status < 400 || status >= 500) return null;
  if (status === 404) return 'not_found';
  if (status === 413) return 'payload_too_large';
  if (status === 415) return 'unsupported_media';
  if (status === 429) return 'too_many_requests';
  return 'invalid_input';
}

/** A code that the call doesn't declare is a mistake of ours: loud before production. */
function documented(failure: ApiFailure, request: FastifyRequest, services: Services): ApiFailure {
  const { call } = request.routeOptions.config;
  if (call === undefined || call.errors.includes(failure.code)) return failure;
  services.logger.error(
    { call: call.id, code: failure.code },
    'a call does not declare this error',
  );
  return services.environment.mode === 'production' ? failure : new ApiFailure('internal');
}
