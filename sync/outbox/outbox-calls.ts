import type { Call } from '#schemas/api/call.ts';
import { type PlainCall, plainCall } from '../http/plain-call.ts';
import { contractCalls } from './contract-calls.ts';

/** The names of the calls that send unsent work. */
export type OutboxCall = keyof typeof contractCalls;

/**
 * The calls that send unsent work. The service worker's build has their values in the place of this
 * file (`tools/vite/precomputed-modules.ts`): it stays small without the contract.
 */
export const outboxCalls: Readonly<Record<OutboxCall, PlainCall>> = plainCalls(contractCalls);

function plainCalls<Name extends string>(calls: Record<Name, Call>): Record<Name, PlainCall> {
  const made = Object.entries<Call>(calls).map(([name, call]) => [name, plainCall(call)]);
  // The same names come out that went in; fromEntries forgets them.
  return Object.fromEntries(made) as Record<Name, PlainCall>;
}
