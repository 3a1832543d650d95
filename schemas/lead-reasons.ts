import * as v from 'valibot';

/** Reasons for rejecting a lead; the screen translates the codes. */
export const leadReasonCodes = [
  'customer_not_reached',
  'customer_changed_mind',
  'chose_another_company',
  'price_too_high',
  'not_our_kind_of_work',
  'too_far_away',
  'no_free_time',
  'duplicate',
  'other',
] as const;
const leadReason = v.picklist(leadReasonCodes);
export type LeadReason = v.InferOutput<typeof leadReason>;

/** Maximum number of answers to a lead's multi-choice question (spec 1 §9). */
export const LEAD_MULTI_LIMIT = 6;

export const leadReasons = v.pipe(v.array(leadReason), v.maxLength(LEAD_MULTI_LIMIT));
