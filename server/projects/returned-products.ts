import { randomUUID } from 'node:crypto';
import { type Kysely, type Transaction } from 'kysely';
import { projectStatus } from '#schemas/project-status.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { getRegionRules } from '../configuration/region-rules.ts';
import { lockCompany } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { loadCompanyBalance, loadLedgerSums } from '../points/ledger.ts';
import { getExpiryCutoff, getPointsToExpire, getYearStart } from '../points/points-expiry.ts';
import { type RejectionReason, reverseDecision } from './decide-products.ts';

/** A scanned product whose company is locked. */
export interface LockedProduct {
  readonly uuid: string;
  readonly rev: number;
  readonly companyId: string;
  readonly project: string;
  readonly region: RegionId;
  readonly points: number;
  readonly action: 'take_back' | 'undo';
  /** Code of the reason why the product was rejected; null if it isn't rejected. */
  readonly rejectedFor: string | null;
}

/**
 * Finds a scanned product with the fields that `possibleAction` and `lockProduct` need. Returns undefined if the
 * product or its project was removed.
 */
export function findProduct(db: Kysely<Database>, uuid: string) {
  return db
    .selectFrom('scans')
    .innerJoin('projects', 'projects.uuid', 'scans.projects_id')
    .innerJoin('companies', 'companies.id', 'scans.company_id')
    .select(['scans.uuid', 'scans.rev', 'scans.company_id', 'scans.projects_id', 'scans.points'])
    .select(['scans.flag', 'scans.rejection', 'projects.status', 'companies.regions_id'])
    .where('scans.uuid', '=', uuid)
    .where('scans.deleted', '=', false)
    .where('projects.deleted', '=', false)
    .executeTakeFirst();
}

/**
 * Returns the action that is possible for a product; null if there is none. In a closed project, an accepted product
 * can be taken back, and a rejected product can be accepted.
 */
export function possibleAction({
  flag,
  status,
}: Pick<NonNullable<Awaited<ReturnType<typeof findProduct>>>, 'flag' | 'status'>):
  | LockedProduct['action']
  | null {
  if (status !== projectStatus.closed) return null;
  if (flag === 'valid') return 'take_back';
  return flag === 'rejected' ? 'undo' : null;
}

/**
 * Locks a product's company. Throws `not_found`, or `conflict` if the action isn't possible.
 * @param requestedAction if omitted, the action that is possible for the product
 */
export async function lockProduct(
  trx: Transaction<Database>,
  uuid: string,
  requestedAction?: LockedProduct['action'],
): Promise<LockedProduct> {
  const owner = await findProduct(trx, uuid);
  if (!owner) throw new ApiFailure('not_found');
  await lockCompany(trx, owner.company_id);
  const product = await findProduct(trx, uuid);
  if (!product) throw new ApiFailure('not_found');
  const action = possibleAction(product);
  if (action === null || (requestedAction !== undefined && action !== requestedAction)) {
    const reason = requestedAction === 'undo' ? 'not_returned' : 'not_returnable';
    throw new ApiFailure('conflict', { details: { reason } });
  }
  const { rev, company_id: companyId, projects_id: project, regions_id: region, points } = product;
  const rejectedFor = product.rejection?.code ?? null;
  return { uuid, rev, companyId, project, region, points, action, rejectedFor };
}

/** Changes made by an action on a returned product. */
export interface ReturnOutcome {
  readonly before: number;
  readonly after: number;
  /**
   * Expired points that were given back when the product was taken back. Otherwise these points would be deducted
   * twice.
   */
  readonly expired: number;
  /** Points that were given back and will expire on the next daily run. */
  readonly expires: number;
}

/**
 * Takes a product back, or undoes this. The effects are those of a reviewer's decision: the ledger gets a correction
 * for the product's project, and the serial number becomes free or is held again. Throws `already_scanned` if the
 * serial number was scanned again in the meantime, and `invalid_input` if the reason is unknown or a note is missing.
 * @param options.reason why the product is taken back
 */
export async function applyReturn(
  trx: Transaction<Database>,
  { uuid, companyId, project, region, points, action }: LockedProduct,
  {
    now,
    isApproved,
    reason,
  }: { readonly now: number; readonly isApproved: boolean; readonly reason: RejectionReason },
): Promise<ReturnOutcome> {
  const before = await loadCompanyBalance(trx, companyId);
  const isUndo = action === 'undo';
  await reverseDecision(trx, project, { scan: uuid, reason: isUndo ? null : reason, now });
  const at = new Date(now);
  // This also closes a record that stayed open because a reviewer reversed the decision in the meantime.
  const closedRecord = await trx
    .updateTable('returned_products')
    .set({ undone_at: at, is_undo_approved: isApproved })
    .where('scan_uuid', '=', uuid)
    .where('undone_at', 'is', null)
    .returning('uuid')
    .executeTakeFirst();
  const record = { uuid: randomUUID(), scan_uuid: uuid, company_id: companyId, at, points };
  if (!isUndo) {
    await trx
      .insertInto('returned_products')
      .values({ ...record, is_approved: isApproved })
      .execute();
  } else if (closedRecord === undefined) {
    // The product was rejected by a reviewer and not taken back here, so there is no record yet. Only the undo counts
    // towards the limit of points without a second person.
    await trx
      .insertInto('returned_products')
      .values({ ...record, is_approved: true, undone_at: at, is_undo_approved: isApproved })
      .execute();
  }
  const after = await loadCompanyBalance(trx, companyId);
  const expired = isUndo ? 0 : after - before + points;
  const expires = isUndo
    ? Math.min(points, await countExpiringPoints(trx, { companyId, region, now }))
    : 0;
  return { before, after, expired, expires };
}

/** Counts a company's points that will expire on the next daily run. */
async function countExpiringPoints(
  trx: Transaction<Database>,
  { companyId, region, now }: Pick<LockedProduct, 'companyId' | 'region'> & { now: number },
): Promise<number> {
  const { pointsValidityMonths } = await getRegionRules(trx, regionCodeOf(region));
  const cutoff = getExpiryCutoff(getYearStart(now).getTime() - 1, pointsValidityMonths);
  return getPointsToExpire(await loadLedgerSums(trx, companyId, cutoff));
}
