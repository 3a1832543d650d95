import type { I18n } from '@lingui/core';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';

/** Name of a country in the operator's language; a dash if there is none. */
export function countryText(i18n: I18n, id: RegionId | null): string {
  if (id === null) return '–';
  const code = regionCodeOf(id);
  return new Intl.DisplayNames(i18n.locales ?? i18n.locale, { type: 'region' }).of(code) ?? code;
}

/** Formats a calendar day, which has no time zone. `day` is YYYY-MM-DD. */
export const dayText = (i18n: I18n, day: string): string =>
  i18n.date(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });

/**
 * Date and time to the minute.
 * @param moment as ISO text or milliseconds since 1970
 */
export const timeText = (i18n: I18n, moment: string | number): string =>
  i18n.date(new Date(moment), { dateStyle: 'medium', timeStyle: 'short' });
