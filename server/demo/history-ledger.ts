import { DAY_MS } from '#schemas/durations.ts';
import { type PointEvent } from '#schemas/ledger.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type RegionSettings } from '../configuration/write-settings.ts';
import { type LedgerTable } from '../points/ledger-row.ts';
import { type ProjectsTable } from '../projects/project-row.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { COMPANY_AGE_DAYS, type WithoutRev } from './history-rows.ts';
import { demoUuid } from './seeded-random.ts';

interface Earning {
  readonly name: string;
  readonly event: PointEvent;
  readonly points: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly projectUuid?: string;
}

/** Builds a company's earnings from closed projects, and a few gifts. */
export function buildDemoLedger(
  company: DemoCompanyKey,
  projects: readonly WithoutRev<ProjectsTable>[],
  settings: RegionSettings,
  now: number,
): WithoutRev<LedgerTable>[] {
  const joinedAt = now - COMPANY_AGE_DAYS * DAY_MS;
  const earnings: Earning[] = [
    buildBonus('welcome_points', settings.welcome_points, joinedAt),
    buildBonus('filling_out_profile', 100, joinedAt + DAY_MS),
    buildBonus('trainings', 150, now - 130 * DAY_MS),
    ...projects.flatMap((project) => buildProjectEarnings(project, settings)),
  ];
  return earnings
    .filter(({ points }) => points > 0)
    .map(({ name, event, points, time, projectUuid }) => ({
      uuid: demoUuid(`ledger:${company}:${name}`),
      company_id: demoCompanies[company].id,
      op_id: demoUuid(`ledger-edit:${company}:${name}`),
      created_at: new Date(time),
      updated_at: new Date(time),
      event,
      points,
      variation: 'positive',
      project_uuid: projectUuid ?? null,
    }));
}

function buildBonus(event: PointEvent, points: number, time: number): Earning {
  return { name: event, event, points, time };
}

function buildProjectEarnings(
  project: WithoutRev<ProjectsTable>,
  settings: RegionSettings,
): Earning[] {
  const { uuid, status, available_points = 0 } = project;
  if (status !== projectStatus.closed || available_points === 0) return [];
  const time = Number(project.updated_at);
  const earning = (event: PointEvent, points: number): Earning => {
    return { ...buildBonus(event, points, time), name: `${event}:${uuid}`, projectUuid: uuid };
  };
  return [
    earning('project_closed', available_points),
    earning('project_survey_completed', settings.survey_points),
  ];
}
