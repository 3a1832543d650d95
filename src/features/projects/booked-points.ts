/** What a closing brings, line by line: as the ledger has it, and as it may be before that. Pure. */
import type { LedgerDocument, PointEvent } from '#schemas/ledger.ts';
import type { ProjectDocument } from '#schemas/project.ts';

/** What points are for. */
export type PointsFor = Extract<
  PointEvent,
  'project_closed' | 'project_survey_completed' | 'welcome_points'
>;

export interface PointsLine {
  readonly what: PointsFor;
  readonly points: number;
}

const order: readonly PointsFor[] = [
  'project_closed',
  'project_survey_completed',
  'welcome_points',
];

/** The sum of lines. */
export function sumOf(lines: readonly PointsLine[]): number {
  return lines.reduce((sum, { points }) => sum + points, 0);
}

/**
 * What the ledger has booked for a closed project.
 * @param entries the ledger's entries that name it
 * @returns null while they are on their way. A project without products that count brings nothing, not even
 *   for its survey (decisions, "Points").
 */
export function bookedLines(
  project: Pick<ProjectDocument, 'available_points'>,
  entries: readonly Pick<LedgerDocument, 'event' | 'points'>[],
): PointsLine[] | null {
  if (project.available_points === 0) return [];
  const lines = order.flatMap((what) =>
    entries.filter(({ event }) => event === what).map(({ points }) => ({ what, points })),
  );
  return lines.some(({ what }) => what === 'project_closed') ? lines : null;
}

/** What else is known before the ledger has anything. */
export interface Promised {
  /** Points for an answered closing survey; 0 where there are none, or where it is not known. */
  readonly surveyPoints: number;
  /** The welcome points that wait for the company's first closed project. */
  readonly reserved: number;
}

/** What a project in review will bring at the most: nothing beside its products if none of them counts. */
export function expectedLines(
  project: Pick<ProjectDocument, 'max_points' | 'survey' | 'sent_closing'>,
  { surveyPoints, reserved }: Promised,
): PointsLine[] {
  if (project.max_points === 0) return [];
  const answers = project.sent_closing?.response ?? project.survey;
  const lines: PointsLine[] = [
    { what: 'project_closed', points: project.max_points },
    { what: 'project_survey_completed', points: answers.length > 0 ? surveyPoints : 0 },
    { what: 'welcome_points', points: reserved },
  ];
  return lines.filter(({ points }) => points > 0);
}
