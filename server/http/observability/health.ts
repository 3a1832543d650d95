import { type FastifyInstance } from 'fastify';
import { MAX_CLOCK_OFFSET_MS, measureClockOffset } from '#server/db/clock-offset.ts';
import { listFailingMessageKinds } from '#server/messages/queue/failed-messages.ts';
import { type Services } from '#server/services.ts';
import { findMissingSetup } from '#server/setup/missing-setup.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Announces that this process is about to stop, so that proxies switch to other processes. From then on, `/health`
     * and `/ready` return 503, and every response closes its connection.
     */
    announceStop: () => void;
  }
}

/** A check that takes longer than this counts as failed. */
const READY_TIMEOUT_MS = 2000;
const RETRY_SECONDS = 5;

/**
 * Registers `/health` and `/ready`. `/health` returns 200 while the process runs, and 503 once it is stopping. `/ready`
 * returns 200 if the process can serve traffic, which means that the database responds, and 503 otherwise. `degraded`
 * lists the parts that fail while the server still works: the kinds of messages that can't be sent and stay in the
 * queue, `files` if the file store doesn't respond, and `clock` if this process's clock differs from the database's.
 * `missing` lists the parts that aren't set up yet. The server still serves the countries that are set up.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  let isClosing = false;
  const checkDatabase = shareCheck(null, () =>
    listFailingMessageKinds(services.db, services.clock.now()),
  );
  const checkSetup = shareCheck([], () => findMissingSetup(services.db));
  const checkClock = shareCheck(true, watchClock(services));
  const checkStore = shareCheck(false, () => services.files.isReachable());
  const announceStop = () => {
    isClosing = true;
  };
  app.decorate('announceStop', announceStop);
  app.addHook('preClose', async () => announceStop());
  app.addHook('onSend', async (_request, reply) => {
    // A keep-alive connection would delay the shutdown.
    if (isClosing) void reply.header('connection', 'close');
  });
  app.get('/health', (_request, reply) =>
    reply.status(isClosing ? 503 : 200).send({ status: isClosing ? 'stopping' : 'ok' }),
  );
  app.get('/ready', async (_request, reply) => {
    const [failingKinds, isStoreReachable, missing, isClockCorrect] = await Promise.all([
      checkDatabase(),
      checkStore(),
      checkSetup(),
      checkClock(),
    ]);
    const isReady = !isClosing && failingKinds !== null;
    const degradedParts = [
      ...(failingKinds ?? []),
      ...(isStoreReachable ? [] : ['files']),
      ...(isClockCorrect ? [] : ['clock']),
    ];
    if (!isReady) void reply.header('retry-after', String(RETRY_SECONDS));
    return reply.status(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'not_ready',
      ...(isReady && degradedParts.length > 0 && { degraded: degradedParts }),
      ...(isReady && missing.length > 0 && { missing }),
    });
  });
}

/** Returns a function that compares this process's clock with the database's and logs when the result changes. */
function watchClock({ db, logger }: Services): () => Promise<boolean> {
  let wasCorrect = true;
  return async () => {
    const offsetMs = await measureClockOffset(db);
    const isCorrect = Math.abs(offsetMs) <= MAX_CLOCK_OFFSET_MS;
    if (wasCorrect && !isCorrect)
      logger.error({ offsetMs }, 'the clock differs from the database’s');
    if (!wasCorrect && isCorrect)
      logger.info({ offsetMs }, 'the clock agrees with the database again');
    wasCorrect = isCorrect;
    return isCorrect;
  };
}

/**
 * Wraps a check, so that it returns the fallback if it fails or times out. Concurrent probes share one check, so that
 * they don't use up the database's connections.
 */
function shareCheck<Result, Fallback>(
  fallback: Fallback,
  check: () => Promise<Result>,
): () => Promise<Result | Fallback> {
  let running: Promise<Result | Fallback> | null = null;
  const runCheck = async () => {
    try {
      return await check();
    } catch {
      return fallback;
    } finally {
      running = null;
    }
  };
  return async () => {
    running ??= runCheck();
    const { promise: timedOut, resolve } = Promise.withResolvers<Fallback>();
    const timer = setTimeout(resolve, READY_TIMEOUT_MS, fallback);
    try {
      return await Promise.race([running, timedOut]);
    } finally {
      clearTimeout(timer);
    }
  };
}
