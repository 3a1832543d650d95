import { setTimeout } from 'node:timers/promises';
import { type FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { buildConsole } from './console-app.ts';
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
  /** Address of the console; null if there is no console. */
  readonly consoleAddress: string | null;
  /** Gives proxies time to notice the stop, finishes running requests, and then closes the database. */
  readonly stop: () => Promise<void>;
}

/**
 * Opens the database, starts the scheduled jobs, and listens for requests. If the configuration can't be used,
 * everything that was opened is closed again, and `StartError` is thrown.
 * @param announce called with each message that is stored instead of sent
 */
export async function startServer(
  environment: Environment,
  announce: (message: Message) => void,
): Promise<RunningServer> {
  const { appDirectory, console: consoleSettings } = environment;
  if (appDirectory !== null) await requireBuiltApp(appDirectory, 'APP_DIR');
  const consoleDirectory = consoleSettings?.directory ?? null;
  if (consoleDirectory !== null) await requireBuiltApp(consoleDirectory, 'CONSOLE_DIR');
  const { services, close } = await openServices(environment, announce);
  if (environment.demoData) {
    const { loadDemoData } = await import('./demo/load-demo-data.ts');
    await loadDemoData(services);
  }
  const missing = await findMissingSetup(services.db);
  if (missing.length > 0) services.logger.warn({ missing }, 'the setup is incomplete');
  const app = await buildApp(services);
  const operatorApp = consoleSettings && (await buildConsole(services, consoleSettings));
  const apps = [app, ...(operatorApp === null ? [] : [operatorApp])];
  const drains = apps.map(({ server }) => prepareToDrain(server));
  const stopJobs = startScheduledJobs(services);
  services.messages.start();
  const closeAll = async () => {
    await Promise.all(apps.map((each) => each.close()));
    await stopJobs();
    await close();
  };
  const stop = async () => {
    for (const each of apps) each.announceStop();
    await setTimeout(environment.stopDelayMs);
    await Promise.all(drains.map((drain) => drain()));
    await closeAll();
  };
  try {
    const address = await listenAt(app, environment);
    return { address, consoleAddress: await listenWithConsole(operatorApp, environment), stop };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function listenWithConsole(
  app: FastifyInstance | null,
  { console: settings }: Environment,
): Promise<string | null> {
  if (app === null || settings === null) return null;
  return listenAt(app, settings, 'CONSOLE_');
}
