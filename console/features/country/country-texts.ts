import type { I18n } from '@lingui/core';
import type { OperatorCallId } from '#schemas/operator/operator-calls.ts';

/** A calendar day in words. */
export const dayText = (i18n: I18n, day: string): string =>
  i18n.date(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });

/** Calls whose results change with the settings of a country. */
export const settingReads: readonly OperatorCallId[] = [
  'readCountrySettings',
  'listProductValues',
  'listSettingsVersions',
  'readLaunchChecklist',
  'listApprovals',
  'listAudit',
];

/** A button in a row of a table, as high as its text. */
export const rowButtonClass = 'cursor-pointer font-semibold text-info underline';
