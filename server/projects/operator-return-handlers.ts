import { type Transaction } from 'kysely';
import { type operatorCalls, type SecondPersonCallId } from '#schemas/operator/operator-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import {
  type ApprovableAction,
  hasSecondPerson,
  runOrRequestApproval,
} from '../console/approvals.ts';
import {
  type AuditedChange,
  type OperatorActor,
  type OperatorHandler,
  type OperatorHandlers,
} from '../console/operator-handler.ts';
import { fixedEntries, readTimeline } from '../console/record-timeline.ts';
import { createNameFormatter, readsPersonalData } from '../companies/personal-data.ts';
import { lockCompany } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { isAboveLimit } from '../points/second-person-limit.ts';
import { dryRun } from '../setup/lock-country.ts';
import { type RejectionReason, requireReturnReason, returnedReason } from './decide-products.ts';
import {
  applyReturn,
  findProduct,
  type LockedProduct,
  lockProduct,
  type ReturnOutcome,
} from './returned-products.ts';
import { listScannedProducts, readScannedProduct } from './scanned-products.ts';

/** A request to take a product back, or to undo this, that a second person must approve. */
interface ReturnRequest {
  readonly regions: readonly RegionId[];
  /** Change to the balance. */
  readonly points: number;
  /** Reason for taking the product back. Missing if the product is accepted, and in requests of earlier versions. */
  readonly reason?: RejectionReason;
}

/** Runs the action and rolls it back, so that the preview shows the real numbers. */
const previewReturn: OperatorHandler<typeof operatorCalls.previewReturn> = (
  { params: { id }, operator },
  { db, clock },
) =>
  dryRun(db, async (trx) => {
    const now = clock.now();
    const product = await lockProduct(trx, id);
    const needs_second_person = await needsSecondPerson(trx, product, operator, now);
    const { before, after, ...counts } = await applyReturn(trx, product, {
      now,
      isApproved: false,
      reason: returnedReason,
    });
    const { points } = product;
    const balances = { balance_before: before, balance_after: after };
    return { points, ...counts, ...balances, needs_second_person };
  });

async function needsSecondPerson(
  trx: Transaction<Database>,
  product: LockedProduct,
  { operatorId: requestedBy }: OperatorActor,
  now: number,
): Promise<boolean> {
  const record = { kind: 'scan', id: product.uuid };
  const approval = {
    right: 'points.correct',
    regions: [product.region],
    requestedBy,
    record,
  } as const;
  return (await isLargeReturn(trx, product, now)) && hasSecondPerson(trx, approval);
}

const isLargeReturn = (
  trx: Transaction<Database>,
  { action: kind, companyId, points, uuid: scan }: LockedProduct,
  now: number,
) => isAboveLimit(trx, companyId, { kind, points, scan }, now);

/** Lists the creation of a project, and the operators' actions and comments on it. */
const listProjectTimeline: OperatorHandler<typeof operatorCalls.listProjectTimeline> = async (
  { params, query, operator },
  { db },
) => {
  const { uuid, region_id, created_at, name, surname } = await operator.queries
    .selectFrom('projects')
    .leftJoin('installers', 'installers.id', 'projects.created_by')
    .select(['projects.uuid', 'projects.region_id', 'projects.created_at'])
    .select(['installers.name', 'installers.surname'])
    .where('projects.uuid', '=', params.id)
    .executeTakeFirstOrThrow();
  const who = createNameFormatter(readsPersonalData(operator, region_id))({ name, surname });
  const creation = { kind: 'installer', what: 'created_project', who } as const;
  const source = fixedEntries([{ ...creation, id: `created-${uuid}`, at: created_at }]);
  return readTimeline(db, uuid, query, [source]);
};

type ReturnCall = typeof operatorCalls.takeBackProduct | typeof operatorCalls.undoTakeBack;

/** Returns a handler that runs an action immediately, or requests approval if a second person must approve it. */
const handleReturn =
  (
    requestedAction: LockedProduct['action'],
    call: SecondPersonCallId,
  ): OperatorHandler<ReturnCall> =>
  (
    {
      params: { id },
      body: { rev, change, reason = returnedReason, why },
      operator,
      audit,
      runAction,
    },
    services,
  ) =>
    runAction(async (trx) => {
      const product = await lockProduct(trx, id, requestedAction);
      if (product.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
      const { points, region } = product;
      const body: ReturnRequest = {
        points: requestedAction === 'undo' ? points : -points,
        regions: [region],
        ...(requestedAction === 'take_back' && { reason }),
      };
      const { approval, result } = await runOrRequestApproval(
        trx,
        requestedAction === 'undo' ? returnUndoApproval : returnApproval,
        {
          ...{ act: call, body, record: { kind: 'scan', id: product.uuid } },
          approval: (await isLargeReturn(trx, product, services.clock.now()))
            ? 'if_possible'
            : 'none',
          summary: { points: body.points },
        },
        { operator, why, audit, services },
      );
      if (result !== null && result.after - result.before !== change)
        throw new ApiFailure('conflict', { field: 'body.change' });
      return { approval };
    });

/** Records the changes to the product and to its company's balance in the audit log. */
function auditReturn(
  audit: (change: AuditedChange) => void,
  { uuid, companyId, region, action, points, rejectedFor }: LockedProduct,
  { before, after, expired }: ReturnOutcome,
  { code }: RejectionReason,
): void {
  const isUndo = action === 'undo';
  const [acceptedState, returnedState] = [
    { flag: 'valid', reason: null },
    { flag: 'rejected', reason: isUndo ? rejectedFor : code },
  ];
  audit({
    ...{ kind: 'scan', id: uuid, region, before: isUndo ? returnedState : acceptedState },
    after: {
      ...(isUndo ? acceptedState : returnedState),
      points: isUndo ? points : -points,
      expired,
    },
  });
  audit({
    ...{ kind: 'company', id: companyId, region },
    before: { balance: before },
    after: { balance: after, product: uuid },
  });
}

/** Approval of an action on a returned product. The approval becomes void if the product changes in the meantime. */
const createApproval = (
  requestedAction: LockedProduct['action'],
): ApprovableAction<ReturnRequest, ReturnOutcome> => ({
  right: 'points.correct',
  readRev: async (trx, id) => {
    const product = await findProduct(trx, id);
    if (!product) return null;
    await lockCompany(trx, product.company_id);
    return (await findProduct(trx, id))?.rev ?? null;
  },
  regionsOf: ({ regions }) => regions,
  validateRequest: async (trx, { body: { regions, reason } }) => {
    const [region] = regions;
    if (reason && region) await requireReturnReason(trx, regionCodeOf(region), reason);
  },
  run: async (trx, { recordId, body, isApproved, services, audit }) => {
    const product = await lockProduct(trx, recordId, requestedAction);
    const now = services.clock.now();
    const reason = body.reason ?? returnedReason;
    const outcome = await applyReturn(trx, product, { now, isApproved, reason });
    auditReturn(audit, product, outcome, reason);
    return outcome;
  },
});
export const returnApproval = createApproval('take_back');
export const returnUndoApproval = createApproval('undo');

/** Scanned products in the console, and the actions that take them back or accept them. */
export const operatorReturnHandlers = {
  listScannedProducts,
  readScannedProduct,
  listProjectTimeline,
  previewReturn,
  takeBackProduct: handleReturn('take_back', 'takeBackProduct'),
  undoTakeBack: handleReturn('undo', 'undoTakeBack'),
} satisfies Partial<OperatorHandlers>;
