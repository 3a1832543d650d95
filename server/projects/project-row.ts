import { type Kysely, type Selectable } from 'kysely';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type ProjectsTable } from './project-tables.ts';

export type ProjectRow = Selectable<ProjectsTable>;

/**
 * A project of the company, also a deleted one.
 * Throws `project_not_found` for what is not there, and for what another company has (security 10).
 */
export async function findProjectIncludingDeleted(
  db: Kysely<Database>,
  companyId: string,
  uuid: string,
): Promise<ProjectRow> {
  const row = await db
    .selectFrom('projects')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('project_not_found');
  return row;
}

/** Like `findProjectIncludingDeleted`; a deleted one is not there. */
export async function findProject(
  db: Kysely<Database>,
  companyId: string,
  uuid: string,
): Promise<ProjectRow> {
  const row = await findProjectIncludingDeleted(db, companyId, uuid);
  if (row.deleted) throw new ApiFailure('project_not_found');
  return row;
}
