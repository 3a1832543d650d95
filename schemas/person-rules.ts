import * as v from 'valibot';
import { isNestedTooDeeply } from './json-nesting.ts';
import { isOwner, type RoleId } from './roles.ts';
import { emailAddress } from './email.ts';
import { filledText, typedText } from './primitives.ts';

/** First name and last name when somebody registers (spec 1 §5). */
export const MIN_REGISTERED_NAME = 2;
export const MAX_PERSON_NAME = 80;

/** A name of a person as the wire carries it: not empty, and not only spaces. */
export const personName = filledText(MAX_PERSON_NAME);

/** A name as it is entered for a member of a team: without digits (spec 2 §5). */
export const memberName = v.pipe(
  typedText(MAX_PERSON_NAME, 1),
  v.check((name) => !/\p{Nd}/u.test(name)),
);

/**
 * The e-mail-role subset (spec 1 §6): who verifies an e-mail address, and may change it themselves.
 * Staff sign in with what their owner has entered for them, and prove what the owner enters later.
 */
export function managesOwnEmail(role: RoleId): boolean {
  return isOwner(role);
}

/** Whether a text looks like an e-mail address (spec 1 §5). */
export function isEmail(value: string): boolean {
  return v.is(emailAddress, value);
}

/** JSON text of an object: what `options` holds. Null when it is none. */
export function parseOptions(json: string): Record<string, unknown> | null {
  const value = readJson(json);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : null;
}

/**
 * Options with others laid over them, so that two devices that note different things don't undo each other.
 * A key with null goes.
 */
export function mergeOptions(stored: string, laidOver: string): string {
  const merged = { ...parseOptions(stored), ...parseOptions(laidOver) };
  const kept = Object.entries(merged).filter(([, value]) => value !== null);
  return JSON.stringify(Object.fromEntries(kept));
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
/** Where one device is reached by push messages. */
export type PushToken = v.InferOutput<typeof pushTokens>[number];

/** The push tokens in a person's `fcm` (spec 1 §3). Null when the text is not such a list. */
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
