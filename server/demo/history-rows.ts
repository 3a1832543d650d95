import { type Insertable } from 'kysely';
import { type DemoCompanyKey } from './companies.ts';
import { demoUuid } from './seeded-random.ts';

/** A row before its place in the order of changes is known. */
export type WithoutRev<Row> = Omit<Insertable<Row>, 'rev'>;

/** How long before the demo was loaded its companies joined, in days. */
export const COMPANY_AGE_DAYS = 800;
export const DAY = 86_400_000;

/** The photo that the products in review of a company show. */
export function demoPhotoId(company: DemoCompanyKey): string {
  return demoUuid(`photo:${company}`);
}
