import { brand } from '#brand';
import ICAL from 'ical.js';
import { addDays } from '#schemas/calendar-day.ts';

/** An all-day event. */
export interface CalendarEvent {
  /** Stays the same when the event is added again: the calendar then replaces it. */
  readonly id: string;
  /** `2026-05-04` */
  readonly day: string;
  readonly title: string;
  readonly place: string;
  readonly description: string;
  readonly url: string;
}

/** Sequence numbers count seconds from here, since calendars read them as 32-bit integers. */
const SEQUENCE_START = Date.UTC(2026, 0, 1);

/**
 * Creates a calendar file (RFC 5545) with one event.
 * @param now in ms; a later file replaces an earlier one's event
 */
export function calendarFile(event: CalendarEvent, now: number): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('prodid', `-//${brand.name}//EN`);
  calendar.addPropertyWithValue('version', '2.0');
  const component = new ICAL.Component('vevent');
  const add = (name: string, value: string | number | ICAL.Time) =>
    component.addPropertyWithValue(name, value);
  add('uid', `installation-${event.id}`);
  add('dtstamp', ICAL.Time.fromJSDate(new Date(now), true));
  // Dates without a time zone are the same day everywhere; the end is exclusive.
  add('dtstart', ICAL.Time.fromDateString(event.day));
  add('dtend', ICAL.Time.fromDateString(addDays(event.day, 1)));
  add('sequence', Math.floor((now - SEQUENCE_START) / 1000));
  add('summary', plainText(event.title));
  if (event.place !== '') add('location', plainText(event.place));
  if (event.description !== '') add('description', plainText(event.description));
  add('url', event.url);
  calendar.addSubcomponent(component);
  return `${calendar.toString()}\r\n`;
}

/** Removes control characters, which the format forbids, except line breaks. */
function plainText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\r\n?/gu, '\n').replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/gu, ' ');
}
