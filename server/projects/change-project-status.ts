import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { type Project } from '#schemas/project.ts';
import { projectStatus, type ProjectStatusId } from '#schemas/project-status.ts';
import { deleteAttachmentsOfProject } from '../attachments/delete-attachments.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { closeProject } from './close-project.ts';
import { findProject, findProjectIncludingDeleted } from './find-project.ts';
import { isOpenAt, projectFromRow } from './project-row.ts';

/**
 * Marks an abandoned project as lost. Its scans may then be moved to other projects. This must be called in the
 * transaction that assigns the project's new `rev`.
 */
export async function markProjectLost(trx: Transaction<Database>, uuid: string): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ status: projectStatus.lost, expires_at: null, given_up: true })
    .where('uuid', '=', uuid)
    .execute();
}

/**
 * Changes a project's status if the rules allow it (spec 1 §7). The new status can be in progress, closed or lost. A
 * project can only be closed this way if its closing survey requires no answers. Idempotent.
 * Throws `project_not_found`, `project_not_open` and `survey_incomplete`. Throws `project_of_lead` if a project with a
 * lead would become lost: its lead must be ended instead, which requires a reason. Throws `move_not_allowed` for
 * statuses that only the server sets.
 */
export function changeProjectStatus(
  uuid: string,
  status: ProjectStatusId,
  actor: Actor,
  services: Services,
): Promise<Project> {
  if (status === projectStatus.inProgress) return startProject(uuid, actor.companyId, services);
  if (status === projectStatus.closed) return closeWithoutSurvey(uuid, actor, services);
  return abandonProject(uuid, status, actor, services);
}

async function closeWithoutSurvey(
  uuid: string,
  actor: Actor,
  services: Services,
): Promise<Project> {
  const project = await findProject(services.db, actor.companyId, uuid);
  if (project.status === projectStatus.closed) return projectFromRow(project);
  return closeProject({ projectUuid: uuid, opId: randomUUID(), response: [] }, actor, services);
}

function abandonProject(
  uuid: string,
  status: ProjectStatusId,
  { companyId }: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Project> {
  return transact(db, async (trx) => {
    await lockCompany(trx, companyId);
    const project = await findProject(trx, companyId, uuid);
    if (project.status === status) return projectFromRow(project);
    if (status !== projectStatus.lost) {
      throw new ApiFailure('move_not_allowed', { field: 'body.status' });
    }
    const now = clock.now();
    if (!isOpenAt(project, now)) throw new ApiFailure('project_not_open');
    if (project.lead !== null) throw new ApiFailure('project_of_lead');
    const revision = { rev: await nextRev(trx, companyId), updated_at: new Date(now) };
    await trx.updateTable('projects').set(revision).where('uuid', '=', project.uuid).execute();
    await markProjectLost(trx, project.uuid);
    return projectFromRow(await findProject(trx, companyId, uuid));
  });
}

/**
 * Starts a scheduled project. Idempotent.
 * Throws `project_not_found`, `project_not_open`.
 */
function startProject(
  uuid: string,
  companyId: string,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Project> {
  return transact(db, async (trx) => {
    await lockCompany(trx, companyId);
    const project = await findProject(trx, companyId, uuid);
    const now = clock.now();
    if (!isOpenAt(project, now)) throw new ApiFailure('project_not_open');
    if (project.status === projectStatus.inProgress) return projectFromRow(project);
    const startedProject = await trx
      .updateTable('projects')
      .set({
        status: projectStatus.inProgress,
        rev: await nextRev(trx, companyId),
        updated_at: new Date(now),
      })
      .where('uuid', '=', project.uuid)
      .returningAll()
      .executeTakeFirstOrThrow();
    return projectFromRow(startedProject);
  });
}

/**
 * Deletes an open project that has no products and no lead, with its attachments. Idempotent.
 * Throws `project_not_found`, `project_not_open`, `project_has_products`, `project_of_lead`.
 */
export async function deleteProject(
  uuid: string,
  companyId: string,
  { db, clock }: Services,
): Promise<void> {
  await transact(db, async (trx) => {
    await lockCompany(trx, companyId);
    const project = await findProjectIncludingDeleted(trx, companyId, uuid);
    if (project.deleted) return;
    if (!isOpenAt(project, clock.now())) throw new ApiFailure('project_not_open');
    if (project.lead !== null) throw new ApiFailure('project_of_lead');
    if (project.products_count > 0) throw new ApiFailure('project_has_products');
    await trx
      .updateTable('projects')
      .set({
        deleted: true,
        rev: await nextRev(trx, companyId),
        op_id: randomUUID(),
        updated_at: new Date(clock.now()),
      })
      .where('uuid', '=', project.uuid)
      .execute();
    await deleteAttachmentsOfProject(trx, project, clock.now());
  });
}
