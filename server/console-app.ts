import { type FastifyInstance } from 'fastify';
import { registerConsolePictures } from './contents/serve-pictures.ts';
import { type Environment } from './environment.ts';
import { registerJsonParser } from './http/contract/json-parser.ts';
import { createServer } from './http/create-server.ts';
import { registerErrorHandler } from './http/error-handler.ts';
import { registerStaticApp } from './http/files/static-app.ts';
import { registerHealth } from './http/observability/health.ts';
import { registerMetrics } from './http/observability/metrics.ts';
import { registerRequestLog } from './http/observability/request-log.ts';
import { closeConnectionsOnStop } from './http/overload/close-connections.ts';
import { registerOperatorLimits } from './http/overload/concurrency-limits.ts';
import { delayRejections } from './http/overload/delay-rejections.ts';
import { registerProtection } from './http/overload/protection.ts';
import { registerConsoleHeaders } from './http/security-headers.ts';
import { ApiFailure } from './http/failure.ts';
import { registerImportFiles } from './imports/serve-import-files.ts';
import { registerSurveyResults } from './surveys/serve-survey-results.ts';
import { RECEIVE_REQUESTS_PATH, registerLeadRequestRoute } from './leads/receive-requests.ts';
import { registerOperatorOrderFiles } from './orders/serve-operator-order-files.ts';
import { registerReviewPhotos } from './review/serve-review-photos.ts';
import { registerListStream } from './live/list-route.ts';
import { openListStreams } from './live/live-metrics.ts';
import { type Services } from './services.ts';
import { operatorHandlers } from './console/operator-handlers.ts';
import { registerOperatorCalls } from './console/register-operator-calls.ts';

/**
 * Builds the console's own server: its built pages and the operators' calls, without the app. Doesn't own the services.
 */
export async function buildConsole(
  services: Services,
  settings: NonNullable<Environment['console']>,
): Promise<FastifyInstance> {
  const { environment } = services;
  const app = createServer(services);
  registerRequestLog(app, services);
  delayRejections(app, environment);
  registerErrorHandler(app, services);
  registerMetrics(app, services, [openListStreams]);
  await registerConsoleHeaders(app, environment);
  await registerProtection(app, services);
  registerOperatorLimits(app, environment);
  rejectForeignRequests(app, new URL(settings.url).origin);
  registerJsonParser(app);
  // Forms on other sites can send plain text without a preflight request.
  app.removeContentTypeParser('text/plain');
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  });
  registerHealth(app, services);
  closeConnectionsOnStop(app);
  registerOperatorCalls(app, services, operatorHandlers);
  registerListStream(app, services);
  registerReviewPhotos(app, services);
  registerConsolePictures(app, services);
  registerOperatorOrderFiles(app, services);
  registerImportFiles(app, services);
  registerSurveyResults(app, services);
  registerLeadRequestRoute(app, services);
  if (settings.directory !== null) await registerStaticApp(app, settings.directory);
  return app;
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rejects requests that another site's page sends with the operator's cookie: changes without our origin, and reads
 * that the browser marks as cross-site.
 */
function rejectForeignRequests(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', async ({ method, headers, url }) => {
    const site = headers['sec-fetch-site'];
    if (SAFE_METHODS.includes(method)) {
      const isForeignRead = site === 'cross-site' || site === 'same-site';
      if (url.startsWith('/api/') && isForeignRead) throw new ApiFailure('forbidden');
      return;
    }
    // Other systems use no cookies, so no web page can forge their requests.
    if (url.split('?', 1)[0] === RECEIVE_REQUESTS_PATH) return;
    const isOurSite = site === undefined || site === 'same-origin';
    if (headers.origin !== origin || !isOurSite) throw new ApiFailure('forbidden');
  });
}
