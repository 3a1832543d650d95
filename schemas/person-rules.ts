import * as v from 'valibot';
import { isNestedTooDeeply } from './json-nesting.ts';
import { isOwner, type RoleId } from './roles.ts';
import { emailAddress } from './email.ts';
import { requiredText, typedText } from './primitives.ts';

/** Minimum length of first and last name at registration (spec 1 §5). */
export const MIN_REGISTERED_NAME = 2;
export const MAX_PERSON_NAME = 80;

/** Joins first and last name; either may be empty. */
export function fullName(name: string, surname: string): string {
  return [name, surname].filter((part) => part !== '').join(' ');
}

/** A user's name on the wire: not blank. */
export const personName = requiredText(MAX_PERSON_NAME);

/** Name of a new team member: no digits (spec 2 §5). */
export const memberName = v.pipe(
  typedText(MAX_PERSON_NAME, 1),
  v.check((name) => !/\p{Nd}/u.test(name)),
);

/**
 * True for roles that change and verify their own email address (spec 1 §6, email-role subset). An owner enters
 * the address of staff, who only verify it.
 */
export function managesOwnEmail(role: RoleId): boolean {
  return isOwner(role);
}

/** True if the text is a valid email address (spec 1 §5). */
export function isEmail(value: string): boolean {
  return v.is(emailAddress, value);
}

/** Parses `options`; null if it isn't a JSON object. */
export function parseOptions(json: string): Record<string, unknown> | null {
  const value = readJson(json);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : null;
}

/**
 * Merges changed options into the stored ones, so that two devices don't overwrite each other's keys. Null
 * removes a key.
 */
export function mergeOptions(storedOptions: string, changes: string): string {
  const mergedOptions = { ...parseOptions(storedOptions), ...parseOptions(changes) };
  const entries = Object.entries(mergedOptions).filter(([, value]) => value !== null);
  return JSON.stringify(Object.fromEntries(entries));
}

const pushTokens = v.pipe(
  v.array(
    v.object({
      platform: v.pipe(v.string(), v.minLength(1), v.maxLength(32)),
      token: v.pipe(v.string(), v.minLength(1), v.maxLength(4000)),
    }),
  ),
  v.maxLength(20),
);
/** Push token of one device. */
export type PushToken = v.InferOutput<typeof pushTokens>[number];

/** Parses the push tokens in a user's `fcm` (spec 1 §3); null if it isn't a list of tokens. */
export function parsePushTokens(json: string): readonly PushToken[] | null {
  const result = v.safeParse(pushTokens, readJson(json), { abortEarly: true });
  return result.success ? result.output : null;
}

function readJson(json: string): unknown {
  if (isNestedTooDeeply(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
