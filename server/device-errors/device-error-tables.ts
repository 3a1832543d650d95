/** Errors of devices, one row for each kind and place in a build. */
export interface DeviceErrorsTable {
  /** A hash of what it is, where, and in which version. */
  fingerprint: string;
  version: string;
  kind: string;
  code: string | null;
  frames: string[];
  first_seen: Date;
  last_seen: Date;
  /** How often it came up, as far as devices have told. */
  count: number;
  /** The report that was the last: nothing in it is of a person (`schemas/error-report.ts`). */
  sample: unknown;
}

export interface DeviceErrorTables {
  device_errors: DeviceErrorsTable;
}
