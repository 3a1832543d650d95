import { sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { OWN_ACT } from '#schemas/operator/approval-calls.ts';
import { type operatorCalls, type SecondPersonCallId } from '#schemas/operator/operator-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { type Database } from '../db/tables.ts';
import { erasureApproval } from '../companies/person-actions.ts';
import { campaignApproval } from '../campaigns/change-campaigns.ts';
import { ApiFailure } from '../http/failure.ts';
import { cancelApproval } from '../configuration/cancel-version.ts';
import { settingsApproval } from '../configuration/change-settings.ts';
import { importApproval, resumeApproval, takeBackApproval } from '../imports/import-approval.ts';
import { batchDownloadApproval } from '../orders/batch-downloads.ts';
import { laddersApproval } from '../setup/operator-tier-handlers.ts';
import { correctionApproval } from '../points/correct-points.ts';
import { returnApproval, returnUndoApproval } from '../projects/operator-return-handlers.ts';
import { pricesApproval } from '../shop/change-prices.ts';
import { type Services } from '../services.ts';
import { type ApprovableAction } from './approvals.ts';
import { activeApproval, grantsApproval } from './change-grants.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorHandlers,
} from './operator-handler.ts';
import { readGrants } from './operator-sessions.ts';
import { requireOtherCompany } from './own-company.ts';
import { countExactly, readCursor, readOperatorPage } from './operator-pages.ts';

/** Actions that can require approval. */
const approvableActions: Readonly<Record<SecondPersonCallId, ApprovableAction>> = {
  inviteOperator: grantsApproval,
  changeOperatorGrants: grantsApproval,
  setOperatorActive: activeApproval,
  erasePerson: erasureApproval,
  changePrices: pricesApproval,
  changeSettings: settingsApproval,
  changeProductValues: settingsApproval,
  cancelSettingsVersion: cancelApproval,
  changeTierLadder: laddersApproval,
  startCampaign: campaignApproval,
  changeCampaign: campaignApproval,
  correctPoints: correctionApproval,
  reverseCorrection: correctionApproval,
  takeBackProduct: returnApproval,
  undoTakeBack: returnUndoApproval,
  downloadOrderBatch: batchDownloadApproval,
  applyImport: importApproval,
  resumeImport: resumeApproval,
  takeBackImport: takeBackApproval,
};

const listApprovals: OperatorHandler<typeof operatorCalls.listApprovals> = async (
  { query, operator: { queries } },
  { db },
) => {
  const { state, region } = query;
  const matching = queries
    .selectFrom('operator_approvals')
    .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? 'open'))
    .$if(region !== undefined, (rows) => rows.where('region_id', '=', region ?? 1));
  const cursor = readCursor(query, v.tuple([moment, uuid]));
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      matching
        .selectAll()
        .$if(cursor !== null, (found) =>
          found.where(
            sql<boolean>`(requested_at, uuid) > (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`,
          ),
        )
        .orderBy('requested_at')
        .orderBy('uuid')
        .limit(limit)
        .execute(),
    (row) => [row.requested_at.toISOString(), row.uuid],
  );
  const names = new Map(
    (await db.selectFrom('operators').select(['id', 'name']).execute()).map((row) => [row.id, row]),
  );
  const personOf = (id: string) => names.get(id) ?? { id, name: '' };
  const data = rows.map((row) => ({
    id: row.uuid,
    act: row.act,
    body: row.body as Record<string, unknown>,
    why: row.why,
    region: row.region_id,
    record_kind: row.record_kind,
    record_id: row.record_id,
    requested_by: personOf(row.requested_by),
    requested_at: row.requested_at.toISOString(),
    state: row.state,
    decided_by: row.decided_by === null ? null : personOf(row.decided_by),
    decided_at: row.decided_at?.toISOString() ?? null,
  }));
  return { data, meta: { next, total: await countExactly(db, matching.select('uuid')) } };
};

/** @returns undefined for an action added by a newer server */
const findAction = (id: string): ApprovableAction | undefined =>
  new Map<string, ApprovableAction>(Object.entries(approvableActions)).get(id);

/**
 * Locks an open approval that the operator may decide.
 * @throws ApiFailure `conflict` if it has already been decided or another operator has claimed it; `forbidden` for the
 *   operator's own request, for a change to their own access or company, and without the right for the action
 */
async function lockOpenApproval(trx: Transaction<Database>, id: string, operator: OperatorActor) {
  const approval = await trx
    .selectFrom('operator_approvals')
    .selectAll()
    .where('uuid', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const action = findAction(approval.act);
  if (approval.state !== 'open' || action === undefined) throw new ApiFailure('conflict');
  const isAboutSelf = approval.record_id === operator.operatorId;
  const isConsent = isAboutSelf && action.isConsent?.(approval.body) === true;
  if (approval.requested_by === operator.operatorId || (isAboutSelf && !isConsent))
    throw new ApiFailure('forbidden', { details: { reason: OWN_ACT } });
  const records = { kind: approval.record_kind, ids: [approval.record_id] };
  await requireOtherCompany(trx, operator.operatorId, records);
  if (isConsent) return { approval, action };
  const allowedRegions = regionsWithRight(operator.grants, action.right);
  const isAllowed =
    allowedRegions.length > 0 &&
    action.regionsOf(approval.body).every((region) => allowedRegions.includes(region));
  if (!isAllowed) throw new ApiFailure('forbidden');
  return { approval, action };
}

/** False if the requesting operator has left or lost the right. */
async function canStillRequest(
  trx: Transaction<Database>,
  { requested_by, body }: { readonly requested_by: string; readonly body: unknown },
  action: ApprovableAction,
): Promise<boolean> {
  const { active } = await trx
    .selectFrom('operators')
    .select('active')
    .where('id', '=', requested_by)
    .executeTakeFirstOrThrow();
  const allowedRegions = regionsWithRight(await readGrants(trx, requested_by), action.right);
  const requestRegions = (action.requestRegionsOf ?? action.regionsOf)(body);
  const isAllowed =
    allowedRegions.length > 0 && requestRegions.every((region) => allowedRegions.includes(region));
  return active && isAllowed;
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
}

const approveAct: OperatorHandler<typeof operatorCalls.approveAct> = (
  { params: { id }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const { approval, action } = await lockOpenApproval(trx, id, operator);
    const now = services.clock.now();
    const rev = await action.readRev(trx, approval.record_id, approval.body, now);
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
      const { record_id: recordId, requested_by: requestedBy, body } = approval;
      await action.run(trx, { recordId, body, requestedBy, services, audit });
    }
    return { state };
  });

const rejectAct: OperatorHandler<typeof operatorCalls.rejectAct> = (
  { params: { id }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const { approval } = await lockOpenApproval(trx, id, operator);
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
  approveAct,
  rejectAct,
} satisfies Partial<OperatorHandlers>;
