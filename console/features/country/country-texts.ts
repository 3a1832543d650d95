import type { OperatorCallId } from '#schemas/operator/operator-calls.ts';

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
