import { type FastifyInstance, type FastifyReply } from 'fastify';
import { type ApiErrorCode } from '#schemas/api/errors.ts';
import { type Services } from '#server/services.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Error code of the response, for the log and the metrics. */
    failureCode: ApiErrorCode | null;
  }
}

/**
 * Logs one line per response, with the route pattern instead of the URL, and without query, body or headers
 * (security 6). The request id is returned to the client, so that a reported problem can be found in the log.
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
        route: getRoute(reply),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(reply.failureCode === null ? {} : { code: reply.failureCode }),
      },
      'answered',
    );
  });
}

/** Route pattern of the response; `unmatched` if no route matched. */
export function getRoute(reply: FastifyReply): string {
  return reply.request.routeOptions.url ?? 'unmatched';
}
