import { auditCalls } from './audit-calls.ts';
import { sessionCalls } from './session-calls.ts';

/** All calls of the console. The browser imports single groups. */
export const operatorCalls = {
  ...sessionCalls,
  ...auditCalls,
} as const;

export type OperatorCallId = keyof typeof operatorCalls;
