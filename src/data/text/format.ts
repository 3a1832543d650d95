import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { startOfUtcDay } from '#schemas/calendar-day.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';

/** An ISO time, or milliseconds since 1970. */
type Moment = string | number;

/**
 * Formats numbers, points and times in the user's language. Dates use no-break spaces. Invalid dates are shown
 * unchanged and reported.
 */
export interface Format {
  /** "1 point", "1,200 points". */
  points: (count: number) => string;
  /** "+1,200", "−300"; 0 has no sign. */
  signedPoints: (count: number) => string;
  number: (value: number) => string;
  /** A day: "4 May 2026". */
  date: (moment: Moment) => string;
  /** A calendar day such as `2026-05-04`, the same in every time zone: "4 May 2026". */
  day: (day: string) => string;
  /** Without the year: "4 May". */
  monthDay: (day: string) => string;
  dateTime: (moment: Moment) => string;
  time: (moment: Moment) => string;
  /** A month as a heading: "May 2026". */
  month: (moment: Moment) => string;
}

export function pointsMessage(count: number): MessageDescriptor {
  return msg`${plural(count, { one: '# point', other: '# points' })}`;
}

/** @param timeZone defaults to the device's */
export function createFormat(i18n: I18n, timeZone?: string): Format {
  const zone = timeZone === undefined ? {} : { timeZone };
  const numberFormat = (options?: Intl.NumberFormatOptions) => {
    const format = lazy(() => new Intl.NumberFormat(formattingLocale(i18n.locale), options));
    return (value: number) => format().format(value);
  };
  const timeFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = lazy(
      () => new Intl.DateTimeFormat(formattingLocale(i18n.locale), { ...zone, ...options }),
    );
    return (moment: Moment) => {
      const date = new Date(moment);
      return Number.isNaN(date.getTime()) ? reportUnreadable(moment) : format().format(date);
    };
  };
  const dateFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = timeFormat(options);
    return (moment: Moment) => withNonBreakingSpaces(format(moment));
  };
  const dayFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = dateFormat({ ...options, timeZone: 'UTC' });
    return (text: string) => {
      const time = startOfUtcDay(text);
      return Number.isNaN(time) ? reportUnreadable(text) : format(time);
    };
  };
  const signedNumber = numberFormat({ signDisplay: 'exceptZero' });
  const month = timeFormat({ month: 'long', year: 'numeric' });
  return {
    points: (count) => i18n._(pointsMessage(count)),
    // Most locales use a hyphen, but next to "+" it should be a minus sign.
    signedPoints: (count) => signedNumber(count).replace('-', '−'),
    number: numberFormat(),
    date: dateFormat({ dateStyle: 'medium' }),
    day: dayFormat({ dateStyle: 'medium' }),
    monthDay: dayFormat({ day: 'numeric', month: 'long' }),
    dateTime: dateFormat({ dateStyle: 'medium', timeStyle: 'short' }),
    time: timeFormat({ timeStyle: 'short' }),
    month: (moment) => capitalise(month(moment), i18n.locale),
  };
}

/** Invalid values reported so far, because screens rerender often. */
const reportedMoments = new Set<Moment>();

/** Reports an invalid date once and returns it unchanged, so one value never breaks a screen. */
function reportUnreadable(moment: Moment): string {
  if (!reportedMoments.has(moment)) {
    reportedMoments.add(moment);
    // Browsers from before 2022 lack `reportError`.
    if ('reportError' in globalThis) {
      queueMicrotask(() => reportError(new RangeError('A stored date cannot be read.')));
    }
  }
  return String(moment);
}

/** Keeps a date on one line; the time may wrap. */
function withNonBreakingSpaces(text: string): string {
  return text.replaceAll(/([^,]) /g, '$1\u00A0');
}

/** Creates a value on first use, because an `Intl` formatter takes 1 ms on a slow phone. */
function lazy<Value>(create: () => Value): () => Value {
  let cachedValue: Value | undefined;
  return () => (cachedValue ??= create());
}

const formats = new WeakMap<I18n, { locale: string; format: Format }>();

/** Returns the shared formatter of the current language. */
export function formatFor(i18n: I18n): Format {
  const cachedFormat = formats.get(i18n);
  if (cachedFormat?.locale === i18n.locale) return cachedFormat.format;
  const format = createFormat(i18n);
  formats.set(i18n, { locale: i18n.locale, format });
  return format;
}

/** Capitalises the first letter, because some languages write months in lower case. */
function capitalise(text: string, language: string): string {
  return text.charAt(0).toLocaleUpperCase(formattingLocale(language)) + text.slice(1);
}

/** Returns the formatter of the user's language. */
export function useFormat(): Format {
  const { i18n } = useLingui();
  return formatFor(i18n);
}
