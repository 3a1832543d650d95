import * as v from 'valibot';
import { contentStatuses } from '#schemas/operator/list-choices.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list. */
export const contentsSearch = v.object({
  status: urlChoice(contentStatuses),
  type: urlChoice(['news', 'tutorial']),
  search: urlText(),
  ...listEntries,
  /** The open panel. */
  panel: urlChoice(['new']),
});

/** Search parameters of a record. */
export const contentSearch = v.object({
  tab: urlText(40),
  /** Language shown next to English. */
  language: urlText(2),
});
