import type { CallError } from '../http/call-error.ts';

/** Errors that aren't about the edit, so the edit is resent unchanged. */
const temporaryCodes: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'cancelled',
  'not_an_answer',
  'too_large_for_network',
  'too_many_requests',
  'maintenance',
  'in_progress',
]);

/** After these errors, resending a mark (notification read, survey answered) won't help. */
const finalMarkCodes: ReadonlySet<string> = new Set([
  'not_found',
  'forbidden',
  'invalid_input',
  'unknown_shape',
]);

/**
 * True if a failed request is the server's final verdict on its edit. A server error (500), however often it repeats,
 * isn't a verdict on the edit (F17).
 * @param reportsRejection true if the user is shown a rejection; false for marks, which are resent
 * unless the error is about the mark itself
 */
export function isFinalError({ code, status }: CallError, reportsRejection: boolean): boolean {
  if (!reportsRejection) return finalMarkCodes.has(code);
  return status !== 401 && status < 500 && code !== 'internal' && !temporaryCodes.has(code);
}
