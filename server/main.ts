import { buildApp } from './app.ts';
import { DirectoryInUseError } from './db/directory-lock.ts';
import { EnvironmentError, readEnvironment } from './environment.ts';
import { openServices } from './open-services.ts';
import { startPushSender } from './push/push-sender.ts';
import { startScheduledJobs } from './scheduled-jobs.ts';
import { codeNotice, welcome } from './welcome.ts';

/** A stop that takes longer than this is cut: whoever asked for it will not wait for ever. */
const STOP_LIMIT_MS = 15_000;

try {
  await start();
} catch (error) {
  if (!(error instanceof EnvironmentError) && !(error instanceof DirectoryInUseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function start(): Promise<void> {
  const environment = readEnvironment(process.env);
  const { services, close } = await openServices(environment, (message) =>
    process.stdout.write(codeNotice(message)),
  );
  if (environment.demoData) {
    const { loadDemoData } = await import('./demo/load-demo-data.ts');
    await loadDemoData(services);
  }
  const app = await buildApp(services);
  const stopJobs = startScheduledJobs(services);
  const stopPushes = startPushSender(services);
  const stop = async () => {
    await app.close();
    await stopJobs();
    await stopPushes();
    await close();
  };
  stopOnSignal(stop);
  try {
    const address = await app.listen({ host: environment.host, port: environment.port });
    process.stdout.write(welcome(address, environment));
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
        process.stderr.write(
          `The stop failed: ${error instanceof Error ? error.message : 'unknown'}\n`,
        );
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
