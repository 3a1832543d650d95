import { sql } from 'kysely';
import { type FastifyInstance } from 'fastify';
import { type Services } from '../services.ts';

/** A database that takes longer to say one thing is not ready. */
const READY_TIMEOUT_MS = 2000;

/**
 * `/health`: the process lives. `/ready`: it can do its work (the database answers; its migrations
 * were done before the first request), so that traffic may be sent here; 503 otherwise.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    // A connection that is kept would hold up the stop.
    if (closing) void reply.header('connection', 'close');
  });
  app.get('/health', () => ({ status: 'ok' }));
  app.get('/ready', async (_request, reply) => {
    const ready = !closing && (await databaseAnswers(services));
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready' });
  });
}

async function databaseAnswers(services: Services): Promise<boolean> {
  const asked = sql`select 1`.execute(services.db).then(
    () => true,
    () => false,
  );
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, READY_TIMEOUT_MS, false);
  try {
    return await Promise.race([asked, promise]);
  } finally {
    clearTimeout(timer);
  }
}
