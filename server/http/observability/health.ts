import { type FastifyInstance } from 'fastify';
import { failingMessageKinds } from '#server/messages/queue/failed-messages.ts';
import { type Services } from '#server/services.ts';

/** What takes longer to say one thing is not ready. */
const READY_TIMEOUT_MS = 2000;
const RETRY_SECONDS = 5;

/**
 * `/health`: the process lives. `/ready`: it can do its work (the database answers; its migrations
 * were done before the first request), so that traffic may be sent here; 503 otherwise. `degraded` names the
 * kinds of message that can't be handed over: they wait in the queue, and the server does its work. So it does, but
 * for photos and order files, where the store of files does not answer (`files`).
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  let closing = false;
  const databaseAnswers = watched(null, () =>
    failingMessageKinds(services.db, services.clock.now()),
  );
  const storeAnswers = watched(false, () => services.files.answers());
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    // A connection that is kept would hold up the stop.
    if (closing) void reply.header('connection', 'close');
  });
  app.get('/health', () => ({ status: 'ok' }));
  app.get('/ready', async (_request, reply) => {
    const [kinds, hasFiles] = await Promise.all([databaseAnswers(), storeAnswers()]);
    const ready = !closing && kinds !== null;
    const degraded = [...(kinds ?? []), ...(hasFiles ? [] : ['files'])];
    if (!ready) void reply.header('retry-after', String(RETRY_SECONDS));
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not_ready',
      ...(ready && degraded.length > 0 && { degraded }),
    });
  });
}

/**
 * What is asked for, or `instead` where it fails or takes too long. Probes that come while it is being asked share
 * that question: they must not use up the database's connections.
 */
function watched<Answer, Instead>(
  instead: Instead,
  question: () => Promise<Answer>,
): () => Promise<Answer | Instead> {
  let asking: Promise<Answer | Instead> | null = null;
  const ask = async () => {
    try {
      return await question();
    } catch {
      return instead;
    } finally {
      asking = null;
    }
  };
  return async () => {
    asking ??= ask();
    const { promise: late, resolve } = Promise.withResolvers<Instead>();
    const timer = setTimeout(resolve, READY_TIMEOUT_MS, instead);
    try {
      return await Promise.race([asking, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
