import type { CallError } from '../http/call-error.ts';

/** These say nothing about the edit: it is sent again as it is. */
const passing: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'cancelled',
  'not_an_answer',
  'too_many_requests',
  'maintenance',
  'in_progress',
]);

/**
 * Whether a failed request is the server's last word on the edit that it carried. What stumbles (500) is
 * for whoever counts that (`retry/poison.ts`).
 */
export function isJudgement({ code, status }: CallError): boolean {
  return status !== 401 && code !== 'internal' && !passing.has(code);
}
