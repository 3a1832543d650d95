import { type Kysely, type Transaction } from 'kysely';
import { type ApiErrorCode } from '#schemas/api/errors.ts';
import { DAY_MS } from '#schemas/durations.ts';
import type { Project } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type RegionCode, regionCodeOf } from '#schemas/regions.ts';
import {
  MAX_NOTE,
  NEW_PHOTO_DAYS,
  RETURNED_REASON,
  type ProductRejection,
} from '#schemas/product-rejection.ts';
import { type ProductFlag } from '#schemas/scan.ts';
import { getRegionRules } from '../configuration/region-rules.ts';
import { REASON_WITH_NOTE, getRejectionReasons } from '../configuration/rejection-reasons.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { notify } from '../notifications/notify.ts';
import { loadHeldSerials } from '../scans/serial-holders.ts';
import { type Services } from '../services.ts';
import { findProjectIncludingDeleted } from './find-project.ts';
import { projectFromRow } from './project-row.ts';
import { listReviewedProducts, settleReview, type ReviewedProduct } from './settle-review.ts';

/** Reason for a rejection. */
export interface RejectionReason {
  /** Code of one of the country's rejection reasons. */
  readonly code: string;
  /** Note to the installer; null if none. */
  readonly note: string | null;
}

/** An operator's decision about some of a project's products. */
export type ProductDecision =
  | { readonly kind: 'accept' }
  | ({ readonly kind: 'reject' | 'request_photo' } & RejectionReason);

/** Options of a decision. */
interface DecisionOptions {
  /** Version of the project's products that the operator saw (`club projects show`). */
  readonly seenVersion?: number | undefined;
}

type ReviewServices = Pick<Services, 'db' | 'clock'>;

const flagAfter: Record<ProductDecision['kind'], ProductFlag> = {
  accept: 'valid',
  reject: 'rejected',
  request_photo: 'in_review',
};

/**
 * Decides some of a submitted project's products. The last decision closes the project. If the project is already
 * closed, a changed decision adds a correction to the ledger. Throws `project_not_found`, `project_not_open` if the
 * project was never submitted, `not_found` if no products are given or one of them isn't in this project,
 * `already_scanned` if a serial number already counts for another product, `move_not_allowed` if a photo is requested
 * for a product that counts, `invalid_input` for an unknown reason or a missing note, and `conflict` if a product has
 * changed since the version that the operator saw.
 * @param scanIds the products; if one isn't in the project, nothing is decided
 */
export function decideProducts(
  projectUuid: string,
  scanIds: readonly string[],
  decision: ProductDecision,
  services: ReviewServices,
  { seenVersion }: DecisionOptions = {},
): Promise<Project> {
  return decide(projectUuid, services, (trx, review) =>
    applyDecision(trx, review, { scanIds, decision, seenVersion }),
  );
}

/** A decision about one product, and the version of the product that the reviewer saw. */
interface VersionedDecision {
  readonly scan: string;
  readonly decision: ProductDecision;
  readonly seenVersion: number;
}

/**
 * Makes different decisions about one project's products together, so that its company is notified once. A decision
 * that is no longer possible leaves its product unchanged. Throws `project_not_found`, `project_not_open`.
 * @returns the error codes of decisions that weren't possible, by product
 */
export async function decideIndividually(
  trx: Transaction<Database>,
  projectUuid: string,
  decisions: readonly VersionedDecision[],
  now: number,
): Promise<ReadonlyMap<string, ApiErrorCode>> {
  const failures = new Map<string, ApiErrorCode>();
  await runDecision(trx, projectUuid, now, async (review) => {
    const decidedProducts: ReviewedProduct[] = [];
    for (const { scan, decision, seenVersion } of decisions) {
      try {
        decidedProducts.push(
          ...(await applyDecision(trx, review, { scanIds: [scan], decision, seenVersion })),
        );
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        failures.set(scan, error.code);
      }
    }
    return decidedProducts;
  });
  return failures;
}

/** The built-in reason for rejecting a returned product. Every country has this reason. */
export const returnedReason: RejectionReason = { code: RETURNED_REASON, note: null };

/**
 * Reverses the decision on a product: rejects an accepted one for the given reason, or accepts a rejected one. Throws
 * `not_found`, `already_scanned` if the serial number counts elsewhere, `invalid_input` for an unknown reason or a
 * missing note.
 * @param change.reason null to accept the product
 */
export async function reverseDecision(
  trx: Transaction<Database>,
  projectUuid: string,
  {
    scan,
    reason,
    now,
  }: { readonly scan: string; readonly reason: RejectionReason | null; readonly now: number },
): Promise<void> {
  const decision: ProductDecision = reason ? { kind: 'reject', ...reason } : { kind: 'accept' };
  await runDecision(trx, projectUuid, now, async (review) => {
    if (reason?.code !== RETURNED_REASON)
      return applyDecision(trx, review, { scanIds: [scan], decision });
    const chosenProducts = review.products.filter(({ uuid }) => uuid === scan);
    if (chosenProducts.length === 0) throw new ApiFailure('not_found');
    const decided_at = new Date(now).toISOString();
    const rejection = { ...reason, decided_at, new_photo_until: null };
    return chosenProducts.map((product) => ({ ...product, flag: 'rejected', rejection }));
  });
}

/** @returns the chosen products with their new flag and rejection; nothing is stored yet */
async function applyDecision(
  trx: Transaction<Database>,
  { products, region, now }: Review,
  {
    scanIds,
    decision,
    seenVersion,
  }: DecisionOptions & { readonly scanIds: readonly string[]; readonly decision: ProductDecision },
): Promise<readonly ReviewedProduct[]> {
  const ids = new Set(scanIds.map((uuid) => uuid.toLowerCase()));
  const chosenProducts = products.filter(({ uuid }) => ids.has(uuid));
  // A mistyped id must not leave a product undecided.
  if (ids.size === 0 || chosenProducts.length < ids.size)
    throw new ApiFailure('not_found', { field: 'scans' });
  checkVersion(chosenProducts, seenVersion);
  if (decision.kind !== 'reject') await checkSerialsAreFree(trx, chosenProducts);
  const isCounted = chosenProducts.some(({ flag }) => flag === 'valid');
  if (decision.kind === 'request_photo' && isCounted) {
    throw new ApiFailure('move_not_allowed', { field: 'scans' });
  }
  const rejection = await createRejection(decision, { trx, region, now });
  return chosenProducts.map((product) => ({
    ...product,
    flag: flagAfter[decision.kind],
    rejection,
  }));
}

/** A project after `acceptProject`. */
interface AcceptedProject {
  readonly project: Project;
  /** Ids of products left in review, because a new photo of them was requested. */
  readonly awaitingPhoto: readonly string[];
}

/**
 * Accepts the undecided products of a submitted project. Products with a pending photo request stay in review, unless
 * `acceptsWithoutNewPhoto` is set. The project closes once no product is in review. Does nothing for a closed project
 * without undecided products. Throws `project_not_found`, `project_not_open` if the project was never submitted, and
 * `conflict` if an undecided product has changed since the version that the operator saw.
 */
export async function acceptProject(
  projectUuid: string,
  services: ReviewServices,
  {
    seenVersion,
    acceptsWithoutNewPhoto = false,
  }: DecisionOptions & { readonly acceptsWithoutNewPhoto?: boolean } = {},
): Promise<AcceptedProject> {
  let awaitingPhoto: readonly string[] = [];
  const project = await decide(projectUuid, services, (_trx, { products }) => {
    const productsInReview = products.filter(({ flag }) => flag === 'in_review');
    checkVersion(productsInReview, seenVersion);
    const skippedProducts = acceptsWithoutNewPhoto
      ? []
      : productsInReview.filter(({ rejection }) => rejection);
    awaitingPhoto = skippedProducts.map(({ uuid }) => uuid);
    return Promise.resolve(
      productsInReview
        .filter((product) => !skippedProducts.includes(product))
        .map((product) => ({ ...product, flag: 'valid' as const, rejection: null })),
    );
  });
  return { project, awaitingPhoto };
}

/**
 * Throws `conflict` if a product has changed since the version that the operator saw. A photo that arrived in the
 * meantime must not be decided unseen.
 */
function checkVersion(products: readonly ReviewedProduct[], seenVersion: number | undefined): void {
  if (seenVersion !== undefined && products.some(({ rev }) => rev > seenVersion)) {
    throw new ApiFailure('conflict', { field: 'options.seen' });
  }
}

interface Review {
  readonly products: readonly ReviewedProduct[];
  readonly region: RegionCode;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** @param choose returns the decided products with their new flag and rejection */
function decide(
  projectUuid: string,
  { db, clock }: ReviewServices,
  choose: (trx: Transaction<Database>, review: Review) => Promise<readonly ReviewedProduct[]>,
): Promise<Project> {
  return transact(db, (trx) =>
    runDecision(trx, projectUuid, clock.now(), (review) => choose(trx, review)),
  );
}

async function runDecision(
  trx: Transaction<Database>,
  projectUuid: string,
  now: number,
  choose: (review: Review) => Promise<readonly ReviewedProduct[]>,
): Promise<Project> {
  const { companyId, region } = await findOwner(trx, projectUuid);
  await lockCompany(trx, companyId);
  const project = await findProjectIncludingDeleted(trx, companyId, projectUuid);
  if (project.status !== projectStatus.inReview && project.status !== projectStatus.closed) {
    throw new ApiFailure('project_not_open');
  }
  const products = await listReviewedProducts(trx, projectUuid);
  const decidedProducts = await choose({ products, region, now });
  await settleReview(trx, project, { products, decided: decidedProducts, now });
  await notifyOfRejections(trx, companyId, { project, decided: decidedProducts, now });
  return projectFromRow(await findProjectIncludingDeleted(trx, companyId, projectUuid));
}

async function findOwner(db: Kysely<Database>, projectUuid: string) {
  const row = await db
    .selectFrom('projects')
    .innerJoin('companies', 'companies.id', 'projects.company_id')
    .select(['companies.id as companyId', 'companies.regions_id'])
    .where('projects.uuid', '=', projectUuid)
    .where('projects.deleted', '=', false)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('project_not_found');
  return { companyId: row.companyId, region: regionCodeOf(row.regions_id) };
}

/**
 * Throws `already_scanned` if two of the products have the same serial number, or if another product holds one of their
 * serial numbers. A rejected product frees its serial number, so another product may have it by now.
 */
async function checkSerialsAreFree(
  db: Kysely<Database>,
  products: readonly ReviewedProduct[],
): Promise<void> {
  const serials = products.flatMap(({ serial_number }) => serial_number ?? []);
  const chosenIds = new Set(products.map(({ uuid }) => uuid));
  const heldSerials = await loadHeldSerials(db, serials);
  const hasDuplicate = new Set(serials).size < serials.length;
  if (hasDuplicate || heldSerials.some(({ uuid }) => !chosenIds.has(uuid))) {
    throw new ApiFailure('already_scanned', { field: 'scans' });
  }
}

/** Finds one of a country's rejection reasons. Throws `invalid_input` for an unknown reason or a missing note. */
async function findReason(
  trx: Transaction<Database>,
  region: RegionCode,
  { code, note }: RejectionReason,
) {
  const { configuration } = await getRegionRules(trx, region);
  const reason = getRejectionReasons(configuration).find((candidate) => candidate.code === code);
  if (!reason) throw new ApiFailure('invalid_input', { field: 'words.REASON' });
  const isNoteMissing = code === REASON_WITH_NOTE && note === null;
  if (isNoteMissing || (note?.length ?? 0) > MAX_NOTE) {
    throw new ApiFailure('invalid_input', { field: 'input' });
  }
  return reason;
}

/** Throws `invalid_input` unless a product of the country can be taken back for the reason. */
export async function requireReturnReason(
  trx: Transaction<Database>,
  region: RegionCode,
  reason: RejectionReason,
): Promise<void> {
  if (reason.code !== RETURNED_REASON) await findReason(trx, region, reason);
}

/** Creates the rejection for a decision after validating its reason; null for an accepted product. */
async function createRejection(
  decision: ProductDecision,
  { trx, region, now }: { trx: Transaction<Database>; region: RegionCode; now: number },
): Promise<ProductRejection | null> {
  if (decision.kind === 'accept') return null;
  const { code, note } = decision;
  const reason = await findReason(trx, region, decision);
  const acceptsPhoto = reason.allows_new_photo || decision.kind === 'request_photo';
  return {
    code,
    note,
    decided_at: new Date(now).toISOString(),
    new_photo_until: acceptsPhoto ? new Date(now + NEW_PHOTO_DAYS * DAY_MS).toISOString() : null,
  };
}

/** Notifies the company of products that were rejected or need a new photo. */
export async function notifyOfRejections(
  trx: Transaction<Database>,
  companyId: string,
  {
    project,
    decided: decidedProducts,
    now,
  }: {
    readonly project: { readonly uuid: string; readonly street_name: string };
    readonly decided: readonly ReviewedProduct[];
    readonly now: number;
  },
): Promise<void> {
  const events = [
    ['product_rejected', decidedProducts.filter(({ flag }) => flag === 'rejected')],
    ['new_photo_needed', decidedProducts.filter(({ flag }) => flag === 'in_review')],
  ] as const;
  for (const [event, products] of events) {
    if (products.length === 0) continue;
    const points = products.reduce((sum, product) => sum + product.points, 0);
    await notify(trx, companyId, {
      event,
      meta: { project_uuid: project.uuid },
      values: {
        subject: project.street_name,
        numbers: { count: products.length, points, days: NEW_PHOTO_DAYS },
        // A returned product had passed the review, so its notification has a different title.
        ...(products.every(({ rejection }) => rejection?.code === RETURNED_REASON) && {
          title: 'notification.product_returned.title',
        }),
      },
      now,
    });
  }
}
