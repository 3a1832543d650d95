import { type Transaction } from 'kysely';
import * as v from 'valibot';
import { type OperatorCall, type ScopedRecord } from '#schemas/operator/operator-call.ts';
import { type OperatorRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import {
  type AuditedChange,
  type OperatorActor,
  type OperatorHandler,
  type OperatorInput,
} from './operator-handler.ts';
import { findRecordRegion } from './operator-scope.ts';
import { requireOtherCompanyForCall } from './own-company.ts';

/** An action that can run on many records. */
export interface BulkAction {
  /**
   * The right that the job's operator must have in all of the records' countries, from the start of the job to its end.
   */
  readonly right: OperatorRight;
  /** Kind of the records, as in the audit. */
  readonly recordKind: ScopedRecord;
  /**
   * Runs the action on one record, in the transaction that marks its row as done. Changes nothing if the record is
   * already in the requested state.
   * @throws ApiFailure if the action isn't possible; the row then fails with the error's reason or code
   */
  readonly run: (trx: Transaction<Database>, row: BulkRow) => Promise<void>;
  /**
   * Checks a restarted job that no second person has approved.
   * @throws ApiFailure if the job now needs an approval
   */
  readonly validateRetry?: (trx: Transaction<Database>, job: RetriedJob) => Promise<void>;
}

interface RetriedJob {
  /** Records that haven't been changed yet. */
  readonly recordIds: readonly string[];
  readonly regions: readonly RegionId[];
  /** The retrying operator. */
  readonly operatorId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface BulkRow {
  readonly recordId: string;
  /** The row's own input from `startBulkJob`; null if it had none. */
  readonly input: unknown;
  /** The job's operator, with the countries in which they have the action's right. */
  readonly operator: OperatorActor;
  /** The job's reason. */
  readonly why: string;
  /** True if a second person has approved the job. */
  readonly isApproved: boolean;
  readonly services: Services;
  readonly audit: (change: AuditedChange) => void;
}

/** Reads the fields that prove what an operator has seen, such as the record's version. */
type ReadSeen = (
  trx: Transaction<Database>,
  id: string,
) => Promise<Readonly<Record<string, unknown>>>;

/**
 * Creates a bulk action from an action on one record. Each row runs the handler of that action, with the same checks of
 * the record's country and company.
 * @param readSeen reads the fields of the action's body that the row's input doesn't have
 */
export function createBulkAction<C extends OperatorCall>(
  call: C,
  handler: OperatorHandler<C>,
  readSeen: ReadSeen,
): BulkAction {
  const { right, scope } = call;
  if (right === null || typeof scope === 'string') throw new Error(`${call.id} has no record.`);
  const { record: recordKind } = scope;
  return {
    right,
    recordKind,
    run: async (trx, { recordId, input, operator, why, services, audit }) => {
      const { queries, operatorId } = operator;
      if ((await findRecordRegion(queries, recordKind, [recordId])) === null)
        throw new ApiFailure('not_found');
      const values = { ...(await readSeen(trx, recordId)), ...(input as object | null), why };
      const body = v.parse(call.body as v.GenericSchema, values);
      await requireOtherCompanyForCall(trx, call, { operatorId, ids: [recordId], body });
      const rowInput = {
        ...{ params: { id: recordId }, query: undefined, body, idempotencyKey: null },
        ...{ operator, clientNetwork: '', audit, setSession: () => undefined },
        runAction: <Result>(work: (trx: Transaction<Database>) => Promise<Result>) => work(trx),
      };
      // The call's own schema has validated the body; the generic type doesn't have its fields.
      await handler(rowInput as unknown as OperatorInput<C>, { ...services, db: trx });
    },
  };
}
