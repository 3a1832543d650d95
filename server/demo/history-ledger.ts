import { type PointEvent, type Variation } from '#schemas/ledger.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type RegionSettings } from '../configuration/write-settings.ts';
import { type LedgerTable } from '../points/ledger-tables.ts';
import { type ProjectsTable } from '../projects/project-tables.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { COMPANY_AGE, DAY, type Unnumbered } from './history-base.ts';
import { demoUuid } from './seeded-random.ts';

interface Booking {
  readonly name: string;
  readonly event: PointEvent;
  readonly points: number;
  readonly variation: Variation;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly projectUuid?: string;
}

/** A company's ledger: what its closed projects brought, a few gifts, and an order. */
export function demoLedger(
  company: DemoCompanyKey,
  projects: readonly Unnumbered<ProjectsTable>[],
  settings: RegionSettings,
  now: number,
): Unnumbered<LedgerTable>[] {
  const joined = now - COMPANY_AGE * DAY;
  const earned: Booking[] = [
    gift('welcome_points', settings.welcome_points, joined),
    gift('filling_out_profile', 100, joined + DAY),
    gift('trainings', 150, now - 130 * DAY),
    ...projects.flatMap((project) => bookingsOf(project, settings)),
  ];
  // A year ago something was ordered for a part of what there was by then.
  const ordered = now - 365 * DAY;
  const had = earned
    .filter(({ time }) => time < ordered)
    .reduce((sum, { points }) => sum + points, 0);
  const spent: Booking = {
    name: 'order',
    event: 'order_complete',
    points: Math.floor(had * 0.4),
    variation: 'negative',
    time: ordered,
  };
  return [...earned, spent]
    .filter(({ points }) => points > 0)
    .map(({ name, event, points, variation, time, projectUuid }) => ({
      uuid: demoUuid(`ledger:${company}:${name}`),
      company_id: demoCompanies[company].id,
      op_id: demoUuid(`ledger-edit:${company}:${name}`),
      created_at: new Date(time),
      updated_at: new Date(time),
      event,
      points,
      variation,
      project_uuid: projectUuid ?? null,
    }));
}

function gift(event: PointEvent, points: number, time: number): Booking {
  return { name: event, event, points, variation: 'positive', time };
}

function bookingsOf(project: Unnumbered<ProjectsTable>, settings: RegionSettings): Booking[] {
  const { uuid, status, available_points = 0 } = project;
  if (status !== projectStatus.closed || available_points === 0) return [];
  const time = Number(project.updated_at);
  const booking = (event: PointEvent, points: number): Booking => {
    return { ...gift(event, points, time), name: `${event}:${uuid}`, projectUuid: uuid };
  };
  return [
    booking('project_closed', available_points),
    booking('project_survey_completed', settings.survey_points),
  ];
}
