import type { Project } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { findProject } from './project-row.ts';
import { isOpenAt, projectFromRow } from './project-state.ts';

/**
 * Begins the work on a scheduled project; on one that is in progress it changes nothing.
 * Throws `project_not_found`, `project_not_open`.
 */
export function startProject(
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
    const begun = await trx
      .updateTable('projects')
      .set({
        status: projectStatus.inProgress,
        rev: await nextRev(trx, companyId),
        updated_at: new Date(now),
      })
      .where('uuid', '=', project.uuid)
      .returningAll()
      .executeTakeFirstOrThrow();
    return projectFromRow(begun);
  });
}
