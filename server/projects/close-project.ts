import { type Transaction } from 'kysely';
import type { Project } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { validateResponse, type SurveyQuestion, type SurveyResponse } from '#schemas/survey.ts';
import { toJsonb } from '../db/jsonb.ts';
import { moveProjectLeads } from '../leads/move-leads.ts';
import { getRegionRules } from '../configuration/region-rules.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { reviewProductsOfHeldLots } from '../scans/held-lots.ts';
import { type Services } from '../services.ts';
import { addProjectPoints } from './project-points.ts';
import { findProject } from './find-project.ts';
import { type ProjectRow, isOpenAt, projectFromRow } from './project-row.ts';

/** A submitted closing survey; `opId` is the edit's id. */
interface SurveySubmission {
  readonly projectUuid: string;
  readonly opId: string;
  readonly response: SurveyResponse;
}

/**
 * Closes a project with its closing survey. This fixes the project's points. They are added to the ledger, unless a
 * product needs review first. Idempotent by `opId` (F01).
 * Throws `project_not_found`, `project_not_open`, `survey_incomplete`.
 */
export async function closeProject(
  submission: SurveySubmission,
  actor: Actor,
  { db, clock }: Services,
): Promise<Project> {
  const { surveyPoints } = await getRegionRules(db, actor.region);
  return transact(db, async (trx) => {
    await lockCompany(trx, actor.companyId);
    const project = await findProject(trx, actor.companyId, submission.projectUuid);
    if (project.closing_op_id === submission.opId) return projectFromRow(project);
    if (!isOpenAt(project, clock.now())) throw new ApiFailure('project_not_open');
    checkResponse(project, submission.response);

    const now = clock.now();
    await reviewProductsOfHeldLots(trx, actor.companyId, project.uuid, now);
    const rev = await nextRev(trx, actor.companyId);
    const needsReview = await hasProductInReview(trx, project.uuid);
    const closedProject = await trx
      .updateTable('projects')
      .set((eb) => ({
        rev,
        op_id: submission.opId,
        closing_op_id: submission.opId,
        closed_by: actor.userId,
        updated_at: new Date(now),
        submitted_at: new Date(now),
        status: needsReview ? projectStatus.inReview : projectStatus.closed,
        project_closed: needsReview ? null : new Date(now),
        expires_at: null,
        survey_response: toJsonb(submission.response),
        available_points: eb.ref('calculated_available_points'),
        max_points: eb.ref('calculated_max_points'),
      }))
      .where('uuid', '=', project.uuid)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!needsReview) {
      const earnedSurveyPoints = submission.response.length > 0 ? surveyPoints : 0;
      await addProjectPoints(trx, getProjectEarnings(closedProject, earnedSurveyPoints, now));
      await moveProjectLeads(trx, actor.companyId, [closedProject.uuid], 'closed', now);
    }
    return projectFromRow(closedProject);
  });
}

/** Returns the earnings of a project that has just been closed. */
export function getProjectEarnings(project: ProjectRow, surveyPoints: number, now: number) {
  return {
    companyId: project.company_id,
    projectUuid: project.uuid,
    points: project.available_points,
    surveyPoints,
    opId: project.op_id,
    closedBy: project.closed_by,
    now,
  };
}

function checkResponse(project: ProjectRow, response: SurveyResponse): void {
  const problem = validateResponse(project.survey as SurveyQuestion[], response);
  if (problem === null) return;
  throw new ApiFailure('survey_incomplete', {
    field: `body.data.response.${problem.question_id}.${problem.problem}`,
  });
}

async function hasProductInReview(trx: Transaction<Database>, uuid: string): Promise<boolean> {
  const row = await trx
    .selectFrom('scans')
    .select('uuid')
    .where('projects_id', '=', uuid)
    .where('deleted', '=', false)
    .where('flag', '=', 'in_review')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
