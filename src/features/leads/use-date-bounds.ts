import { latestSelectableDay } from '#schemas/calendar-day.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';

/** First and last day allowed for an installation date, the last one also as text. */
export function useDateBounds() {
  const format = useFormat();
  const today = useToday();
  const lastDay = latestSelectableDay(today);
  return { today, lastDay, lastDayText: format.day(lastDay) };
}
