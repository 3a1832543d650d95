import { type Transaction } from 'kysely';
import { type OperatorRight } from '#schemas/operator/operator-rights.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { type AuditedChange } from './operator-handler.ts';

/** An act that can be carried out for many records. */
export interface BulkAct {
  /** The operator needs it in all countries of the records when the job starts, and until it ends. */
  readonly right: OperatorRight;
  /** Kind of the records, as in the audit. */
  readonly recordKind: string;
  /**
   * Carries out the act for one record, in the transaction that marks its row as done. It changes nothing if the record
   * is already in the wanted state.
   * @throws ApiFailure if it isn't possible; the row fails with the code, or the reason if it has one
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
