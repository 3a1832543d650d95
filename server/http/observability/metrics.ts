import { timingSafeEqual } from 'node:crypto';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client';
import { type Services } from '#server/services.ts';
import { ApiFailure } from '../failure.ts';
import { isFromThisMachine } from '../local-requests.ts';
import { getRoute } from './request-log.ts';

/**
 * Registers Prometheus metrics: request durations, error codes, and the process itself.
 * @param counters metrics of the other modules, each without a registry
 */
export function registerMetrics(
  app: FastifyInstance,
  services: Services,
  counters: readonly Metric[],
): void {
  const registry = new Registry();
  if (services.environment.mode !== 'test') collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'club_http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'club_api_failures_total',
    help: 'Error responses, by code.',
    labelNames: ['route', 'code'],
    registers: [registry],
  });
  for (const counter of counters) registry.registerMetric(counter);
  app.addHook('onResponse', async (request, reply) => {
    const route = getRoute(reply);
    durations.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    if (reply.failureCode !== null) failures.inc({ route, code: reply.failureCode });
  });
  app.get('/metrics', async (request, reply) => {
    if (!canReadMetrics(request, services)) throw new ApiFailure('not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Returns a metric that is always 1 and names the running version. */
export function createBuildInfo(version: string): Metric {
  const gauge = new Gauge({
    name: 'club_build_info',
    help: 'Version of the server and of Node.js.',
    labelNames: ['version', 'node'],
    registers: [],
  });
  gauge.set({ version, node: process.versions.node }, 1);
  return gauge;
}

/**
 * True if a request may read the metrics. If a token is configured, the request must contain it. Without a token, only
 * requests from this machine are allowed, and none in production.
 */
function canReadMetrics(request: FastifyRequest, services: Services): boolean {
  const { metricsToken, mode } = services.environment;
  if (metricsToken !== null) {
    const receivedHeader = Buffer.from(request.headers.authorization ?? '');
    const expectedHeader = Buffer.from(`Bearer ${metricsToken}`);
    return (
      receivedHeader.length === expectedHeader.length &&
      timingSafeEqual(receivedHeader, expectedHeader)
    );
  }
  return mode !== 'production' && isFromThisMachine(request);
}
