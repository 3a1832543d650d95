import * as v from 'valibot';
import { type Call } from '#schemas/api/call.ts';
import { apiFailure } from '#schemas/api/errors.ts';
import { documentedCodes } from '#test/server/documented-codes.ts';
import { type AttackResponse } from './exchange.ts';

/** Returns the problem with a response; null if there is none. */
export type ResponseCheck = (response: AttackResponse) => string | null;

/** Statuses that mean "not now". */
const OVERLOADED: readonly number[] = [429, 503, 507];

/**
 * Rules for every response: it isn't a server failure, errors follow the contract, and "not now" includes a time to
 * retry.
 */
export const checkAnyResponse: ResponseCheck = ({ status, headers, text }) => {
  if (OVERLOADED.includes(status) && headers['retry-after'] === undefined)
    return 'has no retry time';
  if (status >= 500 && !OVERLOADED.includes(status)) return `the server failed: ${text}`;
  if (status >= 400 && !v.is(apiFailure, readJson(text))) return `isn’t one of our errors: ${text}`;
  return null;
};

/** Accepts responses that the contract documents for the call. */
export function expectDocumented(call: Call): ResponseCheck {
  return ({ status, text }) => {
    try {
      documentedCodes(call, { status, text, body: readJson(text) });
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
}

/** Accepts these statuses, or "not now". */
export function expectStatus(...statuses: readonly number[]): ResponseCheck {
  return ({ status, text }) =>
    statuses.includes(status) || OVERLOADED.includes(status)
      ? null
      : `not ${statuses.join()}: ${text}`;
}

export function isOverloaded({ status }: AttackResponse): boolean {
  return OVERLOADED.includes(status);
}

/** Parses JSON; undefined if invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
