import type { CallError } from '../http/call-error.ts';

/** These say nothing about the edit: it is sent again as it is. */
const passing: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'cancelled',
  'not_an_answer',
  'too_large_for_network',
  'too_many_requests',
  'maintenance',
  'in_progress',
]);

/** To these there is nothing more to say by sending a mark again. */
const finalForMarks: ReadonlySet<string> = new Set([
  'not_found',
  'forbidden',
  'invalid_input',
  'unknown_shape',
]);

/**
 * Whether a failed request is the server's last word on the edit that it carried. A server that stumbles (500),
 * however often, has judged nothing (F17).
 * @param isWork whether a refused one is shown with its reason; a mark has no place for that, and is
 *   sent again for all that is not about itself
 */
export function isFinalError({ code, status }: CallError, isWork: boolean): boolean {
  if (!isWork) return finalForMarks.has(code);
  // What the server says of itself (500, overload, a full disk) is said of no edit (F17).
  return status !== 401 && status < 500 && code !== 'internal' && !passing.has(code);
}
