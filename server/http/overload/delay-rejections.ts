import { type FastifyInstance } from 'fastify';
import { type Environment } from '#server/environment.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when whoever has asked too often may be told so. */
    delayRejection: () => Promise<void>;
  }
}

/** So many wait to be told at most: what a refusal keeps meanwhile is small, but not nothing. */
export const MAX_DELAYED = 5_000;

/**
 * Whoever asks too often waits for being told so. A refusal costs little, but who gets it at once asks again at
 * once: a few connections that do nothing else then take as much of the one thread as all others together.
 */
export function delayRejections(app: FastifyInstance, { rejectionDelayMs }: Environment): void {
  const held = new Set<() => void>();
  let isStopping = false;
  app.decorate('delayRejection', () => {
    if (rejectionDelayMs === 0 || isStopping || held.size >= MAX_DELAYED) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const release = () => {
      clearTimeout(timer);
      held.delete(release);
      resolve();
    };
    // Not all of them at the same moment: they would all be back at the same moment.
    const timer = setTimeout(release, rejectionDelayMs * (0.5 + Math.random()));
    held.add(release);
    return promise;
  });
  // A stop does not wait for them.
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const release of held) release();
  });
}
