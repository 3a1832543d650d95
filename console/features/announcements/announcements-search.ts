import * as v from 'valibot';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list. */
export const announcementsSearch = v.object({
  sort: urlChoice(['created_at', '-created_at']),
  ...listEntries,
  panel: urlChoice(['new']),
});

/** Search parameters of an announcement. */
export const announcementSearch = v.object({
  tab: urlText(40),
  /** Language shown next to English. */
  language: urlText(2),
});
