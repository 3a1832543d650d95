import { type FastifyInstance } from 'fastify';
import { streams } from '#schemas/api/calls.ts';
import { admitRequest } from '../http/contract/register-calls.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { createLiveHub } from './live-hub.ts';
import { openStreams } from './live-metrics.ts';
import { sendStream } from './open-streams.ts';

/** Maximum number of open streams per process; further clients must retry later. */
const MAX_STREAMS = 5_000;
const FULL_RETRY_SECONDS = 60;

/** The stream of changes, `GET /v1/events`. */
export function registerLive(app: FastifyInstance, services: Services): void {
  const hub = createLiveHub(services);
  app.addHook('preClose', async () => hub.close());
  app.addHook('onResponse', async ({ actor, method }, { statusCode }) => {
    if (actor !== null && method !== 'GET' && statusCode < 300) hub.notifyWrite(actor.companyId);
  });
  const call = streams.streamChanges;
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    config: { call },
    onRequest: (request) => admitRequest(call, services, request),
    handler: async ({ actor }, reply) => {
      if (actor === null) throw new ApiFailure('unauthorised');
      if (hub.size() >= MAX_STREAMS) {
        throw new ApiFailure('too_many_requests', { retryAfter: FULL_RETRY_SECONDS });
      }
      const stream = await hub.open(actor);
      openStreams.set(hub.size());
      stream.body.once('close', () => openStreams.set(hub.size()));
      return sendStream(reply, stream);
    },
  });
}
