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
 * A known startup failure. Its message explains to the operator in one sentence how to fix it. The message may contain
 * the names of settings, but never their values.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
  readonly code: StartCode;

  constructor(code: StartCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
