/** Points the ledger has booked for a closed project. Pure. */
import type { ClosingPointEvent, ClosingPointEntry } from '#schemas/closing-points.ts';
import type { LedgerDocument } from '#schemas/ledger.ts';
import type { ProjectDocument } from '#schemas/project.ts';

const order: readonly ClosingPointEvent[] = [
  'project_closed',
  'project_survey_completed',
  'welcome_points',
];

/**
 * Lists the points booked for a closed project.
 * @param entries the ledger entries of this project
 * @returns null until they arrive; empty if no product counts, since then not even the survey
 *   brings points (decisions, "Points")
 */
export function bookedLines(
  project: Pick<ProjectDocument, 'available_points'>,
  entries: readonly Pick<LedgerDocument, 'event' | 'points'>[],
): ClosingPointEntry[] | null {
  if (project.available_points === 0) return [];
  const lines = order.flatMap((what) =>
    entries.filter(({ event }) => event === what).map(({ points }) => ({ what, points })),
  );
  return lines.some(({ what }) => what === 'project_closed') ? lines : null;
}
