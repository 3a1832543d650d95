import { type FastifyInstance, type FastifyReply } from 'fastify';
import { type ApiErrorCode } from '#schemas/api/errors.ts';
import { type Services } from '#server/services.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The failure's code, for the log and the metrics. */
    failureCode: ApiErrorCode | null;
  }
}

/**
 * One line for each answer: the route's pattern instead of the address, no query, no body, no header
 * (security 6). The request's id goes back to the caller, so that a report can be found here.
 */
export function registerRequestLog(app: FastifyInstance, services: Services): void {
  app.decorateReply('failureCode', null);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    services.logger.info(
      {
        reqId: request.id,
        method: request.method,
        route: routeOf(reply),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(reply.failureCode === null ? {} : { code: reply.failureCode }),
      },
      'answered',
    );
  });
}

/** The pattern of the route that answered, or one name for everything that none matched. */
export function routeOf(reply: FastifyReply): string {
  return reply.request.routeOptions.url ?? 'unmatched';
}
