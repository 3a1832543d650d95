import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { startOf } from '#schemas/calendar-day.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';

/** A moment as the wire has it, or milliseconds since 1970. */
export type Moment = string | number;

/**
 * How numbers, points and times are written in the person's language. What is written with a day in it is not broken
 * within it: its spaces are such that keep together. A value that is no date is shown as it is, and reported.
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
  /** The same without its year: "4 May". */
  monthDay: (day: string) => string;
  dateTime: (moment: Moment) => string;
  time: (moment: Moment) => string;
  /** A month as a heading: "May 2026". */
  month: (moment: Moment) => string;
}

export function pointsMessage(count: number): MessageDescriptor {
  return msg`${plural(count, { one: '# point', other: '# points' })}`;
}

/** @param timeZone the device's own where none is given */
export function createFormat(i18n: I18n, timeZone?: string): Format {
  const zone = timeZone === undefined ? {} : { timeZone };
  const numbers = (options?: Intl.NumberFormatOptions) => {
    const format = onDemand(() => new Intl.NumberFormat(formattingLocale(i18n.locale), options));
    return (value: number) => format().format(value);
  };
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = onDemand(
      () => new Intl.DateTimeFormat(formattingLocale(i18n.locale), { ...zone, ...options }),
    );
    return (moment: Moment) => {
      const date = new Date(moment);
      return Number.isNaN(date.getTime()) ? unreadable(moment) : format().format(date);
    };
  };
  const dated = (options: Intl.DateTimeFormatOptions) => {
    const format = written(options);
    return (moment: Moment) => unbroken(format(moment));
  };
  const ofDay = (options: Intl.DateTimeFormatOptions) => {
    const format = dated({ ...options, timeZone: 'UTC' });
    return (text: string) => {
      const time = startOf(text);
      return Number.isNaN(time) ? unreadable(text) : format(time);
    };
  };
  const signed = numbers({ signDisplay: 'exceptZero' });
  const month = written({ month: 'long', year: 'numeric' });
  return {
    points: (count) => i18n._(pointsMessage(count)),
    // Most languages write a hyphen: beside a plus it has to be a minus.
    signedPoints: (count) => signed(count).replace('-', '−'),
    number: numbers(),
    date: dated({ dateStyle: 'medium' }),
    day: ofDay({ dateStyle: 'medium' }),
    monthDay: ofDay({ day: 'numeric', month: 'long' }),
    dateTime: dated({ dateStyle: 'medium', timeStyle: 'short' }),
    time: written({ timeStyle: 'short' }),
    month: (moment) => capitalised(month(moment), i18n.locale),
  };
}

/** What was reported: a screen draws the same value many times. */
const reported = new Set<Moment>();

/** Reports a stored value that is no date, once, and gives it back to be shown unchanged: one value never breaks a screen. */
function unreadable(moment: Moment): string {
  if (!reported.has(moment)) {
    reported.add(moment);
    // Browsers before 2022 lack it.
    if ('reportError' in globalThis) {
      queueMicrotask(() => reportError(new RangeError('A stored date cannot be read.')));
    }
  }
  return String(moment);
}

/** A day stays in one line; its time may come in the next one. */
function unbroken(text: string): string {
  return text.replaceAll(/([^,]) /g, '$1\u00A0');
}

/** Made when it is first asked for: one of Intl's formatters takes a slow phone a millisecond. */
function onDemand<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

const formats = new WeakMap<I18n, { locale: string; format: Format }>();

/** The format of the language that is on, the same for everything that is shown in it. */
export function formatFor(i18n: I18n): Format {
  const known = formats.get(i18n);
  if (known?.locale === i18n.locale) return known.format;
  const format = createFormat(i18n);
  formats.set(i18n, { locale: i18n.locale, format });
  return format;
}

/** A heading begins with a capital letter, also where a month's name has none. */
function capitalised(text: string, language: string): string {
  return text.charAt(0).toLocaleUpperCase(formattingLocale(language)) + text.slice(1);
}

/** Numbers, points and times as the person's language writes them. */
export function useFormat(): Format {
  const { i18n } = useLingui();
  return formatFor(i18n);
}
