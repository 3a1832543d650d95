import { type Transaction, type Updateable } from 'kysely';
import { type AuditedChange, type OperatorActor } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { type ImportRow } from './import-access.ts';
import { type ImportPhase, type ImportTables } from './import-tables.ts';

type Trx = Transaction<Database>;

type Starter = Pick<OperatorActor, 'operatorId'> & { readonly sessionId: string | null };

export const toRunnerColumns = ({ operatorId, sessionId }: Starter) => ({
  run_by: operatorId,
  session_id: sessionId,
  attempts: 0,
  problem: null,
  finished_at: null,
});

/** Starts a phase at the beginning of the file. */
export function startPhase(
  trx: Trx,
  row: ImportRow,
  phase: ImportPhase,
  {
    operator,
    why,
    isApproved = false,
  }: { readonly operator: Starter; readonly why: string; readonly isApproved?: boolean },
): Promise<ImportRow> {
  return updateState(trx, row, {
    ...toRunnerColumns(operator),
    started_by: operator.operatorId,
    ...(phase === 'applying' && { applied_for: isApproved ? null : operator.operatorId }),
    is_approved: isApproved,
    ...{ state: phase, phase, why },
    ...{ steps: 0, position: 0, line: 0, resume_after: null },
  });
}

/** Returns the operator against whose limits the phase counts, even if someone else has continued the phase. */
export const getStarter = ({ started_by, run_by }: ImportRow): string => started_by ?? run_by;

/** Stores the import's next version. */
export function updateState(
  trx: Trx,
  { uuid, rev }: ImportRow,
  changes: Updateable<ImportTables['imports']>,
): Promise<ImportRow> {
  return trx
    .updateTable('imports')
    .set({ ...changes, rev: rev + 1 })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function stateChange(before: ImportRow, after: ImportRow): AuditedChange {
  return {
    kind: 'import',
    id: before.uuid,
    region: before.region_id,
    before: { state: before.state },
    after: { state: after.state },
  };
}
