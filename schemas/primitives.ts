import * as v from 'valibot';
import { normaliseLine } from './single-line.ts';

/** The greatest device time we store (the year 2286), so that inverted keys stay positive. */
const MAX_TIME = 9_999_999_999_999;

/** Just before 1 January of the year 1, in milliseconds since 1970. */
const YEAR_ONE = -62_135_596_800_001;

/** A client- or server-made identifier: 36 characters, any RFC 9562 version. */
export const uuid = v.pipe(v.string(), v.uuid(), v.maxLength(36));

/** A moment by the server's clock, ISO 8601 in UTC, always with milliseconds: `2026-05-04T10:00:00.000Z`. */
export const moment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.maxLength(24),
  v.check(isMoment),
);

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day on a document that is read back: what was printed stays, also where no calendar has it. */
export const printedDay = v.pipe(v.string(), v.regex(DAY), v.maxLength(10));

/** A calendar day without a time zone, from the year 1 on: `2026-05-04`. */
export const day = v.pipe(
  v.string(),
  v.regex(DAY),
  v.maxLength(10),
  v.check((text) => isMoment(`${text}T00:00:00.000Z`)),
);

/** A day that is read back: one that no calendar has, as earlier versions stored it, is read as none. */
export const storedDay = orNone(day);
/** The same for a moment. */
export const storedMoment = orNone(moment);

function orNone(schema: typeof day | typeof moment) {
  const orNull: v.GenericSchema<string, string | null> = schema;
  // The null outside keeps the field required.
  return v.nullable(v.fallback(orNull, null));
}

/** Whether the calendar and the clock have this moment: 30 February and 24:00 do not exist. */
function isMoment(text: string): boolean {
  const time = Date.parse(text);
  // PostgreSQL has no year 0.
  return time > YEAR_ONE && new Date(time).toISOString() === text;
}

/** A whole number between two, both included. */
export function wholeNumberBetween(least: number, most: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

/** Points, counts and other whole amounts. Never a fraction. */
export const wholeNumber = wholeNumberBetween(0, 2_147_483_647);

/** Milliseconds since 1970 by the device's clock: only a label, the server's order decides. */
export const deviceTime = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TIME));

// The store and PostgreSQL can hold neither NUL nor other control characters in a line.
// eslint-disable-next-line no-control-regex
const oneLine = v.regex<string>(/^[^\u0000-\u001f\u007f]*$/);

/**
 * A line of text that is read back from the server or the store, or kept while it is typed: no control
 * characters, bounded. It stays as it is, because what is stored must stay readable.
 */
export function text(maxLength: number, minLength = 0) {
  return v.pipe(v.string(), v.minLength(minLength), v.maxLength(maxLength), oneLine);
}

/** A line of text of a request or a form, in its normal form (`singleLine`) before it is validated. */
export function typedText(maxLength: number, minLength = 0) {
  return v.pipe(
    v.string(),
    v.transform(normaliseLine),
    v.minLength(minLength),
    v.maxLength(maxLength),
    oneLine,
  );
}

/** A line of text of a request or a form that is not empty. */
export function filledText(maxLength: number) {
  return typedText(maxLength, 1);
}

/** Text in several languages, keyed by language code; English is always there. */
export const translatedText = v.record(
  v.pipe(v.string(), v.regex(/^[a-z]{2}$/)),
  v.pipe(v.string(), v.maxLength(2000)),
);
export type TranslatedText = v.InferOutput<typeof translatedText>;

/**
 * Lists run on ascending indexes only, so newest-first lists sort by an inverted time.
 * @param time milliseconds since 1970
 * @returns a whole number that is smaller for later times; the largest where the time is none
 */
export function newestFirstKey(time: number): number {
  return MAX_TIME - Math.min(Math.max(Math.trunc(time) || 0, 0), MAX_TIME);
}
/** The schema of an inverted time key; indexed, so RxDB needs its bounds. */
export const newestFirst = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_TIME));

/** The person's own language if the text has it, else English, else whatever is there. */
export function textInLanguage(texts: TranslatedText, language: string): string {
  return texts[language] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
}
