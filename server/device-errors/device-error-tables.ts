/** Errors reported by devices, one row per error, location and build. */
interface DeviceErrorsTable {
  /** Hash of the error, its location and the version. */
  fingerprint: string;
  version: string;
  kind: string;
  code: string | null;
  frames: string[];
  first_seen: Date;
  last_seen: Date;
  /** Number of reported occurrences. */
  count: number;
  /** The latest report; contains no personal data (`schemas/error-report.ts`). */
  sample: unknown;
}

export interface DeviceErrorTables {
  device_errors: DeviceErrorsTable;
}
