import { readEnvironment } from './environment.ts';
import { logUncaught, logFatal, exitWithError } from './fatal-errors.ts';
import { startServer } from './start-server.ts';
import { formatMessageNotice, welcome } from './welcome.ts';

/**
 * Maximum time for a shutdown after `STOP_DELAY`, in milliseconds. A longer one is aborted, because process managers
 * would kill the process after a similar time anyway.
 */
const STOP_LIMIT_MS = 15_000;

logUncaught();
try {
  const environment = readEnvironment(process.env);
  const { address, consoleAddress, stop } = await startServer(environment, (message) =>
    process.stdout.write(formatMessageNotice(message)),
  );
  stopOnSignal(stop, STOP_LIMIT_MS + environment.stopDelayMs);
  // In production Fastify logs the address.
  if (environment.mode !== 'production') {
    process.stdout.write(welcome({ address, consoleAddress }, environment));
  }
} catch (error) {
  exitWithError(error);
}

/**
 * On SIGTERM or SIGINT, finishes running requests and closes the database; a second signal exits immediately.
 */
function stopOnSignal(stop: () => Promise<void>, limitMs: number): void {
  let isStopping = false;
  const handleSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), limitMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        const reason = error instanceof Error ? error.name : 'unknown';
        logFatal('stop_failed', `The shutdown failed: ${reason}`, error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', handleSignal);
  process.on('SIGINT', handleSignal);
}
