import { type Insertable } from 'kysely';
import { type DemoCompanyKey } from './companies.ts';
import { demoUuid } from './seeded-random.ts';

/** A row without its rev. */
export type WithoutRev<Row> = Omit<Insertable<Row>, 'rev'>;

/** Age of the companies in days when the demo is loaded. */
export const COMPANY_AGE_DAYS = 800;

/** Id of the photo shown by the company's products in review. */
export function demoPhotoId(company: DemoCompanyKey): string {
  return demoUuid(`photo:${company}`);
}
