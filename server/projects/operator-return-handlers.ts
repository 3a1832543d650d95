import { type Transaction } from 'kysely';
import { type operatorCalls, type SecondPersonCallId } from '#schemas/operator/operator-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type ApprovableAction, hasSecondPerson, requestApproval } from '../console/approvals.ts';
import {
  type AuditedChange,
  type OperatorActor,
  type OperatorHandler,
  type OperatorHandlers,
} from '../console/operator-handler.ts';
import { lockCompany } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { isAboveLimit } from '../points/second-person-limit.ts';
import { dryRun } from '../setup/lock-country.ts';
import { type RejectionReason, returnedReason } from './decide-products.ts';
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
  { act: kind, companyId, points, region, uuid: scan }: LockedProduct,
  { operatorId: requestedBy }: OperatorActor,
  now: number,
): Promise<boolean> {
  const isLarge = await isAboveLimit(trx, companyId, { kind, points, scan }, now);
  const record = { kind: 'scan', id: scan };
  const right = 'points.correct';
  return isLarge && hasSecondPerson(trx, { right, regions: [region], requestedBy, record });
}

type ReturnCall = typeof operatorCalls.takeBackProduct | typeof operatorCalls.undoTakeBack;

/** Runs an action immediately, or requests approval. */
const runOrRequestApproval =
  (requestedAct: LockedProduct['act'], call: SecondPersonCallId): OperatorHandler<ReturnCall> =>
  (
    {
      params: { id },
      body: { rev, change, reason = returnedReason, why },
      operator,
      audit,
      runAction,
    },
    { clock },
  ) =>
    runAction(async (trx) => {
      const now = clock.now();
      const product = await lockProduct(trx, id, requestedAct);
      if (product.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
      const { points, region } = product;
      if (!(await needsSecondPerson(trx, product, operator, now))) {
        const outcome = await applyReturn(trx, product, { now, isApproved: false, reason });
        if (outcome.after - outcome.before !== change)
          throw new ApiFailure('conflict', { field: 'body.change' });
        auditReturn(audit, product, outcome, reason);
        return { approval: null };
      }
      const body: ReturnRequest = {
        points: requestedAct === 'undo' ? points : -points,
        regions: [region],
        ...(requestedAct === 'take_back' && { reason }),
      };
      const approval = await requestApproval(trx, now, {
        ...{ act: call, body, why, regions: body.regions, requestedBy: operator.operatorId },
        record: { kind: 'scan', id: product.uuid, rev },
      });
      const after = { points: body.points };
      audit({ kind: 'approval', id: approval, region, before: null, after });
      return { approval };
    });

/** Records the changes to the product and to its company's balance in the audit log. */
function auditReturn(
  audit: (change: AuditedChange) => void,
  { uuid, companyId, region, act, points, rejectedFor }: LockedProduct,
  { before, after, expired }: ReturnOutcome,
  { code }: RejectionReason,
): void {
  const isUndo = act === 'undo';
  const [counts, returned] = [
    { flag: 'valid', reason: null },
    { flag: 'rejected', reason: isUndo ? rejectedFor : code },
  ];
  audit({
    ...{ kind: 'scan', id: uuid, region, before: isUndo ? returned : counts },
    after: { ...(isUndo ? counts : returned), points: isUndo ? points : -points, expired },
  });
  audit({
    ...{ kind: 'company', id: companyId, region },
    before: { balance: before },
    after: { balance: after, product: uuid },
  });
}

/** Approval of an action on a returned product. It becomes void if the product changes in the meantime. */
const approvalOf = (requestedAct: LockedProduct['act']): ApprovableAction => ({
  right: 'points.correct',
  readRev: async (trx, id) => {
    const found = await findProduct(trx, id);
    if (!found) return null;
    await lockCompany(trx, found.company_id);
    return (await findProduct(trx, id))?.rev ?? null;
  },
  // Written by `requestApproval` with the same type.
  regionsOf: (body) => (body as ReturnRequest).regions,
  run: async (trx, { recordId, body, services, audit }) => {
    const product = await lockProduct(trx, recordId, requestedAct);
    const now = services.clock.now();
    const reason = (body as ReturnRequest).reason ?? returnedReason;
    const outcome = await applyReturn(trx, product, { now, isApproved: true, reason });
    auditReturn(audit, product, outcome, reason);
  },
});
export const returnApproval = approvalOf('take_back');
export const returnUndoApproval = approvalOf('undo');

/** Scanned products in the console, and the actions that take them back or accept them. */
export const operatorReturnHandlers = {
  listScannedProducts,
  readScannedProduct,
  previewReturn,
  takeBackProduct: runOrRequestApproval('take_back', 'takeBackProduct'),
  undoTakeBack: runOrRequestApproval('undo', 'undoTakeBack'),
} satisfies Partial<OperatorHandlers>;
