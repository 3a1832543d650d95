import * as v from 'valibot';
import { type Call } from '#schemas/api/call.ts';
import { apiFailure } from '#schemas/api/errors.ts';
import { documentedCodes } from '#test/server/documented-codes.ts';
import { type Answer } from './exchange.ts';

/** Says what is wrong with an answer; null where nothing is. */
export type Judge = (answer: Answer) => string | null;

/** What any server may say to anybody: not now. */
const NOT_NOW: readonly number[] = [429, 503, 507];

/**
 * What holds for every answer: the server does not fail, it says in words of the contract what it refuses, and
 * when to come back where it can not just now.
 */
export const anyAnswer: Judge = ({ status, headers, text }) => {
  if (NOT_NOW.includes(status) && headers['retry-after'] === undefined) return 'says no time';
  if (status >= 500 && !NOT_NOW.includes(status)) return `the server failed: ${text}`;
  if (status >= 400 && !v.is(apiFailure, readJson(text))) return `no failure of ours: ${text}`;
  return null;
};

/** An answer that the contract has for a call. */
export function answerOf(call: Call): Judge {
  return ({ status, text }) => {
    try {
      documentedCodes(call, { status, text, body: readJson(text) });
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
}

/** One of these statuses, or that it can not be just now. */
export function oneOf(...statuses: readonly number[]): Judge {
  return ({ status, text }) =>
    statuses.includes(status) || NOT_NOW.includes(status)
      ? null
      : `not ${statuses.join()}: ${text}`;
}

export function isNotNow({ status }: Answer): boolean {
  return NOT_NOW.includes(status);
}

/** What a text of JSON says; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
