import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { handlers } from './handlers.ts';
import { registerErrorHandler } from './http/error-handler.ts';
import { registerCalls } from './http/register-calls.ts';
import { type Services } from './services.ts';

/**
 * The whole server in one process, ready to listen or to be asked in process (`app.inject`).
 * It does not own the services: who made them closes them.
 */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { trustedProxies } = services.environment;
  const app: FastifyInstance = fastify({
    loggerInstance: services.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < trustedProxies,
  });
  registerErrorHandler(app, services);
  await app.register(multipart);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  });
  registerCalls(app, services, handlers);
  return app;
}
