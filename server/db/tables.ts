import { type AccessTables } from '../access/access-tables.ts';
import { type ConfigurationTables } from '../configuration/configuration-tables.ts';
import { type LeadTables } from '../leads/lead-tables.ts';
import { type NotificationTables } from '../notifications/notification-tables.ts';
import { type PhotoTables } from '../photos/photo-tables.ts';
import { type LedgerTables } from '../points/ledger-tables.ts';
import { type ProjectTables } from '../projects/project-tables.ts';
import { type ScanTables } from '../scans/scan-tables.ts';
import { type IdempotencyTable, type ServerStateTable } from './server-tables.ts';

/** The whole database, put together from the rooms that own its tables. */
export interface Database
  extends
    AccessTables,
    ConfigurationTables,
    LeadTables,
    LedgerTables,
    NotificationTables,
    PhotoTables,
    ProjectTables,
    ScanTables {
  server_state: ServerStateTable;
  idempotency_keys: IdempotencyTable;
}
