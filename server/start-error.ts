/**
 * Why a program of the server can't do its work: one sentence for the operator, with the way out. It names
 * settings, never their values.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/**
 * Says on standard error, in one sentence, why a program stops; the process then ends with 1 as soon as nothing
 * else keeps it.
 */
export function stopWithSentence(error: unknown): void {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}

/** Errors that nobody has foreseen are not quoted: those of libraries repeat what they were given, secrets too. */
function sentenceOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { name, code, stack } = error instanceof Error ? withCode(error) : NO_ERROR;
  const said = `This stopped for a reason that it does not know: ${name}${code}.`;
  if (process.env['LOG_LEVEL'] !== 'debug') return `${said} LOG_LEVEL=debug tells where.`;
  return [said, ...stack.split('\n').filter((line) => /^\s+at /.test(line))].join('\n');
}

const NO_ERROR = { name: 'no error', code: '', stack: '' };

function withCode(error: Error) {
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return { name: error.name, code, stack: error.stack ?? '' };
}
