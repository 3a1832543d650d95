import * as v from 'valibot';
import { newestFirst, uuid, wholeNumber } from './primitives.ts';
import { replicatedEntries } from './replicated.ts';

/** Why points were booked (the point reason labels of spec 1 §3, and projects themselves). */
export const pointEvents = [
  'project_closed',
  'survey',
  'welcome_points',
  'filling_out_profile',
  'project_survey_completed',
  'order_reservation',
  'order_reject',
  'order_complete',
  'other',
  'installers_promotion_1',
  'installers_promotion_2',
  'installers_promotion_3',
  'installers_promotion_4',
  'trainings',
  'prioritisation_of_response_time',
  'satisfaction_score',
  'online_training_participation',
  'points_expired',
] as const;
export const pointEvent = v.picklist(pointEvents);
export type PointEvent = v.InferOutput<typeof pointEvent>;

export const variation = v.picklist(['positive', 'negative', 'reserved', 'expired']);
export type Variation = v.InferOutput<typeof variation>;

/** One entry of a company's points ledger. Entries are only ever added. */
export const ledgerEntry = v.object({
  ...replicatedEntries,
  event: pointEvent,
  /** Always the amount; `variation` says which way it counts. */
  points: wholeNumber,
  variation,
  /** The project that was closed, where there is one. */
  project_uuid: v.nullable(uuid),
  /** The order that it is of, where there is one. */
  order_uuid: v.nullable(uuid),
});
export type LedgerEntry = v.InferOutput<typeof ledgerEntry>;

export const ledgerDocument = v.object({
  ...v.omit(ledgerEntry, ['deleted']).entries,
  newest_first: newestFirst,
});
export type LedgerDocument = v.InferOutput<typeof ledgerDocument>;

/** What an entry adds to the balance: reserved, negative and expired ones take away. */
export function signedPoints(entry: { points: number; variation: Variation }): number {
  return entry.variation === 'positive' ? entry.points : -entry.points;
}

/** The balance is the sum of the ledger (decisions, "Points"). */
export function ledgerBalance(entries: Iterable<{ points: number; variation: Variation }>): number {
  let sum = 0;
  for (const entry of entries) sum += signedPoints(entry);
  return sum;
}

/** `GET /v1/company/points/{id}` (spec 1 §3; spec 2 §3, "Company"). */
export const pointsSummary = v.object({
  company_points: v.pipe(v.number(), v.integer()),
  projects: v.object({ in_prog: wholeNumber }),
  points: v.object({
    to_expire: wholeNumber,
    /** Not in the balance yet: they wait until the company is verified. A copy that a device kept may lack it. */
    reserved: v.optional(wholeNumber),
  }),
  scans: v.object({
    current_year: wholeNumber,
    /** Those of them whose project is closed (spec 2 §3); a copy that a device kept may lack it. */
    completed: v.optional(wholeNumber),
    /** The year's valid windows, which a club card takes (spec 2 §5); a copy that a device kept may lack it. */
    windows: v.optional(wholeNumber),
  }),
});
export type PointsSummary = v.InferOutput<typeof pointsSummary>;
