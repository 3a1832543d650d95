/**
 * What closing a project books: computed alike by the server that books it and by every screen that announces it
 * (decisions, "Points"). Pure.
 */
import type { PointEvent } from './ledger.ts';

/** What points of a closing are for. */
export type ClosingPointEvent = Extract<
  PointEvent,
  'project_closed' | 'project_survey_completed' | 'welcome_points'
>;

export interface ClosingPointEntry {
  readonly what: ClosingPointEvent;
  readonly points: number;
}

/** What a closing can bring beside the products. */
export interface ClosingExtras {
  /** Points for an answered closing survey; 0 where none is answered. */
  readonly surveyPoints: number;
  /** The welcome points that are reserved until the company's first closed project. */
  readonly reserved: number;
}

/** The points of a project's products. A rejected product counts nowhere. */
export interface ProductPoints {
  /** Of the valid ones. */
  readonly valid: number;
  /** Of the valid ones and those in review. */
  readonly most: number;
  /** Whether any of them is in review. */
  readonly isReviewed: boolean;
}

/** What a closing books at once, and what it can have booked in the end. */
export interface ClosingPoints {
  readonly now: readonly ClosingPointEntry[];
  /** After the review; the same as `now` where there is none. */
  readonly atMost: readonly ClosingPointEntry[];
}

/**
 * Lists what a closed project brings, entry by entry. Products without points bring nothing, not even for the
 * survey: empty projects could be closed again and again.
 * @param points of the products that count
 */
export function closingEntries(
  points: number,
  { surveyPoints, reserved }: ClosingExtras,
): ClosingPointEntry[] {
  if (points === 0) return [];
  const lines: ClosingPointEntry[] = [
    { what: 'project_closed', points },
    { what: 'project_survey_completed', points: surveyPoints },
    { what: 'welcome_points', points: reserved },
  ];
  return lines.filter((line) => line.points > 0);
}

/** Computes what closing a project with these products brings: nothing yet while one of them is in review. */
export function closingPoints(
  { valid, most, isReviewed }: ProductPoints,
  extras: ClosingExtras,
): ClosingPoints {
  return {
    now: isReviewed ? [] : closingEntries(valid, extras),
    atMost: closingEntries(isReviewed ? most : valid, extras),
  };
}

/** Adds up lines. */
export function sumPoints(lines: readonly ClosingPointEntry[]): number {
  return lines.reduce((sum, { points }) => sum + points, 0);
}
