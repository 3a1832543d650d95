import { accessCalls } from './access-calls.ts';
import { addressCalls } from './address-calls.ts';
import type { Call } from './call.ts';
import { leadCalls } from './lead-calls.ts';
import { notificationCalls } from './notification-calls.ts';
import { pointsCalls } from './points-calls.ts';
import { projectCalls } from './project-calls.ts';
import { scanCalls } from './scan-calls.ts';

/** The whole REST contract: every path stands here once, by way of its room. */
export const calls = {
  ...accessCalls,
  ...addressCalls,
  ...leadCalls,
  ...notificationCalls,
  ...pointsCalls,
  ...projectCalls,
  ...scanCalls,
};

export type CallId = keyof typeof calls;
export const allCalls: readonly Call[] = Object.values(calls);
