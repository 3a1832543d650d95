import { randomUUID } from 'node:crypto';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { isOpenAt } from './project-state.ts';
import { findProjectIncludingDeleted } from './project-row.ts';

/**
 * Deletes an open project without products that was no lead; deleting it again changes nothing.
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
  });
}
