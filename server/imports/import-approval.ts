import { type Transaction } from 'kysely';
import { MAX_ROWS_WITHOUT_APPROVAL } from '#schemas/operator/import-calls.ts';
import { importKinds } from '#schemas/operator/import-kinds.ts';
import { type RegionId } from '#schemas/regions.ts';
import {
  type ApprovableAction,
  hasSecondPerson,
  lockOperatorForCounting,
  requestApproval,
  SPLIT_WINDOW_MS,
} from '../console/approvals.ts';
import { type AuditedChange, type OperatorActor } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type ImportRow } from './import-access.ts';
import { type PlannedAwards, type PlannedPrices } from './import-kind.ts';
import { importsByKind } from './import-kinds.ts';
import { runBy, startPhase, stateChange, updateState } from './import-phases.ts';

type Trx = Transaction<Database>;
type Phase = 'applying' | 'taking_back';

/** Maximum number of price changes shown to the approver; the file contains all. */
const MAX_SHOWN_PRICES = 200;

/** A phase that a second person must approve. */
interface PhaseRequest {
  readonly rows: number;
  readonly regions: readonly RegionId[];
  readonly prices?: PlannedPrices['prices'];
  readonly price_changes?: number;
  readonly points?: number;
  readonly companies?: number;
  readonly awards?: PlannedAwards['largest'];
}

/** The effects of a phase. */
interface PhasePlan {
  readonly phase: Phase;
  /** True if the phase requires approval. */
  readonly isLarge: boolean;
  readonly request: PhaseRequest;
}

/**
 * Plans a phase. The plan for applying an import is based on the result of the check, and the plan for taking it back
 * is based on the applied rows.
 */
export async function planPhase(
  trx: Trx,
  row: ImportRow,
  phase: Phase,
  cause: { readonly now: number; readonly operator: string },
): Promise<PhasePlan> {
  const kind = importsByKind[row.kind];
  const found = await kind.readPrices?.(trx, row.uuid, phase, cause);
  const { prices, areLarge } = found ?? { prices: [], areLarge: false };
  const plannedAwards = await kind.readAwards?.(trx, row.uuid, phase, cause);
  const rows = phase === 'applying' ? row.checked_rows : row.applied_new;
  const request = {
    rows,
    regions: row.region_id === null ? [] : [row.region_id],
    ...(prices.length > 0 && {
      price_changes: prices.length,
      prices: prices
        .slice(0, MAX_SHOWN_PRICES)
        .map(({ sku, before, after }) => ({ sku, before, after })),
    }),
    ...(plannedAwards && {
      ...{
        points: plannedAwards.points,
        companies: plannedAwards.companies,
        awards: plannedAwards.largest,
      },
    }),
  };
  const isLong =
    phase === 'applying' &&
    rows + (await countEarlierRows(trx, row, cause)) > MAX_ROWS_WITHOUT_APPROVAL;
  return { phase, isLarge: isLong || areLarge || plannedAwards?.areLarge === true, request };
}

/**
 * Counts the rows that the operator has applied within a day without a second person, including those of imports that
 * are still running or were stopped. Otherwise an operator could avoid the approval by splitting a file.
 */
async function countEarlierRows(
  trx: Trx,
  { uuid }: ImportRow,
  { now, operator }: { readonly now: number; readonly operator: string },
): Promise<number> {
  await lockOperatorForCounting(trx, operator);
  const { total } = await trx
    .selectFrom('imports')
    .select(({ fn }) => fn.sum<string | null>('checked_rows').as('total'))
    .where('applied_for', '=', operator)
    .where('uuid', '<>', uuid)
    // An import that has been taken back completely no longer counts.
    .where('state', '<>', 'taken_back')
    .where('phase', 'in', ['applying', 'taking_back'])
    .where((eb) =>
      eb.or([
        eb('finished_at', 'is', null),
        eb('finished_at', '>', new Date(now - SPLIT_WINDOW_MS)),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/** True if another operator could approve the phase. */
export function hasPhaseApprover(
  trx: Trx,
  { operatorId }: Pick<OperatorActor, 'operatorId'>,
  { request: { regions } }: PhasePlan,
  { uuid }: Pick<ImportRow, 'uuid'>,
): Promise<boolean> {
  const record = { kind: 'import', id: uuid };
  return hasSecondPerson(trx, { right: RIGHT, regions, requestedBy: operatorId, record });
}

/**
 * The right that approvers need. Every role that has it and can approve also has the rights for all kinds of imports
 * that change prices or points.
 */
export async function requestPhaseApproval(
  trx: Trx,
  {
    phase,
    isResumed = false,
    request,
    row,
    operator,
    why,
    audit,
    now,
  }: PhasePlan & {
    readonly isResumed?: boolean;
    readonly row: ImportRow;
    readonly operator: Pick<OperatorActor, 'operatorId'>;
    readonly why: string;
    readonly audit: (change: AuditedChange) => void;
    readonly now: number;
  },
): Promise<string> {
  await trx.updateTable('imports').set({ why }).where('uuid', '=', row.uuid).execute();
  const { rows, regions, price_changes, points } = request;
  const startedAction = phase === 'applying' ? 'applyImport' : 'takeBackImport';
  const approval = await requestApproval(trx, now, {
    act: isResumed ? 'resumeImport' : startedAction,
    body: request,
    why,
    regions,
    record: { kind: 'import', id: row.uuid, rev: row.rev },
    requestedBy: operator.operatorId,
  });
  const after = {
    rows,
    ...(price_changes !== undefined && { price_changes }),
    ...(points !== undefined && { points }),
  };
  audit({ kind: 'approval', id: approval, region: row.region_id, before: null, after });
  return approval;
}

/** Every role that has this right and can approve also has the rights for all kinds that change prices or points. */
const RIGHT = 'imports.run';

/** True if rows were applied that can be undone. */
export const canTakeBack = ({ kind, state, phase }: ImportRow): boolean =>
  !importKinds[kind].isFinal &&
  (state === 'applied' || ((state === 'stopped' || state === 'failed') && phase === 'applying'));

/** Approval of a large import. The approval becomes void if the file is checked again in the meantime. */
export const importApproval = approvalOf('applying', ({ state }) => state === 'checked');

/** Approval of taking an import back. The approval becomes void if the import continues in the meantime. */
export const takeBackApproval = approvalOf('taking_back', canTakeBack);

/** The phase in which an import would continue; null if it can't be continued. */
export const resumablePhase = ({ state, phase }: ImportRow): ImportRow['phase'] =>
  state === 'stopped' || state === 'failed' ? phase : null;

/** Approval of continuing an import. It becomes void if it continues in the meantime. */
export const resumeApproval: ApprovableAction = {
  right: RIGHT,
  readRev: async (trx, id) => {
    const row = await findImport(trx, id);
    return row && resumablePhase(row) !== null ? row.rev : null;
  },
  regionsOf: (body) => (body as PhaseRequest).regions,
  run: async (trx, { recordId, requestedBy, audit }) => {
    const row = await findImport(trx, recordId);
    const phase = row && resumablePhase(row);
    if (!row || !phase) throw new ApiFailure('conflict');
    const operator = { operatorId: requestedBy, sessionId: null };
    const approvedFields = { is_approved: true, applied_for: null };
    const resumedImport = await updateState(trx, row, {
      ...runBy(operator),
      ...approvedFields,
      state: phase,
    });
    audit(stateChange(row, resumedImport));
  },
};

function approvalOf(phase: Phase, isReady: (row: ImportRow) => boolean): ApprovableAction {
  return {
    right: RIGHT,
    readRev: async (trx, id) => {
      const row = await findImport(trx, id);
      return row && isReady(row) ? row.rev : null;
    },
    // Written by `requestApproval` with the same type.
    regionsOf: (body) => (body as PhaseRequest).regions,
    run: async (trx, { recordId, requestedBy, audit }) => {
      const row = await findImport(trx, recordId);
      if (!row) throw new ApiFailure('conflict');
      const operator = { operatorId: requestedBy, sessionId: null };
      const starter = { operator, why: row.why, isApproved: true };
      audit(stateChange(row, await startPhase(trx, row, phase, starter)));
    },
  };
}

function findImport(trx: Trx, id: string): Promise<ImportRow | undefined> {
  return trx
    .selectFrom('imports')
    .selectAll()
    .where('uuid', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
