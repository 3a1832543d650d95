import { errorForLog, processLogger } from './logger.ts';
import { StartError } from './start-error.ts';

/**
 * Logs in one sentence why the program stops, as a log line in production and as plain text otherwise, and sets exit
 * code 1. The process ends once nothing else keeps it alive.
 */
export function exitWithError(error: unknown): void {
  if (error instanceof StartError) logFatal(error.code, error.message);
  else if (isProduction()) logFatal('unknown', describeError(error), error);
  else process.stderr.write(`${describeErrorWithStack(error)}\n`);
  process.exitCode = 1;
}

/**
 * Logs the reason a process ends: plain text on stderr, or a `fatal` log line in production.
 * @param code identifies the reason
 * @param cause logged with its type and stack, but without its message
 */
export function logFatal(code: string, message: string, cause?: unknown): void {
  if (!isProduction()) {
    process.stderr.write(`${message}\n`);
    return;
  }
  const { type, code: causeCode, stack } = cause === undefined ? {} : errorForLog(cause);
  processLogger().fatal({ code, type, cause: causeCode, stack }, message);
}

/**
 * In production, logs uncaught errors and Node's warnings as JSON lines; otherwise Node prints them. An uncaught error
 * always ends the process with exit code 1. Call once, before anything else.
 */
export function logUncaught(): void {
  if (!isProduction()) return;
  // Unhandled rejections end up here too.
  process.on('uncaughtException', (error: unknown) => {
    logFatal('uncaught', describeError(error), error);
    process.exit(1);
  });
  // Removes Node's own listener, which would print the warning as text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    const code = 'code' in warning ? warning.code : undefined;
    processLogger().warn({ code, type: warning.name }, warning.message);
  });
}

function isProduction(): boolean {
  return process.env['NODE_ENV'] === 'production';
}

/**
 * Describes an error by its name and code. Its message is left out, because libraries repeat their input in messages,
 * and the input may contain secrets.
 */
function describeError(error: unknown): string {
  const { name, code } = error instanceof Error ? getNameAndCode(error) : NO_ERROR;
  return `Unexpected error: ${name}${code}.`;
}

function describeErrorWithStack(error: unknown): string {
  const reason = describeError(error);
  if (process.env['LOG_LEVEL'] !== 'debug')
    return `${reason} Set LOG_LEVEL=debug for the stack trace.`;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return [reason, ...stack.split('\n').filter((line) => /^\s+at /.test(line))].join('\n');
}

const NO_ERROR = { name: 'no error', code: '' };

function getNameAndCode(error: Error) {
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return { name: error.name, code };
}
