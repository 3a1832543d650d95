import { buildApp } from './app.ts';
import { readEnvironment } from './environment.ts';
import { findApp } from './http/static-app.ts';
import { listenAt } from './http/listen.ts';
import { openServices } from './open-services.ts';
import { startScheduledJobs } from './scheduled-jobs.ts';
import { logWhatNobodyCaught, sayWhyItEnds, stopWithSentence } from './last-words.ts';
import { messageNotice, welcome } from './welcome.ts';

/** A stop that takes longer than this is cut: whoever asked for it will not wait for ever. */
const STOP_LIMIT_MS = 15_000;

logWhatNobodyCaught();
try {
  await start();
} catch (error) {
  stopWithSentence(error);
}

async function start(): Promise<void> {
  const environment = readEnvironment(process.env);
  if (environment.appDirectory !== null) await findApp(environment.appDirectory);
  const { services, close } = await openServices(environment, (message) =>
    process.stdout.write(messageNotice(message)),
  );
  if (environment.demoData) {
    const { loadDemoData } = await import('./demo/load-demo-data.ts');
    await loadDemoData(services);
  }
  const app = await buildApp(services);
  const stopJobs = startScheduledJobs(services);
  services.messages.start();
  const stop = async () => {
    await app.close();
    await stopJobs();
    await close();
  };
  stopOnSignal(stop);
  try {
    const address = await listenAt(app, environment);
    // In production Fastify's own line says it.
    if (environment.mode !== 'production') process.stdout.write(welcome(address, environment));
  } catch (error) {
    await stop();
    throw error;
  }
}

/** SIGTERM and SIGINT let running requests end, then close the database; a second one ends at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        const reason = error instanceof Error ? error.name : 'unknown';
        sayWhyItEnds('stop_failed', `The stop failed: ${reason}`, error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
