import { type ColumnType, type Generated, type RawBuilder } from 'kysely';
import { type ImportKindId, type ImportState } from '#schemas/operator/import-kinds.ts';
import { type CorrectionEvent } from '#schemas/operator/point-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type CsvSeparator } from '../setup/csv-separator.ts';

/** Work on an import, done by the server in steps. */
export type ImportPhase = 'checking' | 'applying' | 'taking_back';

/** An uploaded CSV file, and the progress of its check and import. */
interface ImportsTable {
  uuid: string;
  kind: ImportKindId;
  /** Null for kinds that affect all countries. */
  region_id: RegionId | null;
  file_name: string;
  bytes: number;
  /** SHA-256 of the whole file in hexadecimal; null if the previous version of the server created the import. */
  sha256: string | null;
  state: ImportState;
  /** The current phase, even if it was stopped or has failed. */
  phase: ImportPhase | null;
  /** Version of the import, which increases with each change of its state. */
  rev: Generated<number>;
  created_by: string;
  created_at: Date;
  /** The operator who started or continued the phase. The phase stops if this operator loses the right to import. */
  run_by: string;
  /** The operator who started the phase. Null for imports started by the previous version. */
  started_by: string | null;
  /** The operator who applied the rows without a second person. The rows count against this operator's limits. */
  applied_for: string | null;
  session_id: string | null;
  /** Reason given for the phase. */
  why: string;
  separator: CsvSeparator | null;
  /** Position of each of the kind's columns in the file; null if the file lacks the column. */
  columns: ColumnType<
    { readonly positions: readonly (number | null)[]; readonly count: number } | null,
    RawBuilder<unknown> | null | undefined,
    RawBuilder<unknown>
  >;
  steps: Generated<number>;
  /** Number of failed attempts at the current step. */
  attempts: Generated<number>;
  /** Number of bytes and lines of the file that have been processed. */
  position: Generated<number>;
  line: Generated<number>;
  /** Key of the last row that was undone or kept. */
  resume_after: string | null;
  checked_rows: Generated<number>;
  checked_new: Generated<number>;
  checked_known: Generated<number>;
  checked_rejected: Generated<number>;
  applied_rows: Generated<number>;
  applied_new: Generated<number>;
  applied_known: Generated<number>;
  applied_rejected: Generated<number>;
  taken_back: Generated<number>;
  kept: Generated<number>;
  /** True if a second person approved the phase. */
  is_approved: Generated<boolean>;
  problem: string | null;
  finished_at: Date | null;
}

interface ImportPartsTable {
  import_uuid: string;
  number: number;
  sha256: string;
  content: Uint8Array;
}

interface ImportRejectsTable {
  import_uuid: string;
  phase: 'checking' | 'applying';
  /** Number of the row's last line. */
  line: number;
  problem: string;
  /** The problem as a sentence, for the file of rejected rows. */
  reason: string;
  /** Values of the kind's columns, without codes. */
  fields: string[];
}

interface ImportKeysTable {
  import_uuid: string;
  /** Keyed hashes of the row's key and of its values. */
  key: string;
  digest: string;
}

/** A variant in a file of prices and stock. */
interface ImportShopRowsTable {
  import_uuid: string;
  variant_uuid: string;
  /** Price at the time of the check, and the file's price; null if the file doesn't change it. */
  price_before: number | null;
  price_after: number | null;
  applied: Generated<boolean>;
  /** Version of the variant after the application. */
  details_rev: number | null;
  /** Change of the stock; null if the import hasn't changed it. */
  stock_change: number | null;
  /** The stock movement made by the import. */
  movement_id: number | null;
}

/** A row in a file of awards that the check accepted. */
interface ImportAwardRowsTable {
  import_uuid: string;
  /** Number of the row's last line. */
  line: number;
  company_id: string;
  /** Reason shown to installers. */
  event: CorrectionEvent;
  points: number;
  /** Id of the row's ledger line; null until the row is applied. Each row gets at most one ledger line. */
  ledger_uuid: string | null;
  applied_at: Date | null;
}

export interface ImportTables {
  imports: ImportsTable;
  import_parts: ImportPartsTable;
  import_rejects: ImportRejectsTable;
  import_keys: ImportKeysTable;
  import_shop_rows: ImportShopRowsTable;
  import_award_rows: ImportAwardRowsTable;
}
