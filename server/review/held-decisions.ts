import { randomUUID } from 'node:crypto';
import { type Insertable, type Transaction } from 'kysely';
import {
  type DecisionKind,
  type DecisionProblem,
  type DecisionResult,
  UNDO_MS,
} from '#schemas/operator/review-calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { loadOperatorNames } from '../console/operator-names.ts';
import { scopedQueries } from '../console/operator-scope.ts';
import { findOwnCompany } from '../console/own-company.ts';
import { claimRecords, endClaims, loadClaims } from '../console/record-claims.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';
import { loadReviewReasons } from './country-reviews.ts';
import { findSignals, signalColumns } from './find-signals.ts';
import { productClaims, type Reviewer } from './review-queue.ts';
import { type ReviewTables } from './review-tables.ts';

/*
 * A decision is held before it takes effect, so that undoing it leaves no trace for the installer: no notification, no
 * points and no correction in the ledger (docs/console.md).
 */

/** A reviewer's decision about one product. */
interface RequestedDecision {
  readonly scan: string;
  readonly kind: DecisionKind;
  readonly code?: string | undefined;
  readonly note?: string | undefined;
  readonly seen_version: number;
}

/** A held decision, for the audit log. */
export interface HeldDecision {
  readonly uuid: string;
  readonly scan: string;
  readonly region: RegionId;
  readonly kind: DecisionKind;
  readonly code: string | null;
}

interface HeldDecisions {
  /** Results in the order of the request. */
  readonly results: DecisionResult[];
  readonly heldDecisions: readonly HeldDecision[];
  readonly due_at: string;
}

/**
 * Holds decisions, and ends the claims on their products.
 * @param now milliseconds since 1970
 */
export async function holdDecisions(
  trx: Transaction<Database>,
  reviewer: Reviewer,
  requestedDecisions: readonly RequestedDecision[],
  now: number,
): Promise<HeldDecisions> {
  const decisions = requestedDecisions.map((decision) => ({
    ...decision,
    scan: decision.scan.toLowerCase(),
  }));
  const checkDecision = await loadDecisionCheck(trx, reviewer, decisions, now);
  const seenScans = new Set<string>();
  const checkedDecisions = decisions.map((decision) => {
    const isRepeated = seenScans.has(decision.scan);
    seenScans.add(decision.scan);
    const check = checkDecision(decision);
    return isRepeated ? { ...check, problem: check.problem ?? ('decided' as const) } : check;
  });
  const dueAt = new Date(now + UNDO_MS);
  const values = decisions.flatMap(({ scan, kind, code, note, seen_version }, index) => {
    const { problem, product } = checkedDecisions[index] ?? {};
    if (problem !== null || !product) return [];
    const needsReason = kind !== 'accept';
    return {
      uuid: randomUUID(),
      scan,
      project: product.projects_id,
      seen_version,
      kind,
      company_id: product.company_id,
      operator_id: reviewer.operatorId,
      code: needsReason ? (code ?? null) : null,
      note: needsReason ? note || null : null,
      made_at: new Date(now),
      due_at: dueAt,
    };
  });
  const insertedScans = await insertHeldDecisions(trx, values);
  await endClaims(trx, 'scan', [...insertedScans]);
  const idByScan = new Map(values.map(({ scan, uuid }) => [scan, uuid]));
  const results = checkedDecisions.map(({ problem, by }, index): DecisionResult => {
    const { scan } = decisions[index] ?? { scan: '' };
    if (problem !== null) return { scan, decision: null, problem, by };
    // Another reviewer's decision was stored in the meantime.
    if (!insertedScans.has(scan)) return { scan, decision: null, problem: 'decided', by: null };
    return { scan, decision: idByScan.get(scan) ?? null, problem: null, by: null };
  });
  const regionByScan = new Map(
    checkedDecisions.map(({ product }) => [product?.uuid, product?.regions_id]),
  );
  const heldDecisions = values.flatMap(({ uuid, scan, kind, code }) => {
    const region = regionByScan.get(scan);
    return insertedScans.has(scan) && region !== undefined
      ? { uuid, scan, region, kind, code }
      : [];
  });
  return { results, heldDecisions, due_at: dueAt.toISOString() };
}

/** @returns the products whose decision was stored; a product has at most one held decision */
async function insertHeldDecisions(
  trx: Transaction<Database>,
  values: readonly Insertable<ReviewTables['review_decisions']>[],
): Promise<ReadonlySet<string>> {
  if (values.length === 0) return new Set();
  const rows = await trx
    .insertInto('review_decisions')
    // Rows are always inserted in the same order, to avoid deadlocks.
    .values([...values].sort((a, b) => (a.scan < b.scan ? -1 : 1)))
    .onConflict((conflict) => conflict.column('scan').where('outcome', 'is', null).doNothing())
    .returning('scan')
    .execute();
  return new Set(rows.map(({ scan }) => scan));
}

/**
 * Loads the data for checking decisions.
 * @returns a function that checks a decision
 */
async function loadDecisionCheck(
  trx: Transaction<Database>,
  { operatorId, regions }: Reviewer,
  decisions: readonly RequestedDecision[],
  now: number,
) {
  const scanIds = decisions.map(({ scan }) => scan);
  const queries = scopedQueries(trx, regions);
  const rows = await queries
    .selectFrom('scans')
    .innerJoin('projects', 'projects.uuid', 'scans.projects_id')
    .innerJoin('companies', 'companies.id', 'scans.company_id')
    .where('scans.uuid', '=', anyUuid(scanIds))
    .where('scans.deleted', '=', false)
    .where('projects.deleted', '=', false)
    .where('projects.status', 'in', [projectStatus.inReview, projectStatus.closed])
    .select(['scans.uuid', 'scans.rev', 'scans.flag', 'scans.projects_id', 'scans.company_id'])
    .select('companies.regions_id')
    .execute();
  const claims = await loadClaims(trx, productClaims({ operatorId }), scanIds, now);
  const decisionRows = await queries
    .selectFrom('review_decisions')
    .select(['scan', 'operator_id'])
    .where('scan', '=', anyUuid(scanIds))
    .where('outcome', 'is', null)
    .execute();
  const getName = await loadOperatorNames(trx, decisionRows);
  const reviewerByScan = new Map(
    decisionRows.map(({ scan, operator_id }) => [scan, getName(operator_id)]),
  );
  const products = new Map(rows.map((row) => [row.uuid, row]));
  const findReasonProblem = await loadReasonCheck(trx, rows);
  const ownCompany = await findOwnCompany(trx, operatorId);
  return (decision: RequestedDecision) => {
    const { scan, seen_version } = decision;
    const product = products.get(scan);
    const withProblem = (problem: DecisionProblem | null, by: string | null = null) => ({
      problem,
      by,
      product,
    });
    if (!product) return withProblem('not_found');
    if (product.company_id === ownCompany) return withProblem('own_company');
    if (reviewerByScan.has(scan)) return withProblem('decided', reviewerByScan.get(scan));
    if (product.flag !== 'in_review') return withProblem('decided');
    if (product.rev > seen_version) return withProblem('changed');
    if (claims.has(scan)) return withProblem('claimed', claims.get(scan)?.by);
    return withProblem(findReasonProblem(decision, product.regions_id));
  };
}

async function loadReasonCheck(
  trx: Transaction<Database>,
  products: readonly { readonly regions_id: RegionId }[],
) {
  const countries = await loadReviewReasons(
    trx,
    products.map(({ regions_id }) => regions_id),
  );
  return ({ kind, code, note }: RequestedDecision, region: RegionId): DecisionProblem | null => {
    if (kind === 'accept') return null;
    const country = countries.find((candidate) => candidate.region === regionCodeOf(region));
    const reason = country?.reasons.find((candidate) => candidate.code === code);
    if (!reason) return 'reason_unknown';
    return reason.needs_note && !note ? 'note_missing' : null;
  };
}

/**
 * Accepts a project's undecided products that have no signals. These acceptances are held decisions too. Products are
 * skipped if they have changed since the seen version, if another reviewer has claimed them, or if a new photo of them
 * was requested.
 * @param now milliseconds since 1970
 */
export async function acceptRest(
  trx: Transaction<Database>,
  reviewer: Reviewer,
  project: { readonly uuid: string; readonly seenVersion: number },
  now: number,
): Promise<HeldDecisions & { readonly remainingCount: number }> {
  const queries = scopedQueries(trx, reviewer.regions);
  const rows = await queries
    .selectFrom('scans')
    .leftJoin('review_decisions', (join) =>
      join
        .onRef('review_decisions.scan', '=', 'scans.uuid')
        .on('review_decisions.outcome', 'is', null),
    )
    .where('scans.projects_id', '=', project.uuid)
    .where('scans.flag', '=', 'in_review')
    .where('scans.deleted', '=', false)
    .where('scans.rejection', 'is', null)
    .where('review_decisions.uuid', 'is', null)
    .select([...signalColumns])
    .execute();
  const { signals } = await findSignals(trx, queries, rows);
  const productsWithoutSignals = rows.filter(({ uuid }) => signals.get(uuid)?.length === 0);
  const decisions = productsWithoutSignals.map(({ uuid }) => ({
    scan: uuid,
    kind: 'accept' as const,
    seen_version: project.seenVersion,
  }));
  const result = await holdDecisions(trx, reviewer, decisions, now);
  return { ...result, remainingCount: rows.length - result.heldDecisions.length };
}

/**
 * Undoes the reviewer's own decisions that haven't taken effect, and claims their products again.
 * @param now milliseconds since 1970
 */
export async function undoDecisions(
  trx: Transaction<Database>,
  reviewer: Reviewer,
  decisionIds: readonly string[],
  now: number,
): Promise<readonly HeldDecision[]> {
  const ownDecisions = await scopedQueries(trx, reviewer.regions)
    .selectFrom('review_decisions')
    .innerJoin('companies', 'companies.id', 'review_decisions.company_id')
    .select(['review_decisions.uuid', 'companies.regions_id'])
    .where('review_decisions.uuid', '=', anyUuid(decisionIds))
    .where('operator_id', '=', reviewer.operatorId)
    .execute();
  const regionByDecision = new Map(ownDecisions.map(({ uuid, regions_id }) => [uuid, regions_id]));
  const undoneDecisions = await trx
    .updateTable('review_decisions')
    .set({ outcome: 'undone', settled_at: new Date(now), note: null })
    .where('uuid', '=', anyUuid([...regionByDecision.keys()]))
    .where('outcome', 'is', null)
    .returning(['uuid', 'scan', 'company_id', 'kind', 'code'])
    .execute();
  await claimRecords(
    trx,
    productClaims(reviewer),
    undoneDecisions.map(({ scan }) => scan),
    now,
  );
  return undoneDecisions.flatMap(({ uuid, scan, kind, code }) => {
    const region = regionByDecision.get(uuid);
    return region === undefined ? [] : { uuid, scan, region, kind, code };
  });
}
