import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { moment, text, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';

/**
 * A lot in which a company looked up consecutive numbers, most of them unavailable. The company's products from
 * the lot need review until the lot is released.
 */
const heldLot = v.object({
  id: uuid,
  region: regionId,
  lot: text(100),
  company: v.object({ id: uuid, name: text(200) }),
  held_at: moment,
  /** Count of numbers that the company looked up, and of those that were unregistered or already used. */
  asked: wholeNumber,
  unavailable: wholeNumber,
  /** Count of the company's saved products from the lot, and of those in review. */
  products: wholeNumber,
  in_review: wholeNumber,
  /** Number of companies in the operator's countries for which the lot is held. */
  companies: wholeNumber,
});
export type HeldLot = v.InferOutput<typeof heldLot>;

export const heldLotCalls = {
  listHeldLots: defineOperatorCall(
    {
      id: 'listHeldLots',
      method: 'GET',
      path: '/operator/v1/held-lots',
      summary: 'Lists held lots, oldest first.',
      query: v.object({
        ...operatorListEntries,
        /** Id of a single held lot. */
        held_lot: v.optional(uuid),
      }),
      result: operatorListResult(heldLot),
    },
    { right: 'review.read', scope: 'list' },
  ),
  releaseHeldLot: defineOperatorCall(
    {
      id: 'releaseHeldLot',
      method: 'POST',
      path: '/operator/v1/held-lots/{id}/release',
      summary:
        'Releases a lot, so that the company’s new products from it count immediately. Products already in review still need a decision.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({}),
    },
    {
      right: 'review.decide',
      scope: { record: 'held_lot', in: 'params', field: 'id' },
      isAction: true,
    },
  ),
} as const;
