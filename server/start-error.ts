/** What a program of the server stops for, to be told from the others by whoever reads its log. */
export type StartCode =
  | 'configuration'
  | 'app_missing'
  | 'port_unusable'
  | 'host_unknown'
  | 'database_unreachable'
  | 'database_refused'
  | 'database_damaged'
  | 'database_too_new'
  | 'migrations_pending'
  | 'directory_in_use'
  | 'directory_unusable'
  | 'disk_full'
  | 'files_unreachable'
  | 'asked_wrongly';

/**
 * Why a program of the server can't do its work: one sentence for the operator, with the way out. It names
 * settings, never their values.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
  readonly code: StartCode;

  constructor(code: StartCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.code = code;
  }
}
