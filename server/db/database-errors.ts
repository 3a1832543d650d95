/** A connection was lost, fell silent or could not be had. What it was asked may have been done or not. */
export class DatabaseUnavailableError extends Error {
  readonly code = 'database_unavailable';

  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

/** There is too little room on the disk for another write. Nothing of it was begun. */
export class DiskFullError extends Error {
  readonly code = 'disk_full';

  constructor() {
    super('The disk of DATA_DIR has too little room left for another write.');
    this.name = 'DiskFullError';
  }
}

/** What is the matter with the database itself, whatever it was asked. */
export type DatabaseErrorKind = 'unavailable' | 'full';

const DISK_FULL = '53100';
/**
 * SQLSTATEs by which it says that it can't just now: connections (08), resources (53), shutdown (57P), its own
 * disk (58); a statement that took too long, a lock not had in time, a standby that takes no writes, and work
 * given up for that of others as often as it was tried.
 */
const NOT_NOW = /^(?:08|53|57P|58)|^(?:57014|55P03|25006|40001|40P01)$/;
/** Those with which it ends the connection: by an operator, or because a transaction was left alone. */
const CONNECTION_LOST = /^(?:08|57P|25P03$)/;

/** @returns null for an error that is about what was asked */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind | null {
  if (error instanceof DiskFullError || sqlStateOf(error) === DISK_FULL) return 'full';
  if (error instanceof DatabaseUnavailableError) return 'unavailable';
  return NOT_NOW.test(sqlStateOf(error)) ? 'unavailable' : null;
}

/** Whether the database says with this that it ends the connection. */
export function endsConnection(error: unknown): boolean {
  return CONNECTION_LOST.test(sqlStateOf(error));
}

/** Empty for what is no error of the database. Both engines have it as `code`. */
export function sqlStateOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}
