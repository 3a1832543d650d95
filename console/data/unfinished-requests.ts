import type { OperatorError } from './operator-error.ts';

/**
 * Idempotency keys of actions that got no response, by their call and input. They outlive the dialog that sent the
 * action, because the same input sent from a new dialog must not run the action twice.
 */
const unfinishedRequests = new Map<string, string>();
/** Maximum number of keys. The oldest ones are removed first. */
const MAX_UNFINISHED = 100;

/** Identifies an action by its call and input. */
export const requestOf = (call: string, input: unknown): string =>
  `${call} ${JSON.stringify(input)}`;

/** Returns the action's key: that of its unfinished request, or a new one. */
export function startRequest(request: string): string {
  const key = unfinishedRequests.get(request) ?? crypto.randomUUID();
  unfinishedRequests.delete(request);
  unfinishedRequests.set(request, key);
  const [oldest] = unfinishedRequests.keys();
  if (unfinishedRequests.size > MAX_UNFINISHED && oldest !== undefined)
    unfinishedRequests.delete(oldest);
  return key;
}

/** True if an earlier attempt at the action got no response. */
export const isUnfinished = (request: string): boolean => unfinishedRequests.has(request);

/** Removes an action whose outcome is known, so that the same input starts a new action. */
export const finishRequest = (request: string): void => void unfinishedRequests.delete(request);

/** Statuses of responses that the server sends before it looks for an earlier attempt. */
const EARLY_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Removes a failed action, unless this attempt or an earlier one may have carried it out. A response with an early
 * status says nothing about earlier attempts.
 */
export function failRequest(
  request: string,
  { isUncertain, status }: Pick<OperatorError, 'isUncertain' | 'status'>,
  { isRepeated }: { readonly isRepeated: boolean },
): void {
  if (!isUncertain && !(isRepeated && EARLY_STATUSES.has(status))) finishRequest(request);
}

/** Removes all actions, because another operator may use the browser. */
export const forgetRequests = (): void => unfinishedRequests.clear();
