import { type Generated } from 'kysely';
import { type AccountTables } from '../account/account-tables.ts';
import { type AccessTables } from '../access/access-tables.ts';
import { type AnnouncementTables } from '../announcements/announcement-tables.ts';
import { type AttachmentTables } from '../attachments/attachment-row.ts';
import { type CalendarTables } from '../calendar/calendar-tables.ts';
import { type CardTables } from '../card/card-tables.ts';
import { type CertificateTables } from '../certificates/certificate-tables.ts';
import { type ConfigurationTables } from '../configuration/configuration-tables.ts';
import { type ConsoleTables } from '../console/console-tables.ts';
import { type ContentTables } from '../contents/content-tables.ts';
import { type DeviceErrorTables } from '../device-errors/device-error-tables.ts';
import { type FileTables } from '../files/file-tables.ts';
import { type GuideTables } from '../guide/guide-tables.ts';
import { type HandoverTables } from '../handover/handover-tables.ts';
import { type ImportTables } from '../imports/import-tables.ts';
import { type LeadTables } from '../leads/lead-tables.ts';
import { type MessageTables } from '../messages/queue/message-tables.ts';
import { type NotificationTables } from '../notifications/notification-row.ts';
import { type OperatorTables } from '../operator/operator-tables.ts';
import { type OrderTables } from '../orders/order-tables.ts';
import { type PhotoTables } from '../photos/photo-tables.ts';
import { type LiveTables } from '../live/live-tables.ts';
import { type LedgerTables } from '../points/ledger-row.ts';
import { type ProjectTables } from '../projects/project-row.ts';
import { type ReportTables } from '../reports/report-tables.ts';
import { type RegistrationTables } from '../registration/registration-tables.ts';
import { type ReviewTables } from '../review/review-tables.ts';
import { type ScanTables } from '../scans/scan-tables.ts';
import { type SharingTables } from '../sharing/sharing-tables.ts';
import { type ShopTables } from '../shop/shop-tables.ts';
import { type SupportTables } from '../support/support-tables.ts';
import { type SurveyTables } from '../surveys/survey-row.ts';
import { type TierTables } from '../tiers/tier-tables.ts';

/** The server's own values, such as the database's epoch. */
interface ServerStateTable {
  key: string;
  value: string;
}

/** The last runs of each scheduled job, whichever process ran them. */
export interface JobRunsTable {
  job: string;
  succeeded_at: Date | null;
  /** First failure since the last success; null if the last run succeeded. */
  failing_since: Date | null;
  failed_at: Date | null;
  /** Failed runs since the last success. */
  failures: Generated<number>;
  /** Code or name of the last error, without personal data. */
  failure: string | null;
}

/** Responses to requests with an idempotency key, until they expire. */
interface IdempotencyTable {
  owner: string;
  key: string;
  call: string;
  body_hash: string;
  answer: unknown;
  created_at: Date;
}

/** All tables, combined from the areas that own them. */
export interface Database
  extends
    AccessTables,
    AccountTables,
    AnnouncementTables,
    AttachmentTables,
    CalendarTables,
    CardTables,
    CertificateTables,
    ConfigurationTables,
    ConsoleTables,
    ContentTables,
    DeviceErrorTables,
    FileTables,
    GuideTables,
    HandoverTables,
    ImportTables,
    LeadTables,
    LedgerTables,
    LiveTables,
    MessageTables,
    NotificationTables,
    OperatorTables,
    OrderTables,
    PhotoTables,
    ProjectTables,
    RegistrationTables,
    ReportTables,
    ReviewTables,
    ScanTables,
    SharingTables,
    ShopTables,
    SupportTables,
    SurveyTables,
    TierTables {
  server_state: ServerStateTable;
  job_runs: JobRunsTable;
  idempotency_keys: IdempotencyTable;
}
