import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { deviceTime, moment, text, translatedText, uuid, wholeNumber } from '../primitives.ts';
import { MAX_NOTE, productRejection, rejectionCode } from '../product-rejection.ts';
import { regionCode, regionId } from '../regions.ts';
import { photoSubject, productEntries, productFlag, serialNumber } from '../scan.ts';
import { typedMultilineText } from '../multiline-text.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineTimelineCall } from './record-calls.ts';
import { MAX_SKIPPED, recordClaim } from './queue-claims.ts';

/** Time in which a decision can be undone before it takes effect, in ms. */
export const UNDO_MS = 10_000;
/** Maximum number of the project's products listed next to a product. */
export const MAX_LISTED_PRODUCTS = 100;

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const companyName = text(160);

/** Another product with the same photo. */
const samePhoto = v.object({
  scan: uuid,
  photo: uuid,
  company_name: companyName,
  is_same_company: v.boolean(),
  ...productEntries,
  serial_number: v.nullable(serialNumber),
  flag: productFlag,
  received_at: moment,
});
export type SamePhoto = v.InferOutput<typeof samePhoto>;

/** A reason to take a closer look at a product. */
const reviewSignal = v.variant('kind', [
  /** Other products have the same photo; the first few are listed. */
  v.object({ kind: v.literal('photo_used'), count: wholeNumber, others: v.array(samePhoto) }),
  /** The person has scanned unusually many products within ten minutes: `count`. */
  v.object({ kind: v.literal('many_scans'), count: wholeNumber }),
  /** The device's clock was wrong. Contains the scan time by that clock, and when the server received the scan. */
  v.object({ kind: v.literal('device_clock'), scanned_at: deviceTime, received_at: moment }),
  v.object({ kind: v.literal('not_registered') }),
  /** The registry has a different product under this serial number. */
  v.object({ kind: v.literal('registry_differs') }),
  /** The company tried many numbers in this lot. */
  v.object({ kind: v.literal('held_lot'), lot: text(80) }),
]);
export type ReviewSignal = v.InferOutput<typeof reviewSignal>;

/**
 * An answer to a question about the product; the question is null if it's no longer in the country's settings.
 */
const productAnswer = v.object({
  question: v.nullable(translatedText),
  answer: v.nullable(translatedText),
  value: v.nullable(v.number()),
});

const decisionKind = v.picklist(['accept', 'reject', 'request_photo']);
export type DecisionKind = v.InferOutput<typeof decisionKind>;

const reviewedProduct = v.object({
  scan: uuid,
  /** Changes with every edit and decision. */
  version,
  project: uuid,
  flag: productFlag,
  ...productEntries,
  serial_number: v.nullable(serialNumber),
  /** The product registered under this serial number; null if there is none. */
  registered: v.nullable(v.object(productEntries)),
  /** True if the serial number was typed instead of scanned. */
  is_typed: v.boolean(),
  points: wholeNumber,
  photo: v.nullable(uuid),
  photo_of: v.nullable(photoSubject),
  answers: v.array(productAnswer),
  scanned_at: deviceTime,
  received_at: moment,
  /** Time since which the product is pending, when its project was submitted or its latest photo arrived. */
  waiting_since: moment,
  rejection: v.nullable(productRejection),
  /** Another reviewer who has claimed the product, and when the claim ends. */
  claimed: v.nullable(recordClaim),
  /** A decision that can still be undone. */
  held: v.nullable(v.object({ by: text(200), kind: decisionKind, due_at: moment })),
  signals: v.array(reviewSignal),
});
export type ReviewedProduct = v.InferOutput<typeof reviewedProduct>;

/** A product in its project's list. */
const listedProduct = v.object({
  ...v.pick(reviewedProduct, ['scan', 'version', 'flag', 'type', 'size', 'variant', 'photo'])
    .entries,
  /** True if a new photo has been requested. */
  is_awaiting_photo: v.boolean(),
  is_held: v.boolean(),
  signals: v.array(v.picklist(reviewSignal.options.map(({ entries }) => entries.kind.literal))),
});
export type ListedProduct = v.InferOutput<typeof listedProduct>;

const reviewedProject = v.object({
  uuid,
  region: regionCode,
  city: text(80),
  submitted_at: v.nullable(moment),
  company: v.object({
    id: uuid,
    name: companyName,
    /** Numbers of the company's products with a photo in submitted projects, by their current state. */
    accepted: wholeNumber,
    rejected: wholeNumber,
    in_review: wholeNumber,
  }),
  products_count: wholeNumber,
  /** The products in review, then the others, up to the maximum. */
  products: v.array(listedProduct),
});
export type ReviewedProject = v.InferOutput<typeof reviewedProject>;

const reviewedProducts = v.object({
  products: v.array(reviewedProduct),
  /** Projects of these products. */
  projects: v.array(reviewedProject),
});

/** Reasons why a decision isn't possible. */
const decisionProblem = v.picklist([
  'not_found',
  /** The product has already been decided, or has a held decision. */
  'decided',
  /** The product has changed since the version the reviewer saw, for example because of a new photo. */
  'changed',
  /** Another reviewer has claimed the product. */
  'claimed',
  'reason_unknown',
  'note_missing',
  /** The product belongs to the reviewer's own company. */
  'own_company',
]);
export type DecisionProblem = v.InferOutput<typeof decisionProblem>;

const decisionResult = v.object({
  scan: uuid,
  /** Id of the held decision, for undoing it; null if there is a problem. */
  decision: v.nullable(uuid),
  problem: v.nullable(decisionProblem),
  /** The reviewer who has claimed or decided on the product. */
  by: v.nullable(text(200)),
});
export type DecisionResult = v.InferOutput<typeof decisionResult>;
const decisionResults = v.object({
  data: v.array(decisionResult),
  /** Time until which the decisions can be undone. */
  due_at: moment,
});

/** Product review in the console. */
export const reviewCalls = {
  getReviewQueue: defineOperatorCall(
    {
      id: 'getReviewQueue',
      method: 'GET',
      path: '/operator/v1/review/queue',
      summary:
        'Count the undecided products of each country, with the time of the last submission.',
      result: v.object({
        data: v.array(
          v.object({
            region: regionCode,
            waiting: wholeNumber,
            /** Number of undecided products that have waited longer than the queue's target. */
            overdue: wholeNumber,
            oldest_since: v.nullable(moment),
            /** Time at which a project was last submitted; null if none was submitted within the last 30 days. */
            last_submitted_at: v.nullable(moment),
          }),
        ),
      }),
    },
    { right: 'review.read', scope: 'list' },
  ),
  listReviewReasons: defineOperatorCall(
    {
      id: 'listReviewReasons',
      method: 'GET',
      path: '/operator/v1/review/reasons',
      summary: 'List the reasons for rejecting a product, by country.',
      result: v.object({
        data: v.array(
          v.object({
            region: regionCode,
            reasons: v.array(
              v.object({
                code: rejectionCode,
                /** Null for a built-in reason, whose text is in the app. */
                text_translated: v.nullable(translatedText),
                allows_new_photo: v.boolean(),
                needs_note: v.boolean(),
              }),
            ),
          }),
        ),
      }),
    },
    { right: 'review.read', scope: 'list' },
  ),
  claimProducts: defineOperatorCall(
    {
      id: 'claimProducts',
      method: 'POST',
      path: '/operator/v1/review/claims',
      summary:
        'Get the next undecided products, longest waiting first. No other reviewer gets them for ten minutes.',
      body: v.object({
        /** Products that the reviewer doesn't want to see now; their claims end. */
        skipped: v.pipe(v.array(uuid), v.maxLength(MAX_SKIPPED)),
        /** Only products of this country, which must be one of the reviewer's. */
        region: v.optional(regionId),
      }),
      result: v.object({
        ...reviewedProducts.entries,
        /** The reviewer's decisions of the last ten minutes that were no longer possible when they were due. */
        failed: v.array(v.object({ decision: uuid, scan: uuid, settled_at: moment })),
      }),
    },
    { right: 'review.decide', scope: 'list' },
  ),
  listReviewProducts: defineOperatorCall(
    {
      id: 'listReviewProducts',
      method: 'GET',
      path: '/operator/v1/review/products',
      summary: 'List undecided products, longest waiting first, without claiming them.',
      query: v.object({
        ...operatorListEntries,
        /** `1`: only products that have waited longer than the queue's target. */
        overdue: v.optional(v.picklist([1])),
      }),
      result: v.object({
        ...operatorListResult(reviewedProduct).entries,
        /** Projects of these products. */
        projects: v.array(reviewedProject),
      }),
    },
    { right: 'review.read', scope: 'list' },
  ),
  getReviewProduct: defineOperatorCall(
    {
      id: 'getReviewProduct',
      method: 'GET',
      path: '/operator/v1/review/product/{id}',
      summary: 'Get a product with the details needed for a decision.',
      params: idParams,
      result: reviewedProducts,
    },
    { right: 'review.read', scope: { record: 'scan', in: 'params', field: 'id' } },
  ),
  listReviewedProductTimeline: defineTimelineCall(
    {
      id: 'listReviewedProductTimeline',
      path: '/operator/v1/review/product/{id}/timeline',
    },
    { right: 'review.read', record: 'scan' },
  ),
  decideReviewedProducts: defineOperatorCall(
    {
      id: 'decideReviewedProducts',
      method: 'POST',
      path: '/operator/v1/review/decisions',
      summary:
        'Accept or reject products, or request new photos. Takes effect ten seconds after the last decision in a project, unless undone. Returns a result for each.',
      body: v.object({
        decisions: v.pipe(
          v.array(
            v.object({
              scan: uuid,
              kind: decisionKind,
              /** Code of the country's reason; not for `accept`. */
              code: v.optional(v.pipe(rejectionCode, v.maxLength(40))),
              note: v.optional(typedMultilineText(MAX_NOTE)),
              seen_version: version,
            }),
          ),
          v.minLength(1),
          v.maxLength(100),
        ),
        why,
      }),
      result: decisionResults,
    },
    { right: 'review.decide', scope: 'list', isAction: true },
  ),
  acceptRestOfProject: defineOperatorCall(
    {
      id: 'acceptRestOfProject',
      method: 'POST',
      path: '/operator/v1/review/project/{id}/rest',
      summary:
        'Accept the undecided products of a project that have no signals and aren’t another reviewer’s.',
      params: idParams,
      body: v.object({ seen_version: version, why }),
      result: v.object({
        ...decisionResults.entries,
        /** Number of undecided products that weren’t accepted. */
        left: wholeNumber,
      }),
    },
    {
      right: 'review.decide',
      scope: { record: 'project', in: 'params', field: 'id' },
      isAction: true,
    },
  ),
  listHeldDecisions: defineOperatorCall(
    {
      id: 'listHeldDecisions',
      method: 'GET',
      path: '/operator/v1/review/decisions',
      summary: 'List your own decisions that can still be undone, oldest first.',
      result: v.object({
        data: v.array(v.object({ decision: uuid, scan: uuid, kind: decisionKind })),
      }),
    },
    { right: 'review.decide', scope: 'list' },
  ),
  undoDecisions: defineOperatorCall(
    {
      id: 'undoDecisions',
      method: 'POST',
      path: '/operator/v1/review/undo',
      summary: 'Undo your own decisions that haven’t taken effect. Returns the undone ones.',
      body: v.object({ decisions: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(500)), why }),
      result: v.object({ undone: v.array(uuid) }),
    },
    { right: 'review.decide', scope: 'list', isAction: true },
  ),
};
