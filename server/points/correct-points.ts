import { type Transaction } from 'kysely';
import { type operatorCalls, type SecondPersonCallId } from '#schemas/operator/operator-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import {
  type ApprovableAction,
  type RequestContext,
  runOrRequestApproval,
} from '../console/approvals.ts';
import {
  type AuditedChange,
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
  readonly region: RegionId;
  readonly companyId: string;
  readonly correction: PointCorrection;
}

const correctPoints: OperatorHandler<typeof operatorCalls.correctPoints> = (
  { params, body: { points, event, corrections, why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const { companyId, region } = await lockCompanyRegion(trx, params.id);
    if (corrections !== (await countCorrections(trx, companyId)))
      throw new ApiFailure('conflict', { field: 'body.corrections' });
    const correction = { points, event, reverses: null };
    return correctOrRequestApproval(
      trx,
      { act: 'correctPoints', region, companyId, correction },
      { operator, why, audit, services },
    );
  });

const reverseCorrection: OperatorHandler<typeof operatorCalls.reverseCorrection> = (
  { params, body: { why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const { companyId, region } = await lockCompanyRegion(trx, params.id);
    const correction = await findReversal(trx, companyId, params.line);
    return correctOrRequestApproval(
      trx,
      { act: 'reverseCorrection', region, companyId, correction },
      { operator, why, audit, services },
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
  { act, region, companyId, correction }: RequestedCorrection,
  context: RequestContext,
) {
  const change = { kind: 'correction', ...correction } as const;
  const isLarge = await isAboveLimit(trx, companyId, change, context.services.clock.now());
  const { approval } = await runOrRequestApproval(
    trx,
    correctionApproval,
    {
      ...{ act, record: { kind: 'company', id: companyId } },
      body: { ...correction, regions: [region] },
      approval: isLarge ? 'if_possible' : 'none',
      summary: { points: correction.points },
    },
    context,
  );
  return { approval };
}

function toAuditedChange(
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

/** Approval of a large correction. The approval becomes void if the company's points are corrected in the meantime. */
export const correctionApproval: ApprovableAction<CorrectionRequest> = {
  right: 'points.correct',
  readRev: async (trx, id) => {
    await lockCompany(trx, id);
    return countCorrections(trx, id);
  },
  regionsOf: ({ regions }) => regions,
  run: async (trx, { recordId, body, isApproved, services, audit }) => {
    const { regions, ...correction } = body;
    const [region] = regions;
    if (region === undefined) throw new ApiFailure('conflict');
    const now = services.clock.now();
    const balances = await addCorrection(trx, recordId, correction, { now, isApproved });
    audit(toAuditedChange(recordId, region, balances, correction));
  },
};

/** Point corrections in the console. */
export const operatorPointHandlers = {
  correctPoints,
  reverseCorrection,
} satisfies Partial<OperatorHandlers>;
