import type { Call } from '#schemas/api/call.ts';
import { type PlainCall, plainCall } from '../http/plain-call.ts';
import { contractCalls } from './contract-calls.ts';

/** Names of the calls that send unsent work. */
export type OutboxCall = keyof typeof contractCalls;

/**
 * Calls that send unsent work. The service worker's build replaces this file with the computed values
 * (`tools/vite/precomputed-modules.ts`), so the worker stays small.
 */
export const outboxCalls: Readonly<Record<OutboxCall, PlainCall>> = plainCalls(contractCalls);

function plainCalls<Name extends string>(calls: Record<Name, Call>): Record<Name, PlainCall> {
  const entries = Object.entries<Call>(calls).map(([name, call]) => [name, plainCall(call)]);
  // Same keys as the input; `fromEntries` loses their type.
  return Object.fromEntries(entries) as Record<Name, PlainCall>;
}
