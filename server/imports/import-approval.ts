import { type Transaction } from 'kysely';
import { importProblems, MAX_ROWS_WITHOUT_APPROVAL } from '#schemas/operator/import-calls.ts';
import { importKinds } from '#schemas/operator/import-kinds.ts';
import { type RegionId } from '#schemas/regions.ts';
import {
  type ApprovableAction,
  type RequestContext,
  runOrRequestApproval,
} from '../console/approvals.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { countImportedRows } from './count-imported-rows.ts';
import { findApprovals } from './describe-import.ts';
import { type ImportRow } from './import-access.ts';
import { type PlannedAwards, type PlannedPrices } from './import-kind.ts';
import { importsByKind } from './import-kinds.ts';
import { toRunnerColumns, startPhase, stateChange, updateState } from './import-phases.ts';

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
  /** True if the phase requires approval. */
  readonly isLarge: boolean;
  readonly request: PhaseRequest;
}

/**
 * Plans a phase. The plan for applying an import is based on the result of the check, and the plan for undoing it is
 * based on the applied rows.
 */
export async function planPhase(
  trx: Trx,
  row: ImportRow,
  phase: Phase,
  context: { readonly now: number; readonly operator: string },
): Promise<PhasePlan> {
  const kind = importsByKind[row.kind];
  const plannedPrices = await kind.readPrices?.(trx, row.uuid, phase, context);
  const { prices, areLarge } = plannedPrices ?? { prices: [], areLarge: false };
  const plannedAwards = await kind.readAwards?.(trx, row.uuid, phase, context);
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
    rows + (await countImportedRows(trx, row.uuid, context)) > MAX_ROWS_WITHOUT_APPROVAL;
  return { isLarge: isLong || areLarge || plannedAwards?.areLarge === true, request };
}

/**
 * Starts or resumes a planned phase, or requests approval.
 * @returns the import as it is now, with the approval
 */
export async function runPhaseOrRequestApproval(
  trx: Trx,
  row: ImportRow,
  { act, isLarge, request }: Pick<PhasePlan, 'isLarge' | 'request'> & { readonly act: PhaseAct },
  context: RequestContext,
) {
  const { why } = context;
  // The reason is stored now, because the phase also uses it if it starts only after an approval.
  await trx.updateTable('imports').set({ why }).where('uuid', '=', row.uuid).execute();
  const { rows, price_changes, points } = request;
  const { approval, result } = await runOrRequestApproval(
    trx,
    phaseApprovals[act],
    {
      ...{ act, record: { kind: 'import', id: row.uuid } },
      body: request,
      approval: isLarge ? 'if_possible' : 'none',
      summary: {
        rows,
        ...(price_changes !== undefined && { price_changes }),
        ...(points !== undefined && { points }),
      },
    },
    context,
  );
  return { approval, row: result ?? { ...row, why } };
}

/**
 * The right that approvers need. Every role that has it and can approve also has the rights for all kinds of imports
 * that change prices or points.
 */
const RIGHT = 'imports.run';

/** True if rows were applied that can be undone. */
export const canTakeBack = ({ kind, state, phase }: ImportRow): boolean =>
  !importKinds[kind].isFinal &&
  (state === 'applied' || ((state === 'stopped' || state === 'failed') && phase === 'applying'));

/** Approval of a large import. The approval becomes void if the file is checked again in the meantime. */
export const importApproval = createApproval('applying', ({ state }) => state === 'checked');

/** Approval of undoing an import. The approval becomes void if the import continues in the meantime. */
export const takeBackApproval = createApproval('taking_back', canTakeBack);

/** The phase in which an import would continue; null if it can't be continued. */
export const resumablePhase = ({ state, phase }: ImportRow): ImportRow['phase'] =>
  state === 'stopped' || state === 'failed' ? phase : null;

/** Approval of continuing an import. The approval becomes void if the import continues in the meantime. */
export const resumeApproval: ApprovableAction<PhaseRequest, ImportRow> = {
  right: RIGHT,
  readRev: async (trx, id) => {
    const row = await findImport(trx, id);
    return row && resumablePhase(row) !== null ? row.rev : null;
  },
  regionsOf: ({ regions }) => regions,
  validateRequest: (trx, { recordId }) => requireNoOpenApproval(trx, recordId),
  run: async (trx, { recordId, requestedBy, sessionId, isApproved, audit }) => {
    const row = await findImport(trx, recordId);
    const phase = row && resumablePhase(row);
    if (!row || !phase) throw new ApiFailure('conflict');
    const resumedImport = await updateState(trx, row, {
      ...toRunnerColumns({ operatorId: requestedBy, sessionId }),
      ...(isApproved && { is_approved: true, applied_for: null }),
      state: phase,
    });
    audit(stateChange(row, resumedImport));
    return resumedImport;
  },
};

const phaseApprovals = {
  applyImport: importApproval,
  resumeImport: resumeApproval,
  takeBackImport: takeBackApproval,
};
type PhaseAct = keyof typeof phaseApprovals;

function createApproval(
  phase: Phase,
  isReady: (row: ImportRow) => boolean,
): ApprovableAction<PhaseRequest, ImportRow> {
  return {
    right: RIGHT,
    readRev: async (trx, id) => {
      const row = await findImport(trx, id);
      return row && isReady(row) ? row.rev : null;
    },
    regionsOf: ({ regions }) => regions,
    run: async (trx, { recordId, requestedBy: operatorId, sessionId, isApproved, audit }) => {
      const row = await findImport(trx, recordId);
      if (!row) throw new ApiFailure('conflict');
      const starter = { operator: { operatorId, sessionId }, why: row.why, isApproved };
      const startedImport = await startPhase(trx, row, phase, starter);
      audit(stateChange(row, startedImport));
      return startedImport;
    },
  };
}

/** Throws `conflict` if an approval of the import is pending. */
export async function requireNoOpenApproval(trx: Trx, id: string): Promise<void> {
  if ((await findApprovals(trx, [id])).size > 0)
    throw new ApiFailure('conflict', { details: { reason: importProblems.waiting } });
}

function findImport(trx: Trx, id: string): Promise<ImportRow | undefined> {
  return trx
    .selectFrom('imports')
    .selectAll()
    .where('uuid', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
