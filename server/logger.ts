import { Writable } from 'node:stream';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type Environment } from './environment.ts';

/**
 * Structured logs on standard output: JSON lines, or short readable ones in development.
 * Nothing personal gets in (security 6): the server logs no bodies, headers, queries or addresses, and
 * errors without the texts in which databases and mail servers repeat what they were given.
 */
export function createLogger(environment: Environment, destination?: DestinationStream): Logger {
  const options = optionsFor(environment.logLevel);
  if (destination !== undefined) return pino(options, destination);
  return environment.mode === 'production' ? pino(options) : pino(options, shortLines());
}

/** The same lines on standard error, for what a process says before it has a configuration, or as its last. */
export function processLogger(): Logger {
  const wanted = process.env['LOG_LEVEL'] ?? '';
  const level = wanted === 'silent' ? 'fatal' : wanted in pino.levels.values ? wanted : 'info';
  return pino(optionsFor(level), pino.destination({ fd: 2, sync: true }));
}

function optionsFor(level: string) {
  return {
    level,
    base: null,
    serializers: { err: errorForLog },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
}

/** What of an error may be kept: its kind, its code, where it happened; its words only when they are ours. */
export function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  // Errors with a code come from the database, the network or libraries, and quote their input.
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

function shortLines(): DestinationStream {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      process.stdout.write(shortLine(chunk.toString()), () => done());
    },
  });
}

function shortLine(line: string): string {
  const { time, level, msg, reqId: _reqId, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const details = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(msg)} ${details.join(' ')}\n`;
}
