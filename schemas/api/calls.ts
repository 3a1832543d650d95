import { accessCalls } from './access-calls.ts';
import type { Call } from './call.ts';
import { pointsCalls } from './points-calls.ts';
import { projectCalls } from './project-calls.ts';
import { scanCalls } from './scan-calls.ts';

/** The whole REST contract: every path stands here once, by way of its room. */
export const calls = { ...accessCalls, ...pointsCalls, ...projectCalls, ...scanCalls };

export type CallId = keyof typeof calls;
export const allCalls: readonly Call[] = Object.values(calls);
