import { type OperatorHandlers, type OperatorInput } from '../console/operator-handler.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { readTimeline } from '../console/record-timeline.ts';
import { ApiFailure } from '../http/failure.ts';
import { chosenRegions } from '../console/operator-scope.ts';
import { loadReviewReasons } from './country-reviews.ts';
import { acceptRest, type HeldDecision, holdDecisions, undoDecisions } from './held-decisions.ts';
import { loadReviewedProducts } from './load-products.ts';
import {
  claimProducts,
  countQueue,
  listFailedDecisions,
  listHeldDecisions,
  listWaiting,
} from './review-queue.ts';

type Audit = OperatorInput<OperatorCall>['audit'];

/**
 * Records held decisions in the audit. The audit hides fields named `code`, so the reason's code is recorded as
 * `reason`.
 */
function auditDecisions(audit: Audit, heldDecisions: readonly HeldDecision[]): void {
  for (const { scan, region, kind, code } of heldDecisions) {
    const after = { decision: kind, ...(code !== null && { reason: code }) };
    audit({ kind: 'scan', id: scan, region, before: { decision: null }, after });
  }
}

export const reviewHandlers = {
  getReviewQueue: async ({ operator }, { clock }) => ({
    data: await countQueue(operator, clock.now()),
  }),
  listReviewReasons: async ({ operator }, { db }) => ({
    data: await loadReviewReasons(db, operator.regions),
  }),
  claimProducts: async ({ operator, body }, { db, clock }) => {
    const now = clock.now();
    const regions = chosenRegions(operator, body.region);
    const reviewer = { operatorId: operator.operatorId, regions };
    const claimedIds = await claimProducts(db, reviewer, body.skipped, now);
    return {
      ...(await loadReviewedProducts(db, operator, claimedIds, now)),
      failed: await listFailedDecisions(operator, now),
    };
  },
  listReviewProducts: async ({ operator, query }, { db, clock }) => {
    const { ids, meta } = await listWaiting(db, operator, query, clock.now());
    const { products, projects } = await loadReviewedProducts(db, operator, ids, clock.now());
    return { data: products, projects, meta };
  },
  getReviewProduct: async ({ operator, params }, { db, clock }) => {
    const reviewedProducts = await loadReviewedProducts(db, operator, [params.id], clock.now());
    // The product exists, but was deleted.
    if (reviewedProducts.products.length === 0) throw new ApiFailure('not_found');
    return reviewedProducts;
  },
  listReviewedProductTimeline: ({ params, query }, { db }) =>
    readTimeline(db, params.id.toLowerCase(), query, []),
  decideReviewedProducts: ({ operator, body, audit, runAction }, { clock }) =>
    runAction(async (trx) => {
      const { heldDecisions, results, due_at } = await holdDecisions(
        trx,
        operator,
        body.decisions,
        clock.now(),
      );
      auditDecisions(audit, heldDecisions);
      return { data: results, due_at };
    }),
  acceptRestOfProject: ({ operator, params, body, audit, runAction }, { clock }) =>
    runAction(async (trx) => {
      const project = { uuid: params.id, seenVersion: body.seen_version };
      const { heldDecisions, results, due_at, remainingCount } = await acceptRest(
        trx,
        operator,
        project,
        clock.now(),
      );
      auditDecisions(audit, heldDecisions);
      return { data: results, due_at, left: remainingCount };
    }),
  listHeldDecisions: async ({ operator }) => ({ data: await listHeldDecisions(operator) }),
  undoDecisions: ({ operator, body, audit, runAction }, { clock }) =>
    runAction(async (trx) => {
      const undoneDecisions = await undoDecisions(trx, operator, body.decisions, clock.now());
      for (const { scan, region, kind } of undoneDecisions) {
        audit({
          kind: 'scan',
          id: scan,
          region,
          before: { decision: kind },
          after: { decision: null },
        });
      }
      return { undone: undoneDecisions.map(({ uuid }) => uuid) };
    }),
} satisfies Partial<OperatorHandlers>;
