import { type Kysely } from 'kysely';
import { beginOfYear } from '#schemas/calendar-day.ts';
import { windowCategories } from '#schemas/product-type.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';

/**
 * Counts the products that a company has scanned this year, by the region's clock: all but the rejected ones, those
 * of them in closed projects, and the valid windows, which a club card takes (spec 2 §5).
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
    .where('scans.created_at', '>=', new Date(beginOfYear(region, now)))
    .executeTakeFirstOrThrow();
}
