/** Codes that identify startup failures in the log. */
export type StartCode =
  | 'configuration'
  | 'app_missing'
  | 'port_unusable'
  | 'host_unknown'
  | 'database_unreachable'
  | 'database_rejected'
  | 'database_damaged'
  | 'database_too_new'
  | 'migrations_pending'
  | 'directory_in_use'
  | 'directory_unusable'
  | 'disk_full'
  | 'files_unreachable'
  | 'invalid_usage';

/**
 * A known startup failure: one sentence for the operator that explains how to fix it. Contains the names of settings,
 * never their values.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
  readonly code: StartCode;

  constructor(code: StartCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
