import { type FastifyInstance } from 'fastify';
import { type Environment } from '#server/environment.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when a 429 may be sent. */
    delayRejection: () => Promise<void>;
  }
}

/** Maximum number of delayed responses. It's limited, because each one needs a little memory. */
export const MAX_DELAYED = 5_000;

/**
 * Delays responses with status 429. A rejection is cheap, but a client that gets it immediately may also retry
 * immediately. A few such connections can take as much of the event loop as all others together.
 */
export function delayRejections(app: FastifyInstance, { rejectionDelayMs }: Environment): void {
  const delayedRejections = new Set<() => void>();
  let isStopping = false;
  app.decorate('delayRejection', () => {
    if (rejectionDelayMs === 0 || isStopping || delayedRejections.size >= MAX_DELAYED)
      return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const release = () => {
      clearTimeout(timer);
      delayedRejections.delete(release);
      resolve();
    };
    // The delay has jitter, so that the clients don't all retry at the same moment.
    const timer = setTimeout(release, rejectionDelayMs * (0.5 + Math.random()));
    delayedRejections.add(release);
    return promise;
  });
  // Send the delayed responses now, so that the shutdown doesn't wait for them.
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const release of delayedRejections) release();
  });
}
