import { setTimeout } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type Environment } from './environment.ts';
import { prepareToDrain } from './http/drain-connections.ts';
import { listenAt } from './http/listen.ts';
import { requireBuiltApp } from './http/files/static-app.ts';
import { type Message } from './messages/providers/delivery.ts';
import { openServices } from './open-services.ts';
import { findMissingSetup } from './setup/missing-setup.ts';
import { startScheduledJobs } from './scheduled-jobs.ts';

export interface RunningServer {
  readonly address: string;
  /** Lets proxies notice, finishes running requests, then closes the database. */
  readonly stop: () => Promise<void>;
}

/**
 * Opens the database, starts the scheduled jobs and listens. Throws `StartError` if the configuration can't
 * be used, after closing everything it opened.
 * @param announce called with each message that is stored instead of sent
 */
export async function startServer(
  environment: Environment,
  announce: (message: Message) => void,
): Promise<RunningServer> {
  if (environment.appDirectory !== null) await requireBuiltApp(environment.appDirectory);
  const { services, close } = await openServices(environment, announce);
  if (environment.demoData) {
    const { loadDemoData } = await import('./demo/load-demo-data.ts');
    await loadDemoData(services);
  }
  const missing = await findMissingSetup(services.db);
  if (missing.length > 0) services.logger.warn({ missing }, 'the setup is incomplete');
  const app = await buildApp(services);
  const drain = prepareToDrain(app.server);
  const stopJobs = startScheduledJobs(services);
  services.messages.start();
  const closeAll = async () => {
    await app.close();
    await stopJobs();
    await close();
  };
  const stop = async () => {
    app.announceStop();
    await setTimeout(environment.stopDelayMs);
    await drain();
    await closeAll();
  };
  try {
    return { address: await listenAt(app, environment), stop };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
