import { errorForLog, processLogger } from './logger.ts';
import { StartError } from './start-error.ts';

/**
 * Says on standard error, in one sentence, why a program stops; in production as a line of the log. The process then
 * ends with 1 as soon as nothing else keeps it.
 */
export function exitWithError(error: unknown): void {
  if (error instanceof StartError) logFatal(error.code, error.message);
  else if (isProduction()) logFatal('unknown', unknownReason(error), error);
  else process.stderr.write(`${unforeseen(error)}\n`);
  process.exitCode = 1;
}

/**
 * The last that a process says: on standard error as it is, in production as a line of the log (`fatal`).
 * @param code what tells it from other reasons
 * @param cause its kind and place are noted beside, its words are not
 */
export function logFatal(code: string, sentence: string, cause?: unknown): void {
  if (!isProduction()) {
    process.stderr.write(`${sentence}\n`);
    return;
  }
  const { type, code: ofCause, stack } = cause === undefined ? {} : errorForLog(cause);
  processLogger().fatal({ code, type, cause: ofCause, stack }, sentence);
}

/**
 * In production what nobody has caught, and what Node warns of, are lines of the log like all others; else they are left
 * to Node. An error that nobody has caught ends the process with 1 in any case. To be called once, before anything else.
 */
export function logUncaught(): void {
  if (!isProduction()) return;
  // Rejections that nobody handles come here, too.
  process.on('uncaughtException', (error: unknown) => {
    logFatal('uncaught', unknownReason(error), error);
    process.exit(1);
  });
  // Node's own way of printing them is such a listener.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    const code = 'code' in warning ? warning.code : undefined;
    processLogger().warn({ code, type: warning.name }, warning.message);
  });
}

function isProduction(): boolean {
  return process.env['NODE_ENV'] === 'production';
}

/** Errors that nobody has foreseen are not quoted: those of libraries repeat what they were given, secrets too. */
function unknownReason(error: unknown): string {
  const { name, code } = error instanceof Error ? withCode(error) : NO_ERROR;
  return `This stopped for a reason that it does not know: ${name}${code}.`;
}

function unforeseen(error: unknown): string {
  const said = unknownReason(error);
  if (process.env['LOG_LEVEL'] !== 'debug') return `${said} LOG_LEVEL=debug tells where.`;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return [said, ...stack.split('\n').filter((line) => /^\s+at /.test(line))].join('\n');
}

const NO_ERROR = { name: 'no error', code: '' };

function withCode(error: Error) {
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return { name: error.name, code };
}
