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
import {
  addCorrection,
  countCorrections,
  findReversal,
  type PointCorrection,
} from './point-corrections.ts';
import { isAboveLimit } from './second-person-limit.ts';

/** A correction that a second person must approve. */
interface CorrectionRequest extends PointCorrection {
  readonly regions: readonly RegionId[];
}

/** A correction, with everything needed to request its approval. */
interface RequestedCorrection {
  readonly act: SecondPersonCallId;
  readonly why: string;
  readonly region: RegionId;
  readonly companyId: string;
  readonly correction: PointCorrection;
}

interface CorrectionContext {
  readonly now: number;
  readonly operator: OperatorActor;
  readonly audit: (change: AuditedChange) => void;
}

const correctPoints: OperatorHandler<typeof operatorCalls.correctPoints> = (
  { params, body: { points, event, corrections, why }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const { companyId, region } = await lockCompanyRegion(trx, params.id);
    if (corrections !== (await countCorrections(trx, companyId)))
      throw new ApiFailure('conflict', { field: 'body.corrections' });
    const correction = { points, event, reverses: null };
    return correctOrRequestApproval(
      trx,
      { act: 'correctPoints', why, region, companyId, correction },
      { now: clock.now(), operator, audit },
    );
  });

const reverseCorrection: OperatorHandler<typeof operatorCalls.reverseCorrection> = (
  { params, body: { why }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const { companyId, region } = await lockCompanyRegion(trx, params.id);
    const correction = await findReversal(trx, companyId, params.line);
    return correctOrRequestApproval(
      trx,
      { act: 'reverseCorrection', why, region, companyId, correction },
      { now: clock.now(), operator, audit },
    );
  });

async function lockCompanyRegion(trx: Transaction<Database>, id: string) {
  await lockCompany(trx, id);
  return trx
    .selectFrom('companies')
    .select(['id as companyId', 'regions_id as region'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Corrects the points immediately, or requests approval. */
async function correctOrRequestApproval(
  trx: Transaction<Database>,
  { act, why, region, companyId, correction }: RequestedCorrection,
  { now, operator: { operatorId: requestedBy }, audit }: CorrectionContext,
): Promise<{ readonly approval: string | null }> {
  const regions = [region];
  const isLarge = await isAboveLimit(trx, companyId, { kind: 'correction', ...correction }, now);
  const { right } = correctionApproval;
  const company = { kind: 'company', id: companyId };
  const action = { right, regions, requestedBy, record: company };
  if (!isLarge || !(await hasSecondPerson(trx, action))) {
    const balances = await addCorrection(trx, companyId, correction, { now, isApproved: false });
    audit(correctionChange(companyId, region, balances, correction));
    return { approval: null };
  }
  const body: CorrectionRequest = { ...correction, regions };
  const rev = await countCorrections(trx, companyId);
  const record = { ...company, rev };
  const request = { act, body, why, regions, record, requestedBy };
  const approval = await requestApproval(trx, now, request);
  const after = { points: correction.points };
  audit({ kind: 'approval', id: approval, region, before: null, after });
  return { approval };
}

function correctionChange(
  id: string,
  region: RegionId,
  { before, after: balance }: { readonly before: number; readonly after: number },
  { event, reverses }: PointCorrection,
): AuditedChange {
  const after = { balance, reason: event };
  return {
    kind: 'company',
    id,
    region,
    before: { balance: before },
    after: reverses === null ? after : { ...after, reverses },
  };
}

/** Approval of a large correction. It becomes void if the company's points are corrected in the meantime. */
export const correctionApproval: ApprovableAction = {
  right: 'points.correct',
  readRev: async (trx, id) => {
    await lockCompany(trx, id);
    return countCorrections(trx, id);
  },
  // Written by `requestApproval` with the same type.
  regionsOf: (body) => (body as CorrectionRequest).regions,
  run: async (trx, { recordId, body, services, audit }) => {
    const { regions, ...correction } = body as CorrectionRequest;
    const [region] = regions;
    if (region === undefined) throw new ApiFailure('conflict');
    const now = services.clock.now();
    const balances = await addCorrection(trx, recordId, correction, { now, isApproved: true });
    audit(correctionChange(recordId, region, balances, correction));
  },
};

/** Point corrections in the console. */
export const operatorPointHandlers = {
  correctPoints,
  reverseCorrection,
} satisfies Partial<OperatorHandlers>;
