import { Writable } from 'node:stream';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type Environment } from './environment.ts';

/**
 * Creates the logger. It writes JSON lines to stdout, or short readable lines in development. Logs contain no personal
 * data (security 6), and therefore no bodies, headers, queries or addresses. The messages of database and mail errors
 * are left out too, because they quote the data that caused the error.
 */
export function createLogger(environment: Environment, destination?: DestinationStream): Logger {
  const options = createOptions(environment.logLevel);
  if (destination !== undefined) return pino(options, destination);
  return environment.mode === 'production' ? pino(options) : pino(options, createTextStream());
}

/** Creates a logger that writes to stderr. It's used before the configuration is read, and for fatal errors. */
export function processLogger(): Logger {
  const requestedLevel = process.env['LOG_LEVEL'] ?? '';
  const level =
    requestedLevel === 'silent'
      ? 'fatal'
      : requestedLevel in pino.levels.values
        ? requestedLevel
        : 'info';
  return pino(createOptions(level), pino.destination({ fd: 2, sync: true }));
}

function createOptions(level: string) {
  return {
    level,
    base: null,
    serializers: { err: errorForLog },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
}

/** Returns the loggable parts of an error: type, code, stack, and the message only if it is ours. */
export function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  // Errors with a code come from the database, the network or a library. Their messages quote the data that caused the
  // error.
  const message = code === undefined ? error.message : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    code,
    constraint,
    message,
    stack: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: errorForLog(error.cause) }),
  };
}

function createTextStream(): DestinationStream {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      process.stdout.write(formatLine(chunk.toString()), () => done());
    },
  });
}

function formatLine(line: string): string {
  const { time, level, msg, reqId: _reqId, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const details = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(msg)} ${details.join(' ')}\n`;
}
