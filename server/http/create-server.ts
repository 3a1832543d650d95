import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Services } from '../services.ts';
import { LEEWAY_BYTES } from './contract/body-limit.ts';
import { handleUnreadableUrl } from './error-handler.ts';
import { connectionLimits } from './overload/connection-limits.ts';

/** Creates a web server without routes, with the limits and the log shared by the app and the console. */
export function createServer({
  logger,
  environment,
}: Pick<Services, 'logger' | 'environment'>): FastifyInstance {
  const server: FastifyInstance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // During shutdown, requests on open connections are still handled.
    return503OnClosing: false,
    trustProxy: (_address, hop) => hop < environment.trustedProxies,
    ...connectionLimits,
    // For routes outside the contract; each call sets its own limit.
    bodyLimit: LEEWAY_BYTES,
    frameworkErrors: (_error, request, reply) => handleUnreadableUrl(server, request, reply),
  });
  return server;
}
