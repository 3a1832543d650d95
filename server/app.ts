import multipart from '@fastify/multipart';
import { type FastifyInstance } from 'fastify';
import { registerCalendarFeed } from './calendar/serve-feed.ts';
import { registerCertificatePage } from './certificates/public-page.ts';
import { registerCertificateFiles } from './certificates/serve-certificates.ts';
import { registerDevCodes } from './messages/dev-pages/codes-page.ts';
import { registerDevMail } from './messages/dev-pages/mail-page.ts';
import { registerContentPictures } from './contents/serve-pictures.ts';
import { clockOffsetGauge } from './db/clock-offset.ts';
import { databaseConnections, databaseWaiting } from './db/pool-metrics.ts';
import { deviceErrorsReported } from './device-errors/device-error-metrics.ts';
import { handlers } from './handlers.ts';
import { throttleUploads } from './http/overload/throttle-uploads.ts';
import { registerGuideDocuments } from './guide/serve-documents.ts';
import { registerDocs } from './http/docs/register-docs.ts';
import { createServer } from './http/create-server.ts';
import { registerErrorHandler } from './http/error-handler.ts';
import { closeConnectionsOnStop } from './http/overload/close-connections.ts';
import {
  registerConcurrencyLimits,
  registerOperatorLimits,
} from './http/overload/concurrency-limits.ts';
import { registerHealth } from './http/observability/health.ts';
import { delayRejections } from './http/overload/delay-rejections.ts';
import { registerJsonParser } from './http/contract/json-parser.ts';
import { createBuildInfo, registerMetrics } from './http/observability/metrics.ts';
import { registerProtection } from './http/overload/protection.ts';
import { limitRecoveries, recoveriesDeferred } from './http/overload/recovery-limits.ts';
import { registerCalls } from './http/contract/register-calls.ts';
import { registerRequestLog } from './http/observability/request-log.ts';
import { registerPublicStyle } from './http/public-page.ts';
import { registerSecurityTxt } from './http/security-txt.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { registerStaticApp } from './http/files/static-app.ts';
import { registerUploadLimits } from './http/overload/upload-limits.ts';
import { jobFailures, jobLastSuccess } from './job-metrics.ts';
import { openStreams } from './live/live-metrics.ts';
import { registerHandoverFiles } from './handover/serve-handovers.ts';
import { registerLive } from './live/live-route.ts';
import { registerOperatorRoute } from './operator/operator-route.ts';
import { registerQaPanel } from './qa/qa-routes.ts';
import { registerOrderFiles } from './orders/serve-order-files.ts';
import { registerAttachmentFiles } from './attachments/serve-attachments.ts';
import { registerPhotoFiles } from './photos/serve-photos.ts';
import {
  messageFailures,
  messagesGivenUp,
  messagesSent,
  createQueueGauges,
} from './messages/queue/message-metrics.ts';
import { codeLookups, lotsHeld, scansRejected } from './scans/scan-metrics.ts';
import { registerQrCode } from './qr-codes/serve-qr-code.ts';
import { type Services } from './services.ts';
import { registerSharePages } from './sharing/share-page.ts';
import { VERSION } from './version.ts';

/** Routes outside the contract, each registered by its own module. */
const otherRoutes: readonly ((app: FastifyInstance, services: Services) => void)[] = [
  registerDevCodes,
  registerDevMail,
  registerLive,
  registerOperatorRoute,
  registerPhotoFiles,
  registerAttachmentFiles,
  registerOrderFiles,
  registerContentPictures,
  registerGuideDocuments,
  registerQrCode,
  registerCertificateFiles,
  registerPublicStyle,
  registerHandoverFiles,
  registerCertificatePage,
  registerCalendarFeed,
  registerSharePages,
  registerSecurityTxt,
];

/**
 * Builds the whole server, ready to listen or to be called in process (`app.inject`). The caller must close the
 * services.
 */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { environment } = services;
  const app = createServer(services);
  registerRequestLog(app, services);
  // Before all other hooks, so that a request with a QA fault changes nothing.
  registerQaPanel(app, services);
  delayRejections(app, environment);
  registerErrorHandler(app, services);
  registerMetrics(app, services, [
    codeLookups,
    lotsHeld,
    scansRejected,
    messagesSent,
    messageFailures,
    messagesGivenUp,
    databaseConnections,
    databaseWaiting,
    openStreams,
    deviceErrorsReported,
    recoveriesDeferred,
    jobFailures,
    jobLastSuccess,
    clockOffsetGauge(services),
    createBuildInfo(VERSION),
    ...createQueueGauges(services),
  ]);
  await registerSecurityHeaders(app, environment);
  await registerProtection(app, services);
  registerUploadLimits(app, services);
  registerConcurrencyLimits(app, environment);
  registerOperatorLimits(app, environment);
  limitRecoveries(app, environment);
  throttleUploads(app, environment);
  await app.register(multipart);
  registerJsonParser(app);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  });
  registerHealth(app, services);
  closeConnectionsOnStop(app);
  registerCalls(app, services, handlers);
  registerDocs(app, environment, VERSION);
  for (const register of otherRoutes) register(app, services);
  if (environment.appDirectory !== null) await registerStaticApp(app, environment.appDirectory);
  return app;
}
