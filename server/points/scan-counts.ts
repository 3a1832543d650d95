import { type Kysely } from 'kysely';
import { startOfYear } from '#schemas/calendar-day.ts';
import { windowCategories } from '#schemas/product-type.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';

/**
 * Counts a company's scans since the start of the year in the region's time zone: all scans that aren't rejected, those
 * in closed projects, and valid windows. A club card requires some valid windows (spec 2 §5).
 * @param now milliseconds since 1970
 */
export async function countScansThisYear(
  db: Kysely<Database>,
  { companyId, region }: { readonly companyId: string; readonly region: RegionCode },
  now: number,
) {
  return db
    .selectFrom('scans')
    .innerJoin('projects', 'projects.uuid', 'scans.projects_id')
    .leftJoin('product_types', 'product_types.type', 'scans.type')
    .select((eb) => [
      eb.fn.countAll<number>().as('current_year'),
      eb.fn
        .countAll<number>()
        .filterWhere('projects.status', '=', projectStatus.closed)
        .as('completed'),
      eb.fn
        .countAll<number>()
        .filterWhere('scans.flag', '=', 'valid')
        .filterWhere('product_types.tier_category', 'in', windowCategories)
        .as('windows'),
    ])
    .where('scans.company_id', '=', companyId)
    .where('scans.deleted', '=', false)
    .where('scans.flag', '<>', 'rejected')
    .where('scans.created_at', '>=', new Date(startOfYear(region, now)))
    .executeTakeFirstOrThrow();
}
