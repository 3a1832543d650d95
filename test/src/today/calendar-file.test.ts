import fc from 'fast-check';
import ICAL from 'ical.js';
import { sync as nodeIcal, type VEvent } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { addDays } from '#schemas/calendar-day.ts';
import { type CalendarEvent, calendarFile } from '#src/features/today/calendar-file.ts';

const now = Date.UTC(2026, 10, 28, 6, 30);
const event: CalendarEvent = {
  id: '40000000-0000-4000-8000-000000000001',
  day: '2026-12-31',
  title: 'Installation: Łukasz Żółć; “Dach”, Sp. z o.o.',
  place: 'ul. Polna 23, 32-087 Zielonki',
  description: '2 × GGL MK06\nBack\\slash, comma; +48 501 234 567',
  url: 'https://club.example/projects/1',
};

function readWithIcalJs(file: string) {
  const [component] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent');
  if (!component) throw new Error('The file has no event.');
  return new ICAL.Event(component);
}

function readWithNodeIcal(file: string): VEvent {
  const [found] = Object.values(nodeIcal.parseICS(file)).filter((part) => part?.type === 'VEVENT');
  if (!found) throw new Error('The file has no event.');
  return found;
}

/** The day of a date that a parser returned as local midnight. */
const localDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

const text = fc.string({ unit: 'grapheme', maxLength: 120 });
const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2024-01-01', days));
const events = fc.record({
  id: fc.uuid(),
  day,
  title: text,
  place: text,
  description: fc.array(text, { maxLength: 4 }).map((lines) => lines.join('\n')),
  url: fc.webUrl(),
});

describe('a calendar file', () => {
  test('is read by two calendar parsers with the same texts', () => {
    const file = calendarFile(event, now);
    const read = readWithIcalJs(file);
    expect([read.summary, read.location, read.description]).toEqual([
      event.title,
      event.place,
      event.description,
    ]);
    const other = readWithNodeIcal(file);
    expect(other).toMatchObject({
      uid: `installation-${event.id}`,
      summary: event.title,
      location: event.place,
      description: event.description,
      url: event.url,
      datetype: 'date',
    });
  });

  test('keeps every text and day, in lines of at most 75 bytes', () => {
    fc.assert(
      fc.property(events, (any) => {
        const file = calendarFile(any, now);
        const read = readWithIcalJs(file);
        // An empty property is left out.
        expect(read.summary).toBe(any.title);
        expect(read.location ?? '').toBe(any.place);
        expect(read.description ?? '').toBe(any.description);
        expect(read.startDate.toString()).toBe(any.day);
        expect(read.startDate.isDate).toBe(true);
        expect(read.endDate.toString()).toBe(addDays(any.day, 1));
        for (const line of file.split('\r\n'))
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      }),
    );
  });

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Warsaw', 'Europe/London'])(
    'is on the same day in %s, also when the clocks change',
    (zone) => {
      const zoneBefore = process.env['TZ'];
      process.env['TZ'] = zone;
      try {
        for (const changeDay of ['2026-03-29', '2026-10-25', '2026-12-31']) {
          const { start, end } = readWithNodeIcal(calendarFile({ ...event, day: changeDay }, now));
          expect(localDay(start)).toBe(changeDay);
          expect(localDay(end ?? start)).toBe(addDays(changeDay, 1));
        }
      } finally {
        process.env['TZ'] = zoneBefore;
      }
    },
  );

  test('replaces the event of an earlier file', () => {
    const earlier = readWithIcalJs(calendarFile(event, now));
    const later = readWithIcalJs(calendarFile({ ...event, day: '2027-01-04' }, now + 1_000));
    expect(later.uid).toBe(earlier.uid);
    expect(later.sequence).toBeGreaterThan(earlier.sequence);
  });

  test('contains no control characters', () => {
    const file = calendarFile(
      { ...event, title: 'A\u0000B\tC\u007f', description: 'a\r\nb\rc' },
      now,
    );
    expect(readWithIcalJs(file).summary).toBe('A B C ');
    expect(readWithIcalJs(file).description).toBe('a\nb\nc');
  });
});
