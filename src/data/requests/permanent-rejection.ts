import { codeOf } from '../text/error-code.ts';

/** Statuses and codes after which a retry may succeed. */
const passing = new Set([401, 408, 425, 429]);
const unanswered = new Set(['offline', 'timeout', 'cancelled', 'not_an_answer', 'in_progress']);

/** True if the server rejected a request and would reject it again. */
export function isPermanentRejection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error)) return false;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status >= 500) return false;
  return !passing.has(status) && !unanswered.has(codeOf(error) ?? '');
}
