import { type Generated } from 'kysely';
import { type AnnouncementState } from '#schemas/operator/announcement-calls.ts';
import { type RegionId } from '#schemas/regions.ts';

/** Texts by language. */
export type AnnouncementTexts = Readonly<
  Record<string, { readonly title: string; readonly text: string }>
>;

/** A message from the manufacturer to a country's installers. */
interface AnnouncementsTable {
  uuid: string;
  region_id: RegionId;
  state: Generated<AnnouncementState | 'discarded'>;
  /** `AnnouncementTexts` */
  texts: unknown;
  /** An `Audience`; null until the announcement is sent. */
  audience: Generated<unknown>;
  rev: Generated<number>;
  people: Generated<number>;
  notified: Generated<number>;
  skipped: Generated<number>;
  created_at: Date;
  created_by: string;
  updated_at: Date;
  sent_by: Generated<string | null>;
  due_at: Generated<Date | null>;
  finished_at: Generated<Date | null>;
}

/** Recipients, stored when an announcement is sent. */
interface AnnouncementRecipientsTable {
  announcement: string;
  installer_id: string;
  company_id: string;
  state: Generated<'pending' | 'sent' | 'skipped'>;
}

export interface AnnouncementTables {
  announcements: AnnouncementsTable;
  announcement_recipients: AnnouncementRecipientsTable;
}
