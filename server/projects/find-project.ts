import { type Kysely } from 'kysely';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type ProjectRow } from './project-row.ts';

/**
 * Finds a project of the company, even a deleted one.
 * Throws `project_not_found` if it doesn't exist or belongs to another company (security 10).
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

/** Finds a project that isn't deleted. Throws `project_not_found` if there is none. */
export async function findProject(
  db: Kysely<Database>,
  companyId: string,
  uuid: string,
): Promise<ProjectRow> {
  const row = await findProjectIncludingDeleted(db, companyId, uuid);
  if (row.deleted) throw new ApiFailure('project_not_found');
  return row;
}
