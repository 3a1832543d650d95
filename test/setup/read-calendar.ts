import ICAL from 'ical.js';
import { sync as nodeIcal, type VEvent } from 'node-ical';

/** Reads a calendar's properties and events with ical.js, the parser of Thunderbird. */
export function readCalendar(file: string): {
  readonly property: (name: string) => unknown;
  readonly events: readonly ICAL.Event[];
} {
  const calendar = new ICAL.Component(ICAL.parse(file));
  return {
    property: (name) => calendar.getFirstPropertyValue(name),
    events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)),
  };
}

/** Reads the only event with ical.js. Throws if there isn't exactly one. */
export function readEvent(file: string): ICAL.Event {
  const { events } = readCalendar(file);
  const [event] = events;
  if (!event || events.length > 1) throw new Error(`The file has ${events.length} events.`);
  return event;
}

/** Reads the events with node-ical, a parser that shares no code with ical.js. */
export function readWithNodeIcal(file: string): VEvent[] {
  return Object.values(nodeIcal.parseICS(file)).filter((part) => part?.type === 'VEVENT');
}

/** Runs `action` as if the device were in this time zone. */
export function runInTimeZone<Result>(zone: string, action: () => Result): Result {
  const zoneBefore = process.env['TZ'];
  process.env['TZ'] = zone;
  try {
    return action();
  } finally {
    process.env['TZ'] = zoneBefore;
  }
}

/** The day of a date that a parser returned as local midnight. */
export function localDay(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
