import { brand } from '#brand';
import ICAL from 'ical.js';
import { addDays } from './calendar-day.ts';

/** An all-day event. */
export interface CalendarEvent {
  /** Stays the same when the event is added again, so that the calendar replaces the event. */
  readonly id: string;
  /** `2026-05-04` */
  readonly day: string;
  readonly title: string;
  readonly place: string;
  readonly description: string;
  readonly url: string;
  /** Time of the last change, in ms since 1970. An event with a later time replaces an earlier one with the same id. */
  readonly changedAt: number;
}

/** A calendar that other apps can subscribe to. */
interface CalendarFeed {
  readonly name: string;
  /** Name of the user's time zone: `Europe/Warsaw`. */
  readonly timeZone: string;
}

// Lines have at most 75 bytes, but the package doesn't count the space that starts a continued line.
ICAL.foldLength = 74;

/** Sequence numbers count the seconds since this time, because calendars read them as 32-bit integers. */
const SEQUENCE_START = Date.UTC(2026, 0, 1);
/** Interval at which calendars should refetch the feed. */
const REFRESH_INTERVAL = 'PT1H';

/**
 * Creates a calendar (RFC 5545) with these events.
 * @param feed adds the properties of a subscribable calendar (RFC 7986)
 */
export function calendarFile(events: readonly CalendarEvent[], feed?: CalendarFeed): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('prodid', `-//${brand.name}//EN`);
  calendar.addPropertyWithValue('version', '2.0');
  if (feed) addFeedProperties(calendar, feed);
  for (const event of events) calendar.addSubcomponent(eventComponent(event));
  return `${calendar.toString()}\r\n`;
}

/** Adds the properties of a subscribable calendar. Outlook, Google and Apple read those with `x-` names. */
function addFeedProperties(calendar: ICAL.Component, { name, timeZone }: CalendarFeed): void {
  const refreshInterval = new ICAL.Property('refresh-interval');
  refreshInterval.resetType('duration');
  refreshInterval.setValue(ICAL.Duration.fromString(REFRESH_INTERVAL));
  calendar.addPropertyWithValue('name', plainText(name));
  calendar.addPropertyWithValue('x-wr-calname', plainText(name));
  calendar.addPropertyWithValue('x-wr-timezone', timeZone);
  calendar.addProperty(refreshInterval);
  calendar.addPropertyWithValue('x-published-ttl', REFRESH_INTERVAL);
}

function eventComponent(event: CalendarEvent): ICAL.Component {
  const component = new ICAL.Component('vevent');
  const add = (name: string, value: string | number | ICAL.Time) =>
    component.addPropertyWithValue(name, value);
  add('uid', `installation-${event.id}`);
  add('dtstamp', ICAL.Time.fromJSDate(new Date(event.changedAt), true));
  // Dates without a time zone are the same day everywhere; the end is exclusive.
  add('dtstart', ICAL.Time.fromDateString(event.day));
  add('dtend', ICAL.Time.fromDateString(addDays(event.day, 1)));
  add('sequence', Math.max(0, Math.floor((event.changedAt - SEQUENCE_START) / 1000)));
  add('summary', plainText(event.title));
  if (event.place !== '') add('location', plainText(event.place));
  if (event.description !== '') add('description', plainText(event.description));
  add('url', event.url);
  return component;
}

/** Replaces control characters with spaces, because the format forbids them. Line breaks stay. */
function plainText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\r\n?/gu, '\n').replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/gu, ' ');
}
