import { type Selectable, sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { OWN_ACT } from '#schemas/operator/approval-calls.ts';
import { CLAIMED_RECORDS } from '#schemas/operator/queue-claims.ts';
import { type operatorCalls, type SecondPersonCallId } from '#schemas/operator/operator-calls.ts';
import {
  type OperatorGrant,
  type OperatorRight,
  regionsWithRight,
} from '#schemas/operator/operator-rights.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { erasureApproval } from '../companies/person-actions.ts';
import { withdrawalApproval } from '../companies/withdraw-verification.ts';
import { campaignApproval } from '../campaigns/change-campaigns.ts';
import { ApiFailure } from '../http/failure.ts';
import { cancelApproval } from '../configuration/cancel-version.ts';
import { productTypeApproval } from '../configuration/change-product-type.ts';
import { settingsApproval } from '../configuration/change-settings.ts';
import { importApproval, resumeApproval, takeBackApproval } from '../imports/import-approval.ts';
import { batchDownloadApproval } from '../orders/batch-downloads.ts';
import { pasteApproval } from '../orders/paste-vouchers.ts';
import { reopeningApproval } from '../orders/reopen-order.ts';
import { laddersApproval } from '../setup/operator-tier-handlers.ts';
import { correctionApproval } from '../points/correct-points.ts';
import { returnApproval, returnUndoApproval } from '../projects/operator-return-handlers.ts';
import { percentApproval } from '../shop/change-prices-by-percent.ts';
import { pricesApproval } from '../shop/change-prices.ts';
import { type Services } from '../services.ts';
import { type ApprovableAction, runAudited } from './approvals.ts';
import { activeApproval, grantsApproval } from './change-grants.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorHandlers,
} from './operator-handler.ts';
import { readGrants } from './operator-sessions.ts';
import { scopedQueries } from './operator-scope.ts';
import { belongsToCompany, requireOtherCompany } from './own-company.ts';
import { countExactly, readCursor, readOperatorPage } from './operator-pages.ts';
import { endClaims, loadClaims, requireUnclaimed } from './record-claims.ts';
import { claimFromQueue } from './work-queues.ts';

/** An action with a body of any type. `runOrRequestApproval` stores only bodies of the type that the action expects. */
type StoredAction = ApprovableAction<never, unknown>;
const untypedBody = ({ body }: { readonly body: unknown }) => body as never;

/** Actions that can require approval. */
const approvableActions: Readonly<Record<SecondPersonCallId, StoredAction>> = {
  inviteOperator: grantsApproval,
  changeOperatorGrants: grantsApproval,
  setOperatorActive: activeApproval,
  erasePerson: erasureApproval,
  changePrices: pricesApproval,
  changePricesByPercent: percentApproval,
  changeSettings: settingsApproval,
  changeProductValues: settingsApproval,
  changeProductType: productTypeApproval,
  cancelSettingsVersion: cancelApproval,
  changeTierLadder: laddersApproval,
  startCampaign: campaignApproval,
  changeCampaign: campaignApproval,
  correctPoints: correctionApproval,
  reverseCorrection: correctionApproval,
  takeBackProduct: returnApproval,
  undoTakeBack: returnUndoApproval,
  reopenOrder: reopeningApproval,
  withdrawVerification: withdrawalApproval,
  downloadOrderBatch: batchDownloadApproval,
  importVoucherCodes: pasteApproval,
  applyImport: importApproval,
  resumeImport: resumeApproval,
  takeBackImport: takeBackApproval,
};

const listApprovals: OperatorHandler<typeof operatorCalls.listApprovals> = async (
  { query, operator: { operatorId, queries } },
  { db, clock },
) => {
  const { state, region, approval } = query;
  const matchingApprovals = queries
    .selectFrom('operator_approvals')
    .$if(approval !== undefined, (rows) => rows.where('uuid', '=', approval ?? ''))
    .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? 'open'))
    .$if(region !== undefined, (rows) => rows.where('region_id', '=', region ?? 1));
  const cursor = readCursor(query, v.tuple([moment, uuid]));
  const [order, follows] =
    state === 'open' ? (['asc', sql`>`] as const) : (['desc', sql`<`] as const);
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      matchingApprovals
        .selectAll()
        .$if(cursor !== null, (approvals) =>
          approvals.where(
            sql<boolean>`(requested_at, uuid) ${follows} (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`,
          ),
        )
        .orderBy('requested_at', order)
        .orderBy('uuid', order)
        .limit(limit)
        .execute(),
    (row) => [row.requested_at.toISOString(), row.uuid],
  );
  const names = new Map(
    (await db.selectFrom('operators').select(['id', 'name']).execute()).map((row) => [row.id, row]),
  );
  const describeOperator = (id: string) => names.get(id) ?? { id, name: '' };
  const ids = rows.map(({ uuid: id }) => id);
  const claims = await loadClaims(db, { kind: 'approval', operatorId }, ids, clock.now());
  const data = rows.map((row) => ({
    id: row.uuid,
    act: row.act,
    body: row.body as Record<string, unknown>,
    why: row.why,
    region: row.region_id,
    record_kind: row.record_kind,
    record_id: row.record_id,
    requested_by: describeOperator(row.requested_by),
    requested_at: row.requested_at.toISOString(),
    state: row.state,
    decided_by: row.decided_by === null ? null : describeOperator(row.decided_by),
    decided_at: row.decided_at?.toISOString() ?? null,
    claimed: claims.get(row.uuid) ?? null,
  }));
  return { data, meta: { next, total: await countExactly(db, matchingApprovals.select('uuid')) } };
};

/** @returns undefined for an action added by a newer server */
const findAction = (id: string): StoredAction | undefined =>
  new Map<string, StoredAction>(Object.entries(approvableActions)).get(id);

/**
 * True if the grants have the right in all of an action's countries. If the action affects every country, the right in
 * any country is enough.
 */
function hasRightIn(
  grants: readonly OperatorGrant[],
  right: OperatorRight,
  regions: readonly RegionId[],
): boolean {
  const allowedRegions = regionsWithRight(grants, right);
  return allowedRegions.length > 0 && regions.every((region) => allowedRegions.includes(region));
}

/** Number of open approvals read at a time to find those that an operator may decide. */
const SEARCHED_APPROVALS = 100;

/**
 * Claims open approvals that the operator may decide. This excludes the operator's own requests, changes to their own
 * access or company, and actions that they don't have the right for.
 */
const claimApprovals = claimFromQueue(
  'approval',
  async (trx, { regions, operatorId, grants, ownCompany, isClaimable }) => {
    const mayDecide = async (row: StoredRequest) => {
      const { act, record_kind: kind, record_id: id } = row;
      const action = findAction(act);
      if (
        action === undefined ||
        !hasRightIn(grants, action.right, action.regionsOf(untypedBody(row)))
      )
        return false;
      return ownCompany === null || !(await belongsToCompany(trx, ownCompany, { kind, ids: [id] }));
    };
    const ids: string[] = [];
    let last: { readonly requested_at: Date; readonly uuid: string } | undefined;
    do {
      const rows = await scopedQueries(trx, regions)
        .selectFrom('operator_approvals')
        .select(['uuid', 'requested_at', 'act', 'body', 'record_kind', 'record_id'])
        .where(sql<boolean>`state = 'open'`)
        .where('requested_by', '<>', operatorId)
        .where('record_id', '<>', operatorId)
        .where(isClaimable(sql.ref('operator_approvals.uuid')))
        .$if(last !== undefined, (later) =>
          later.where(
            sql<boolean>`(requested_at, uuid) > (${last?.requested_at}, ${last?.uuid}::uuid)`,
          ),
        )
        .orderBy('requested_at')
        .orderBy('uuid')
        .limit(SEARCHED_APPROVALS)
        .execute();
      for (const row of rows)
        if (ids.length < CLAIMED_RECORDS && (await mayDecide(row))) ids.push(row.uuid);
      last = rows.length === SEARCHED_APPROVALS ? rows.at(-1) : undefined;
    } while (last !== undefined && ids.length < CLAIMED_RECORDS);
    return ids;
  },
);
type StoredRequest = Pick<
  Selectable<Database['operator_approvals']>,
  'act' | 'body' | 'record_kind' | 'record_id'
>;

/**
 * Locks an open approval that the operator may decide.
 * @throws ApiFailure `conflict` if it has already been decided or another operator has claimed it; `forbidden` for the
 *   operator's own request, for a change to their own access or company, and without the right for the action
 */
async function lockOpenApproval(
  trx: Transaction<Database>,
  id: string,
  { operator, now }: { readonly operator: OperatorActor; readonly now: number },
) {
  const approval = await trx
    .selectFrom('operator_approvals')
    .selectAll()
    .where('uuid', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const action = findAction(approval.act);
  if (approval.state !== 'open' || action === undefined) throw new ApiFailure('conflict');
  await requireUnclaimed(trx, { kind: 'approval', operatorId: operator.operatorId }, id, now);
  const isAboutSelf = approval.record_id === operator.operatorId;
  const isOwnConsent =
    isAboutSelf && action.canAffectedOperatorApprove?.(untypedBody(approval)) === true;
  if (approval.requested_by === operator.operatorId || (isAboutSelf && !isOwnConsent))
    throw new ApiFailure('forbidden', { details: { reason: OWN_ACT } });
  const records = { kind: approval.record_kind, ids: [approval.record_id] };
  await requireOtherCompany(trx, operator.operatorId, records);
  if (isOwnConsent) return { approval, action };
  if (!hasRightIn(operator.grants, action.right, action.regionsOf(untypedBody(approval))))
    throw new ApiFailure('forbidden');
  return { approval, action };
}

/** False if the requesting operator has left or lost the right. */
async function canStillRequest(
  trx: Transaction<Database>,
  approval: { readonly requested_by: string; readonly body: unknown },
  action: StoredAction,
): Promise<boolean> {
  const { active } = await trx
    .selectFrom('operators')
    .select('active')
    .where('id', '=', approval.requested_by)
    .executeTakeFirstOrThrow();
  const requestRegions = (action.requestRegionsOf ?? action.regionsOf)(untypedBody(approval));
  const grants = await readGrants(trx, approval.requested_by);
  return active && hasRightIn(grants, action.right, requestRegions);
}

async function decide(
  trx: Transaction<Database>,
  id: string,
  state: 'approved' | 'rejected' | 'void',
  { operator, clock }: { readonly operator: OperatorActor } & Pick<Services, 'clock'>,
): Promise<void> {
  const decision = { decided_by: operator.operatorId, decided_at: new Date(clock.now()) };
  await trx
    .updateTable('operator_approvals')
    .set({ state, ...decision })
    .where('uuid', '=', id)
    .execute();
  await endClaims(trx, 'approval', [id]);
}

const approveAct: OperatorHandler<typeof operatorCalls.approveAct> = (
  { params: { id }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const now = services.clock.now();
    const { approval, action } = await lockOpenApproval(trx, id, { operator, now });
    const rev = await action.readRev(trx, approval.record_id, untypedBody(approval), now);
    const isUnchanged = rev === approval.record_rev;
    const state =
      isUnchanged && (await canStillRequest(trx, approval, action)) ? 'approved' : 'void';
    await decide(trx, id, state, { operator, clock: services.clock });
    audit({
      kind: 'approval',
      id,
      region: approval.region_id,
      before: { state: 'open' },
      after: { state },
    });
    if (state === 'approved') {
      const { record_id: recordId, requested_by: requestedBy, why } = approval;
      const request = { recordId, body: untypedBody(approval), why, requestedBy, services, audit };
      await runAudited(trx, action, { ...request, sessionId: null, isApproved: true });
    }
    return { state };
  });

const rejectAct: OperatorHandler<typeof operatorCalls.rejectAct> = (
  { params: { id }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const { approval } = await lockOpenApproval(trx, id, { operator, now: clock.now() });
    await decide(trx, id, 'rejected', { operator, clock });
    audit({
      kind: 'approval',
      id,
      region: approval.region_id,
      before: { state: 'open' },
      after: { state: 'rejected' },
    });
    return { state: 'rejected' as const };
  });

export const approvalHandlers = {
  listApprovals,
  claimApprovals,
  approveAct,
  rejectAct,
} satisfies Partial<OperatorHandlers>;
