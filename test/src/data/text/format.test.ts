import { setupI18n } from '@lingui/core';
import { describe, expect, test, vi } from 'vitest';
import { catalogueLanguages } from '#schemas/languages.ts';
import { createFormat, formatFor, pointsMessage } from '#src/data/text/format.ts';

/** As in a catalogue; the message id is the same for every count. */
const polish = '{count, plural, one {# punkt} few {# punkty} many {# punktów} other {# punktu}}';

function format(locale: string, writing: string = locale) {
  const id = pointsMessage(1).id;
  const i18n = setupI18n({
    locale,
    locales: writing,
    messages: { en: {}, pl: { [id]: polish } },
  });
  return createFormat(i18n, 'Europe/Warsaw');
}
const plainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('points', () => {
  test('have the forms one and other in English', () => {
    const { points } = format('en', 'en-GB');
    expect([0, 1, 2, 1200].map(points)).toEqual([
      '0 points',
      '1 point',
      '2 points',
      '1,200 points',
    ]);
  });

  test('have the forms one, few and many in Polish', () => {
    const { points } = format('pl');
    expect([1, 2, 5, 22, 12_345].map((count) => plainSpaces(points(count)))).toEqual([
      '1 punkt',
      '2 punkty',
      '5 punktów',
      '22 punkty',
      '12 345 punktów',
    ]);
  });

  test('have a sign in the ledger, except zero', () => {
    const { signedPoints } = format('en', 'en-GB');
    expect([1200, -300, 0].map(signedPoints)).toEqual(['+1,200', '−300', '0']);
  });
});

describe('moments', () => {
  const late = '2026-05-31T22:30:00.000Z';

  test('use European formats and the person’s time zone in English', () => {
    const { date, dateTime, month, time } = format('en', 'en-GB');
    expect(plainSpaces(date(late))).toBe('1 Jun 2026');
    expect(plainSpaces(dateTime(late))).toBe('1 Jun 2026, 00:30');
    expect(time(late)).toBe('00:30');
    expect(month(late)).toBe('June 2026');
  });

  test('can be given in milliseconds', () => {
    expect(plainSpaces(format('pl').date(Date.parse(late)))).toBe('1 cze 2026');
  });

  test('keep the day on one line in any language, but the time may wrap', () => {
    for (const language of catalogueLanguages) {
      const { date, dateTime, day, monthDay } = format(
        language,
        language === 'en' ? 'en-GB' : language,
      );
      expect([date(late), day('2026-05-31'), monthDay('2026-05-31')].join('')).not.toContain(' ');
      expect(dateTime(late).split(' ').length).toBeLessThanOrEqual(2);
    }
  });

  test('start a month’s heading with a capital letter in every language', () => {
    expect(format('pl').month(late)).toBe('Czerwiec 2026');
  });
});

test('a calendar day is the same day in every time zone', () => {
  for (const zone of ['Pacific/Auckland', 'Europe/Warsaw', 'America/Los_Angeles']) {
    const i18n = setupI18n({ locale: 'en', locales: 'en-GB', messages: { en: {} } });
    expect(plainSpaces(createFormat(i18n, zone).day('2026-05-04'))).toBe('4 May 2026');
  }
});

test('a formatter is created once per language, and again when the language changes', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {}, pl: {} } });
  const english = formatFor(i18n);
  expect(formatFor(i18n)).toBe(english);
  expect(english.date('2026-06-01T12:00:00.000Z')).toContain('Jun');
  i18n.activate('pl');
  expect(formatFor(i18n)).not.toBe(english);
  expect(plainSpaces(formatFor(i18n).date('2026-06-01T12:00:00.000Z'))).toBe('1 cze 2026');
});

describe('a stored value that isn’t a date', () => {
  test('is shown as is, and reported once', async () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const { day, monthDay, date, dateTime, time } = format('pl');
    expect(day('20271-12-01')).toBe('20271-12-01');
    expect(day('20271-12-01')).toBe('20271-12-01');
    expect(monthDay('2027-02-30')).toBe('2027-02-30');
    for (const write of [date, dateTime, time]) expect(write('soon')).toBe('soon');
    expect(date(Number.NaN)).toBe('NaN');
    await Promise.resolve();
    expect(report).toHaveBeenCalledTimes(4);
  });

  test('causes no error if the browser has no error reporting', () => {
    expect(format('en').day('2027-13-45')).toBe('2027-13-45');
  });
});
