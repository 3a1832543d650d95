import { DAY_MS } from '#schemas/durations.ts';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { projectSearchText } from '#schemas/text-search.ts';
import { isProjectOpen, projectStatus } from '#schemas/project-status.ts';
import { type SurveyResponse } from '#schemas/survey.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type ProjectsTable } from '../projects/project-row.ts';
import { type ScansTable } from '../scans/scan-tables.ts';
import { demoAddresses } from './addresses.ts';
import { demoCompanies } from './companies.ts';
import { type WithoutRev } from './history-rows.ts';
import { type DemoScanInput } from './history-scans.ts';
import { demoUuid } from './seeded-random.ts';

/** Days between a project's start and its closing survey. */
const DAYS_TO_CLOSE = 10;
const answers: SurveyResponse = [
  { question_id: 500, answer_id: 501, value: null },
  { question_id: 520, answer_id: 521, value: null },
];

interface ProjectInput extends Omit<DemoScanInput, 'projectUuid'> {
  readonly index: number;
  readonly uuid: string;
}

/** Builds a project with the sums of its scans. */
export function buildDemoProject(
  { company, index, uuid, plan, startedAt, settings }: ProjectInput,
  scans: readonly WithoutRev<ScansTable>[],
): WithoutRev<ProjectsTable> {
  const addresses = demoAddresses[company];
  const demoAddress = addresses[index % addresses.length];
  if (!demoAddress) throw new Error(`The company ${company} has no addresses.`);
  const address = {
    name: demoAddress.name,
    street_name: demoAddress.street,
    postal_code: demoAddress.postalCode,
    city: demoAddress.city,
  };
  const { status } = plan;
  const { region } = demoCompanies[company];
  const installationDate =
    plan.daysToInstallation === undefined
      ? null
      : addDays(dayIn(region, startedAt + plan.age * DAY_MS), plan.daysToInstallation);
  const lifetime = settings.configuration.project_life_days * DAY_MS;
  const isSubmitted = status === projectStatus.closed || status === projectStatus.inReview;
  const availablePoints = sumPoints(scans.filter(({ flag }) => flag === 'valid'));
  const maximum = sumPoints(scans.filter(({ flag }) => flag !== 'rejected'));
  const submittedAt = startedAt + DAYS_TO_CLOSE * DAY_MS;
  const hasSurvey = isSubmitted && settings.closing_survey.length > 0;
  return {
    uuid,
    company_id: demoCompanies[company].id,
    op_id: demoUuid(`project-edit:${uuid}`),
    created_at: new Date(startedAt),
    updated_at: new Date(getLastChange()),
    ...address,
    search_text: projectSearchText(address),
    status,
    products_count: scans.length,
    calculated_available_points: availablePoints,
    calculated_max_points: maximum,
    available_points: isSubmitted ? availablePoints : 0,
    max_points: isSubmitted ? maximum : 0,
    submitted_at: isSubmitted ? new Date(submittedAt) : null,
    project_closed: status === projectStatus.closed ? new Date(submittedAt) : null,
    expires_at: isProjectOpen(status) ? new Date(startedAt + lifetime) : null,
    warranty_certificate_uuid: null,
    installation_date: installationDate,
    survey: toJsonb(settings.closing_survey),
    survey_response: isSubmitted ? toJsonb(hasSurvey ? answers : []) : null,
    closing_op_id: isSubmitted ? demoUuid(`project-edit:${uuid}`) : null,
  };

  function getLastChange(): number {
    if (isSubmitted) return submittedAt;
    if (status === projectStatus.lost) return startedAt + lifetime;
    return Number(scans.at(-1)?.updated_at ?? startedAt);
  }
}

function sumPoints(scans: readonly WithoutRev<ScansTable>[]): number {
  return scans.reduce((sum, { points }) => sum + points, 0);
}
