/** The link that other calendars use to read a person's installations; a new link replaces it. */
interface CalendarFeedsTable {
  installer_id: string;
  /** Hash of the secret in the link. */
  secret_hash: string;
  created_at: Date;
  /** Approximate time of the last read by a calendar; null if never. */
  fetched_at: Date | null;
  /** Hash of the content that was read last, and when it changed; null if never read. */
  content_hash: string | null;
  changed_at: Date | null;
}

export interface CalendarTables {
  calendar_feeds: CalendarFeedsTable;
}
