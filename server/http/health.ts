import { sql } from 'kysely';
import { type FastifyInstance } from 'fastify';
import { type Services } from '../services.ts';

/** A database that takes longer to say one thing is not ready. */
const READY_TIMEOUT_MS = 2000;
const RETRY_SECONDS = 5;

/**
 * `/health`: the process lives. `/ready`: it can do its work (the database answers; its migrations
 * were done before the first request), so that traffic may be sent here; 503 otherwise.
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
    const ready = !closing && (await databaseAnswers());
    if (!ready) void reply.header('retry-after', String(RETRY_SECONDS));
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready' });
  });
}

/** Probes that come while the database is being asked share that question: they must not use up its connections. */
function watchDatabase({ db }: Services): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  const ask = async () => {
    try {
      await sql`select 1`.execute(db);
      return true;
    } catch {
      return false;
    } finally {
      asking = null;
    }
  };
  return async () => {
    asking ??= ask();
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, READY_TIMEOUT_MS, false);
    try {
      return await Promise.race([asking, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
