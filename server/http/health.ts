import { type FastifyInstance } from 'fastify';
import { failingKinds } from '../messages/failing-kinds.ts';
import { type MessageKind } from '../messages/message-tables.ts';
import { type Services } from '../services.ts';

/** A database that takes longer to say one thing is not ready. */
const READY_TIMEOUT_MS = 2000;
const RETRY_SECONDS = 5;

/**
 * `/health`: the process lives. `/ready`: it can do its work (the database answers; its migrations
 * were done before the first request), so that traffic may be sent here; 503 otherwise. `degraded` names the
 * kinds of message that can't be handed over: they wait in the queue, and the server does its work.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  let closing = false;
  const databaseAnswers = watchDatabase(services);
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    // A connection that is kept would hold up the stop.
    if (closing) void reply.header('connection', 'close');
  });
  app.get('/health', () => ({ status: 'ok' }));
  app.get('/ready', async (_request, reply) => {
    const failing = closing ? null : await databaseAnswers();
    const ready = failing !== null;
    if (!ready) void reply.header('retry-after', String(RETRY_SECONDS));
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not_ready',
      ...(failing !== null && failing.length > 0 && { degraded: failing }),
    });
  });
}

/**
 * The kinds of message that can't be handed over; null where the database does not answer.
 * Probes that come while the database is being asked share that question: they must not use
 * up its connections.
 */
function watchDatabase({ db, clock }: Services): () => Promise<readonly MessageKind[] | null> {
  let asking: Promise<readonly MessageKind[] | null> | null = null;
  const ask = async () => {
    try {
      return await failingKinds(db, clock.now());
    } catch {
      return null;
    } finally {
      asking = null;
    }
  };
  return async () => {
    asking ??= ask();
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(resolve, READY_TIMEOUT_MS, null);
    try {
      return await Promise.race([asking, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
