import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';

/** A moment as the wire has it, or milliseconds since 1970. */
export type Moment = string | number;

/** How numbers, points and times are written in the person's language. */
export interface Format {
  /** "1 point", "1,200 points". */
  points: (count: number) => string;
  /** "+1,200", "−300"; 0 has no sign. */
  signedPoints: (count: number) => string;
  number: (value: number) => string;
  /** A day: "4 May 2026". */
  date: (moment: Moment) => string;
  dateTime: (moment: Moment) => string;
  time: (moment: Moment) => string;
  /** A month as a heading: "May 2026". */
  month: (moment: Moment) => string;
}

export function pointsMessage(count: number): MessageDescriptor {
  return msg`${plural(count, { one: '# point', other: '# points' })}`;
}

export function createFormat(i18n: I18n, timeZone?: string): Format {
  // English is written the European way, which its plain code would not say.
  const locale = i18n.locales ?? i18n.locale;
  const zone = timeZone === undefined ? {} : { timeZone };
  const number = new Intl.NumberFormat(locale);
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, ...zone });
    return (moment: Moment) => format.format(new Date(moment));
  };
  const month = written({ month: 'long', year: 'numeric' });
  return {
    points: (count) => i18n._(pointsMessage(count)),
    signedPoints: (count) => signed.format(count),
    number: (value) => number.format(value),
    date: written({ dateStyle: 'medium' }),
    dateTime: written({ dateStyle: 'medium', timeStyle: 'short' }),
    time: written({ timeStyle: 'short' }),
    month: (moment) => capitalised(month(moment), i18n.locale),
  };
}

/** A heading begins with a capital letter, also where a month's name has none. */
function capitalised(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
