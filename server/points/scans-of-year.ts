import { type Kysely } from 'kysely';
import { projectStatus } from '#schemas/project-status.ts';
import { type Database } from '../db/tables.ts';
import { yearStart } from './points-due.ts';

/**
 * The year's products that count, and how many of them are in closed projects.
 * @param now milliseconds since 1970
 */
export async function scansOfYear(db: Kysely<Database>, companyId: string, now: number) {
  return db
    .selectFrom('scans')
    .innerJoin('projects', 'projects.uuid', 'scans.projects_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('current_year'),
      eb.fn
        .countAll<number>()
        .filterWhere('projects.status', '=', projectStatus.closed)
        .as('completed'),
    ])
    .where('scans.company_id', '=', companyId)
    .where('scans.deleted', '=', false)
    .where('scans.flag', '<>', 'rejected')
    .where('scans.created_at', '>=', yearStart(now))
    .executeTakeFirstOrThrow();
}
