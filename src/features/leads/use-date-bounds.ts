import { lastDayAhead } from '#schemas/calendar-day.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';

/** The first and the last day that an installation date may be now, the last one also in words. */
export function useDateBounds() {
  const format = useFormat();
  const today = useToday();
  const lastDay = lastDayAhead(today);
  return { today, lastDay, lastDayText: format.day(lastDay) };
}
