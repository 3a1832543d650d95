import { type FastifyInstance } from 'fastify';
import { BACKGROUND_HEADER } from '#schemas/operator/operator-call.ts';
import { operatorStreams } from '#schemas/operator/operator-calls.ts';
import { authenticateOperator } from '../console/authenticate-operator.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { createListHub } from './list-hub.ts';
import { openListStreams } from './live-metrics.ts';
import { sendStream } from './open-streams.ts';

/** Maximum number of the console's open streams per process; further browsers must retry later. */
const MAX_STREAMS = 1_000;
const FULL_RETRY_SECONDS = 60;

/** The console's stream of changed lists, `GET /operator/v1/events`. */
export function registerListStream(app: FastifyInstance, services: Services): void {
  const hub = createListHub(services);
  app.addHook('preClose', async () => hub.close());
  app.addHook('onResponse', async ({ method }, { statusCode }) => {
    if (method !== 'GET' && statusCode < 300) hub.notifyOfWrite();
  });
  const call = operatorStreams.streamChangedLists;
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    config: { call },
    handler: async (request, reply) => {
      if (services.environment.maintenance) throw new ApiFailure('maintenance', { retryAfter: 60 });
      // The page opens the stream automatically, so it mustn't extend the session.
      request.headers[BACKGROUND_HEADER] = '1';
      const operator = await app.limitOperators(() =>
        authenticateOperator(request, services, call),
      );
      if (operator === null) throw new ApiFailure('unauthorised');
      if (hub.size() >= MAX_STREAMS)
        throw new ApiFailure('too_many_requests', { retryAfter: FULL_RETRY_SECONDS });
      const stream = await hub.open(operator);
      openListStreams.set(hub.size());
      stream.body.once('close', () => openListStreams.set(hub.size()));
      return sendStream(reply, stream);
    },
  });
}
