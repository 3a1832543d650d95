/** A connection was lost, timed out or couldn't be opened. It is unknown if the statement ran. */
export class DatabaseUnavailableError extends Error {
  readonly code = 'database_unavailable';

  constructor(cause: unknown) {
    super('The database doesn’t respond.', { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

/** Too little disk space for another write. Nothing was written. */
export class DiskFullError extends Error {
  readonly code = 'disk_full';

  constructor() {
    super('The disk of DATA_DIR has too little space left for another write.');
    this.name = 'DiskFullError';
  }
}

/** Failures of the database itself, independent of the statement. */
type DatabaseErrorKind = 'unavailable' | 'full';

const DISK_FULL = '53100';
const READ_ONLY = '25006';
/**
 * SQLSTATEs of temporary failures: connections (08), resources (53), shutdown (57P), the database's disk (58),
 * statement timeout, lock timeout, read-only standby, and conflicts that remained after all retries.
 */
const TEMPORARY = /^(?:08|53|57P|58)|^(?:57014|55P03|25006|40001|40P01)$/;
/**
 * SQLSTATEs after which the connection is closed, for example because an administrator ended it or because an idle
 * transaction timed out.
 */
const CONNECTION_LOST = /^(?:08|57P|25P03$)/;

/** Classifies an error; null if the statement itself caused it. */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind | null {
  if (error instanceof DiskFullError || getSqlState(error) === DISK_FULL) return 'full';
  if (error instanceof DatabaseUnavailableError) return 'unavailable';
  return TEMPORARY.test(getSqlState(error)) ? 'unavailable' : null;
}

/** True if the database closes the connection with this error. */
export function endsConnection(error: unknown): boolean {
  return CONNECTION_LOST.test(getSqlState(error));
}

/** True if the connection is read-only: the database is or was a standby, or is in read-only mode. */
export function isReadOnly(error: unknown): boolean {
  return getSqlState(error) === READ_ONLY;
}

/** Returns an error's SQLSTATE, which is `code` in both engines. Returns an empty string for other errors. */
export function getSqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}
