import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#schemas/calendar-day.ts';
import { type CalendarEvent, calendarFile } from '#schemas/calendar-file.ts';
import {
  runInTimeZone,
  localDay,
  readCalendar,
  readEvent,
  readWithNodeIcal,
} from '#test/setup/read-calendar.ts';

const now = Date.UTC(2026, 10, 28, 6, 30);
const event: CalendarEvent = {
  id: '40000000-0000-4000-8000-000000000001',
  day: '2026-12-31',
  title: 'Installation: Łukasz Żółć; “Dach”, Sp. z o.o.',
  place: 'ul. Polna 23, 32-087 Zielonki',
  description: '2 × GGL MK06\nBack\\slash, comma; +48 501 234 567',
  url: 'https://club.example/projects/1',
  changedAt: now,
};

const text = fc.string({ unit: 'grapheme', maxLength: 120 });
const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2024-01-01', days));
const events = fc.record({
  id: fc.uuid(),
  day,
  title: text,
  place: text,
  description: fc.array(text, { maxLength: 4 }).map((lines) => lines.join('\n')),
  url: fc.webUrl(),
  changedAt: fc.constant(now),
});

describe('a calendar file', () => {
  test('is read by two calendar parsers with the same texts', () => {
    const file = calendarFile([event]);
    const parsedEvent = readEvent(file);
    expect([parsedEvent.summary, parsedEvent.location, parsedEvent.description]).toEqual([
      event.title,
      event.place,
      event.description,
    ]);
    const [other] = readWithNodeIcal(file);
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
        const file = calendarFile([any]);
        const parsedEvent = readEvent(file);
        // An empty property is omitted.
        expect(parsedEvent.summary).toBe(any.title);
        expect(parsedEvent.location ?? '').toBe(any.place);
        expect(parsedEvent.description ?? '').toBe(any.description);
        expect(parsedEvent.startDate.toString()).toBe(any.day);
        expect(parsedEvent.startDate.isDate).toBe(true);
        expect(parsedEvent.endDate.toString()).toBe(addDays(any.day, 1));
        for (const line of file.split('\r\n'))
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      }),
    );
  });

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Warsaw', 'Europe/London'])(
    'is on the same day in %s, even when the clocks change',
    (zone) => {
      runInTimeZone(zone, () => {
        for (const changeDay of ['2026-03-29', '2026-10-25', '2026-12-31']) {
          const [read] = readWithNodeIcal(calendarFile([{ ...event, day: changeDay }]));
          expect([read?.start, read?.end].map((date) => date && localDay(date))).toEqual([
            changeDay,
            addDays(changeDay, 1),
          ]);
        }
      });
    },
  );

  test('folds a long text into lines that use all 75 bytes', () => {
    const lines = calendarFile([{ ...event, description: 'x'.repeat(300) }]).split('\r\n');
    expect(Math.max(...lines.map((line) => line.length))).toBe(75);
  });

  test('replaces the event of an earlier file', () => {
    const earlier = readEvent(calendarFile([event]));
    const later = readEvent(
      calendarFile([{ ...event, day: '2027-01-04', changedAt: now + 1_000 }]),
    );
    expect(later.uid).toBe(earlier.uid);
    expect(later.sequence).toBeGreaterThan(earlier.sequence);
  });

  test('contains no control characters', () => {
    const file = calendarFile([{ ...event, title: 'A\u0000B\tC\u007f', description: 'a\r\nb\rc' }]);
    expect(readEvent(file).summary).toBe('A B C ');
    expect(readEvent(file).description).toBe('a\nb\nc');
  });

  test('of a feed contains its name, its time zone, and how often to fetch it', () => {
    const feed = { name: 'Dachy; “Nowak”, Kraków', timeZone: 'Europe/Warsaw' };
    const { property, events } = readCalendar(calendarFile([event, { ...event, id: 'b' }], feed));
    expect(events.map(({ uid }) => uid)).toEqual([`installation-${event.id}`, 'installation-b']);
    expect([property('name'), property('x-wr-calname')]).toEqual([feed.name, feed.name]);
    expect(property('x-wr-timezone')).toBe(feed.timeZone);
    expect(String(property('refresh-interval'))).toBe('PT1H');
    expect(calendarFile([], feed)).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    expect(calendarFile([event])).not.toMatch(/NAME|ZONE|INTERVAL|TTL/);
  });
});
