import type { LeadProblem } from '#schemas/lead-edit.ts';

/** Errors on the device. */
export type SyncErrorCode =
  | 'storage_full'
  | 'database_newer'
  | 'database_hung'
  | 'database_failed'
  | 'migration_failed'
  | 'scan_not_found'
  | 'project_not_found'
  | 'project_not_open'
  | 'project_begun'
  | 'closing_on_its_way'
  | 'edit_on_its_way'
  | 'code_missing'
  | 'chat_not_found'
  | 'lead_not_found'
  | 'lead_refused'
  | LeadProblem
  | 'photo_damaged'
  | 'new_photo_not_accepted'
  | 'attachment_not_found'
  | 'attachments_full'
  | 'attachment_quota_full'
  | 'photo_too_large'
  | 'file_unreadable'
  | 'file_newer'
  | 'file_of_other_account';

/** A failure of the local store or of a command. Branch on `code`. */
export class SyncError extends Error {
  override readonly name = 'SyncError';
  readonly code: SyncErrorCode;

  constructor(code: SyncErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

interface ErrorLike {
  readonly name?: unknown;
  readonly inner?: unknown;
  readonly cause?: unknown;
  /** Errors that Dexie's BulkError collects, one per request. */
  readonly failures?: readonly unknown[];
  readonly parameters?: { readonly writeError?: unknown; readonly errors?: readonly unknown[] };
}

/**
 * Returns true if a write failed because the device is full. IndexedDB usually reports this as an AbortError with an
 * inner QuotaExceededError. In WebKit, each request of a bulk write fails with a QuotaExceededError. RxDB may wrap any
 * of these errors.
 */
export function isQuotaError(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { name, inner, cause, failures, parameters } = error as ErrorLike;
  if (name === 'QuotaExceededError') return true;
  const nestedErrors = [
    inner,
    cause,
    parameters?.writeError,
    ...(parameters?.errors ?? []),
    ...(failures ?? []),
  ];
  return nestedErrors.some((nestedError) => isQuotaError(nestedError, depth + 1));
}

/** Converts a failed local write to a SyncError. */
export function toSyncError(error: unknown): SyncError {
  if (error instanceof SyncError) return error;
  return new SyncError(isQuotaError(error) ? 'storage_full' : 'database_failed', error);
}
