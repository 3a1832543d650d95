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

const codeByKind = { unavailable: 'unavailable', full: 'server_full' } as const;
/**
 * Seconds until a retry makes sense. A lost connection is replaced within moments, but a person has to free disk
 * space.
 */
const RETRY_SECONDS = { unavailable: 5, full: 60 } as const;

/** Maps every error to one of the contract's responses. Internal details go only to the log. */
export function registerErrorHandler(app: FastifyInstance, services: Services): void {
  app.setErrorHandler(async (error: FastifyError | ApiFailure, request, reply) => {
    const failure = requireDeclared(toFailure(error, request, services), request, services);
    if (failure.code === 'too_many_requests') await app.delayRejection();
    return sendFailure(failure, reply);
  });
  // The handler returns nothing. An earlier hook has already returned the reply, and returning it again would add
  // another listener for its end.
  app.setNotFoundHandler((request, reply) => {
    if (app.hasDecorator('pageFile') && isNavigation(request)) void sendAppPage(reply);
    else void sendFailure(new ApiFailure('not_found'), reply);
  });
  app.all(UNREADABLE, () => {
    throw new ApiFailure('invalid_input', { field: 'url' });
  });
}

/**
 * Route for requests with an unreadable URL (`/%zz`), so that they get the normal error response.
 */
const UNREADABLE = '/unreadable-address';

/** Handles URLs that the router rejects before routing, when no hooks have run. */
export function handleUnreadableUrl(
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

function toFailure(
  error: FastifyError | ApiFailure,
  request: FastifyRequest,
  services: Services,
): ApiFailure {
  if (error instanceof ApiFailure) return error;
  const kind = classifyDatabaseError(error);
  if (kind !== null) {
    const logContext = { err: error, reqId: request.id };
    services.logger.warn(logContext, `a request failed because the database is ${kind}`);
    return new ApiFailure(codeByKind[kind], {
      retryAfter: RETRY_SECONDS[kind],
      cause: error,
    });
  }
  if (error instanceof FileStoreUnavailableError) {
    services.logger.warn(
      { err: error, reqId: request.id },
      'a request failed because the file store is unavailable',
    );
    return new ApiFailure('unavailable', { retryAfter: RETRY_SECONDS.unavailable, cause: error });
  }
  const code = codeForStatus(error.statusCode);
  if (code !== null) return new ApiFailure(code, { cause: error });
  services.logger.error({ err: error, reqId: request.id }, 'a request failed');
  return new ApiFailure('internal', { cause: error });
}

/**
 * Returns the code for one of Fastify's own rejections, for example of a body that isn't JSON or is too long. Returns
 * null if the status isn't a client error.
 */
function codeForStatus(status: number | undefined): ApiErrorCode | null {
  if (status === undefined || status < 400 || status >= 500) return null;
  if (status === 404) return 'not_found';
  if (status === 413) return 'payload_too_large';
  if (status === 415) return 'unsupported_media';
  if (status === 429) return 'too_many_requests';
  return 'invalid_input';
}

/**
 * Checks that the call declares the failure's code. An undeclared code is a bug in the server. Outside production it
 * becomes `internal`, so that tests fail.
 */
function requireDeclared(
  failure: ApiFailure,
  request: FastifyRequest,
  services: Services,
): ApiFailure {
  const { call } = request.routeOptions.config;
  if (call === undefined || call.errors.includes(failure.code)) return failure;
  services.logger.error(
    { call: call.id, code: failure.code },
    'a call does not declare this error',
  );
  return services.environment.mode === 'production' ? failure : new ApiFailure('internal');
}
