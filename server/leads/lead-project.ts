import { type Transaction } from 'kysely';
import { projectSearchText } from '#schemas/text-search.ts';
import { startOfUtcDay } from '#schemas/calendar-day.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { type Lead } from '#schemas/lead.ts';
import { toProjectLead } from '#schemas/project-lead.ts';
import { isProjectOpen, projectStatus } from '#schemas/project-status.ts';
import { type RegionRules } from '../configuration/region-rules.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';

/** A lead and the project to create or update for it. */
interface LeadProject {
  readonly lead: Lead;
  readonly uuid: string;
  readonly rev: number;
  readonly now: number;
  readonly rules: RegionRules;
}

/**
 * Creates the project of an agreed lead, scheduled for its installation date.
 * Throws `conflict` if the id chosen by the device already exists.
 */
export async function createLeadProject(
  trx: Transaction<Database>,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  { lead, uuid, rev, now, rules }: LeadProject,
): Promise<void> {
  const { customer_info: customer } = lead;
  const address = {
    name: `${customer.FirstName} ${customer.LastName}`.trim().slice(0, 120),
    street_name: customer.StreetHouseNumber,
    postal_code: customer.PostalCode,
    city: customer.City,
  };
  const survey = [...rules.closingSurvey, ...rules.leadSurvey];
  const createdProject = await trx
    .insertInto('projects')
    .values({
      uuid,
      company_id: companyId,
      rev,
      op_id: lead.op_id,
      created_at: new Date(now),
      updated_at: new Date(now),
      ...address,
      search_text: projectSearchText(address),
      status: projectStatus.scheduled,
      project_closed: null,
      expires_at: getProjectExpiry(lead, rules, now),
      warranty_certificate_uuid: null,
      survey: toJsonb(survey),
      survey_response: null,
      closing_op_id: null,
      created_by: userId,
      lead: createSnapshot(lead),
    })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .returning('uuid')
    .executeTakeFirst();
  if (!createdProject) throw new ApiFailure('conflict', { field: 'body.project_id' });
}

/** Copies the lead's data to its project. A later installation date makes an open project expire later. */
export async function updateLeadProject(
  trx: Transaction<Database>,
  { lead, uuid, rev, now, rules }: LeadProject,
): Promise<void> {
  const project = await trx
    .selectFrom('projects')
    .select(['status', 'expires_at'])
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  const end = Math.max(
    getProjectExpiry(lead, rules, 0).getTime(),
    project.expires_at?.getTime() ?? Number.NEGATIVE_INFINITY,
  );
  await trx
    .updateTable('projects')
    .set({
      rev,
      updated_at: new Date(now),
      lead: createSnapshot(lead),
      ...(isProjectOpen(project.status) && { expires_at: new Date(end) }),
    })
    .where('uuid', '=', uuid)
    .execute();
}

/**
 * Returns when the project expires. Its lifetime starts on the installation date if that is later than `now`, and
 * otherwise at `now`.
 */
function getProjectExpiry(lead: Lead, { configuration }: RegionRules, now: number): Date {
  const date = lead.expected_installation_date;
  const start = Math.max(now, (date && startOfUtcDay(date)) || 0);
  return new Date(start + configuration.project_life_days * DAY_MS);
}

function createSnapshot(lead: Lead) {
  return toJsonb(toProjectLead(lead));
}
