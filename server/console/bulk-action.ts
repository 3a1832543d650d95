import { type Transaction } from 'kysely';
import { type OperatorRight } from '#schemas/operator/operator-rights.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { type AuditedChange } from './operator-handler.ts';

/** An action that can run on many records. */
export interface BulkAction {
  /**
   * The right that the job's operator must have in all of the records' countries, from the start of the job to its end.
   */
  readonly right: OperatorRight;
  /** Kind of the records, as in the audit. */
  readonly recordKind: string;
  /**
   * Runs the action on one record, in the transaction that marks its row as done. Changes nothing if the record is
   * already in the requested state.
   * @throws ApiFailure if the action isn't possible; the row then fails with the error's reason or code
   */
  readonly run: (trx: Transaction<Database>, row: BulkRow) => Promise<void>;
}

interface BulkRow {
  readonly recordId: string;
  /** The row's own input from `startBulkJob`; null if it had none. */
  readonly input: unknown;
  readonly services: Services;
  readonly audit: (change: AuditedChange) => void;
}
