/**
 * Points that are added when a project is closed, computed the same way by the server and by every screen that shows
 * them (docs/behaviour/projects.md). Pure.
 */
import type { PointEvent } from './ledger.ts';

/** Reasons for points that are added at closing. */
export type ClosingPointEvent = Extract<
  PointEvent,
  'project_closed' | 'project_survey_completed' | 'welcome_points'
>;

export interface ClosingPointEntry {
  readonly event: ClosingPointEvent;
  readonly points: number;
}

/** Points added at closing besides those of the products. */
export interface ClosingExtras {
  /** Points for an answered closing survey; 0 if there is none. */
  readonly surveyPoints: number;
  /** Welcome points, reserved until the company's first closed project. */
  readonly reserved: number;
}

/** Points of a project's products. Rejected products don't count. */
interface ProductPoints {
  /** Points of the valid products. */
  readonly valid: number;
  /** Points of the valid products and those in review. */
  readonly max: number;
  /** True if any product is in review. */
  readonly isInReview: boolean;
}

/** Points that closing adds now, and the maximum after a review. */
interface ClosingPoints {
  readonly now: readonly ClosingPointEntry[];
  /** After the review; equal to `now` if nothing is in review. */
  readonly atMost: readonly ClosingPointEntry[];
}

/**
 * Lists the ledger entries of a closed project. A project without points gets none, not even for the survey;
 * otherwise empty projects could be closed again and again.
 * @param points points of the products that count
 */
export function closingEntries(
  points: number,
  { surveyPoints, reserved }: ClosingExtras,
): ClosingPointEntry[] {
  if (points === 0) return [];
  const entries: ClosingPointEntry[] = [
    { event: 'project_closed', points },
    { event: 'project_survey_completed', points: surveyPoints },
    { event: 'welcome_points', points: reserved },
  ];
  return entries.filter((line) => line.points > 0);
}

/** Computes the points of closing a project; none are added while a product is in review. */
export function closingPoints(
  { valid, max, isInReview }: ProductPoints,
  extras: ClosingExtras,
): ClosingPoints {
  return {
    now: isInReview ? [] : closingEntries(valid, extras),
    atMost: closingEntries(isInReview ? max : valid, extras),
  };
}

export function sumPoints(entries: readonly ClosingPointEntry[]): number {
  return entries.reduce((sum, { points }) => sum + points, 0);
}
