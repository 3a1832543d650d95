import type { I18n } from '@lingui/core';
import type { OperatorCallId } from '#schemas/operator/operator-calls.ts';

/** Formats a calendar day. */
export const dayText = (i18n: I18n, day: string): string =>
  i18n.date(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });

/** Queries to refetch after changing a country's settings. */
export const settingQueries: readonly OperatorCallId[] = [
  'readCountrySettings',
  'listProductValues',
  'listSettingsVersions',
  'readLaunchChecklist',
  'listApprovals',
  'listAudit',
];

/** Classes of a button in a table row. The button is only as high as its text. */
export const rowButtonClass = 'cursor-pointer text-start font-semibold text-info underline';
