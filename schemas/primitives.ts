import * as v from 'valibot';
import { normaliseLine } from './normalise-text.ts';

/** Largest device time that is stored (year 2286), so that inverted keys stay positive. */
const MAX_TIME = 9_999_999_999_999;

/** Just before 1 January of the year 1, in milliseconds since 1970. */
const YEAR_ONE = -62_135_596_800_001;

/** UUID created by a client or the server, any RFC 9562 version. */
export const uuid = v.pipe(v.string(), v.uuid(), v.maxLength(36));

/** A server time in ISO 8601, UTC, always with milliseconds: `2026-05-04T10:00:00.000Z`. */
export const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.maxLength(24),
  v.check(isMoment),
);

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day as printed on a document. It's kept unchanged even if the calendar has no such day. */
export const printedDay = v.pipe(v.string(), v.regex(DAY), v.maxLength(10));

/** A calendar day without a time zone, from the year 1: `2026-05-04`. */
export const day = v.pipe(
  v.string(),
  v.regex(DAY),
  v.maxLength(10),
  v.check((text) => isMoment(`${text}T00:00:00.000Z`)),
);

/** A stored day. Earlier versions stored days that don't exist; they are read as null. */
export const storedDay = nullIfInvalid(day);
/** A stored time; invalid values are read as null. */
export const storedMoment = nullIfInvalid(moment);

function nullIfInvalid(schema: typeof day | typeof moment) {
  const nullable: v.GenericSchema<string, string | null> = schema;
  // The outer `nullable` keeps the field required.
  return v.nullable(v.fallback(nullable, null));
}

/** True if the time exists; 30 February and 24:00 don't. */
function isMoment(text: string): boolean {
  const time = Date.parse(text);
  // PostgreSQL has no year 0.
  return time > YEAR_ONE && new Date(time).toISOString() === text;
}

/** A whole number in a range, both ends included. */
export function wholeNumberBetween(min: number, max: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
}

/** Points, counts and other amounts. */
export const wholeNumber = wholeNumberBetween(0, 2_147_483_647);

/** Milliseconds since 1970 by the device's clock; informational only, because the server decides the order. */
export const deviceTime = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TIME));

// Neither the store nor PostgreSQL can store NUL, and other control characters don't belong in a line.
// eslint-disable-next-line no-control-regex
const oneLine = v.regex<string>(/^[^\u0000-\u001f\u007f]*$/);

/**
 * A line of text from the server, the store or a draft, with a limited length and no control characters. It isn't
 * normalised, because stored values must stay readable.
 */
export function text(maxLength: number, minLength = 0) {
  return v.pipe(v.string(), v.minLength(minLength), v.maxLength(maxLength), oneLine);
}

/** A line of input in a request or a form, normalised with `normaliseLine` before validation. */
export function typedText(maxLength: number, minLength = 0) {
  return v.pipe(
    v.string(),
    v.transform(normaliseLine),
    v.minLength(minLength),
    v.maxLength(maxLength),
    oneLine,
  );
}

/** A line of input that must not be empty. */
export function requiredText(maxLength: number) {
  return typedText(maxLength, 1);
}

/** Translations by language code; English is always present. */
export const translatedText = v.record(
  v.pipe(v.string(), v.regex(/^[a-z]{2}$/)),
  v.pipe(v.string(), v.maxLength(2000)),
);
export type TranslatedText = v.InferOutput<typeof translatedText>;

/**
 * Inverts a time so that an ascending index lists the newest first.
 * @param time milliseconds since 1970
 * @returns a whole number that is smaller for later times; the maximum for an invalid time
 */
export function newestFirstKey(time: number): number {
  return MAX_TIME - Math.min(Math.max(Math.trunc(time) || 0, 0), MAX_TIME);
}
/** Schema of an inverted time; bounded because RxDB indexes it. */
export const newestFirst = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TIME));

/** Returns the text in the user's language, otherwise in English, otherwise in any language. */
export function textInLanguage(texts: TranslatedText, language: string): string {
  return texts[language] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
}
