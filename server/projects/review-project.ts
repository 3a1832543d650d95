import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Project } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { regions } from '#schemas/regions.ts';
import { moveProjectLeads } from '../leads/move-leads.ts';
import { notify } from '../notifications/notify.ts';
import { getRegionRules } from '../configuration/region-rules.ts';
import { lockCompany, nextRevs } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { addProjectPoints, MAX_CLOSING_ENTRIES, updateProjectSums } from './project-points.ts';
import { projectEarnings } from './close-project.ts';
import { findProjectIncludingDeleted, projectFromRow } from './project-row.ts';

/**
 * Closes a project in review on an operator's decision: accepts its products except the rejected
 * ones and adds its points. No effect on a closed project.
 * @param rejected scans that don't count; their serial numbers become free again
 * Throws `project_not_found`, `project_not_open` if it was never submitted, `not_found` if a
 * rejected scan isn't in this project.
 */
export async function decideReview(
  projectUuid: string,
  rejected: readonly string[],
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Project> {
  return transact(db, async (trx) => {
    const { id: companyId, regions_id } = await loadCompany(trx, projectUuid);
    await lockCompany(trx, companyId);
    const project = await findProjectIncludingDeleted(trx, companyId, projectUuid);
    if (project.status === projectStatus.closed) return projectFromRow(project);
    if (project.status !== projectStatus.inReview) throw new ApiFailure('project_not_open');

    const now = clock.now();
    const opId = randomUUID();
    await flagScans(trx, companyId, projectUuid, rejected, new Date(now));
    const firstRev = await nextRevs(trx, companyId, 1 + MAX_CLOSING_ENTRIES);
    const changedProjects = [{ uuid: project.uuid, rev: firstRev, hasNewScan: false }];
    await updateProjectSums(trx, changedProjects, new Date(now).toISOString());
    const closed = await trx
      .updateTable('projects')
      .set((eb) => ({
        op_id: opId,
        status: projectStatus.closed,
        project_closed: new Date(now),
        available_points: eb.ref('calculated_available_points'),
        max_points: eb.ref('calculated_max_points'),
      }))
      .where('uuid', '=', projectUuid)
      .returningAll()
      .executeTakeFirstOrThrow();
    const hasAnswered = Array.isArray(closed.survey_response) && closed.survey_response.length > 0;
    const surveyPoints = hasAnswered ? await loadSurveyPoints(trx, regions_id) : 0;
    await addProjectPoints(trx, projectEarnings(closed, surveyPoints, now), firstRev + 1);
    await moveProjectLeads(trx, companyId, [projectUuid], 'closed', now);
    await notify(trx, companyId, {
      event: 'project_accepted',
      meta: { project_uuid: projectUuid },
      values: { subject: closed.street_name },
      now,
    });
    return projectFromRow(closed);
  });
}

async function loadCompany(trx: Transaction<Database>, projectUuid: string) {
  const row = await trx
    .selectFrom('projects')
    .innerJoin('companies', 'companies.id', 'projects.company_id')
    .select(['companies.id', 'companies.regions_id'])
    .where('projects.uuid', '=', projectUuid)
    .where('projects.deleted', '=', false)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('project_not_found');
  return row;
}

async function flagScans(
  trx: Transaction<Database>,
  companyId: string,
  projectUuid: string,
  rejected: readonly string[],
  now: Date,
): Promise<void> {
  const scans = await trx
    .selectFrom('scans')
    .select(['uuid', 'flag'])
    .where('projects_id', '=', projectUuid)
    .where('deleted', '=', false)
    .execute();
  const rejectedIds = new Set(rejected.map((uuid) => uuid.toLowerCase()));
  const scanIds = new Set(scans.map(({ uuid }) => uuid));
  // A mistyped id must not accept a product that should have been rejected.
  if ([...rejectedIds].some((uuid) => !scanIds.has(uuid)))
    throw new ApiFailure('not_found', { field: 'rejected' });
  const decided = scans
    // Keep earlier rejections: the serial number may already count for another scan.
    .map(({ uuid, flag }) => {
      const newFlag = rejectedIds.has(uuid) || flag === 'rejected' ? 'rejected' : 'valid';
      return { uuid, flag, newFlag };
    })
    .filter(({ flag, newFlag }) => flag !== newFlag);
  if (decided.length === 0) return;
  const firstRev = await nextRevs(trx, companyId, decided.length);
  const rows = decided.map(({ uuid, newFlag }, index) => ({
    uuid,
    flag: newFlag,
    rev: firstRev + index,
  }));
  await sql`
    update scans set flag = decided.flag, rev = decided.rev, updated_at = ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as decided(uuid uuid, flag text, rev bigint)
    where scans.uuid = decided.uuid`.execute(trx);
}

async function loadSurveyPoints(trx: Transaction<Database>, regionsId: number): Promise<number> {
  const region = regions.find(({ id }) => id === regionsId);
  if (!region) throw new Error(`Unknown region ${regionsId}.`);
  return (await getRegionRules(trx, region.code)).surveyPoints;
}
