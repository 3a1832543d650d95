import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';

/**
 * An operator lets a company have leads, or no more of them; again it changes nothing. It is sent some once
 * its people say that they want them. Those that it has are there again should it be let have leads later.
 * Throws `not_found` where there is no such company.
 */
export async function setLeadsEnabled(
  companyId: string,
  accepts_leads: boolean,
  { db }: Pick<Services, 'db'>,
): Promise<void> {
  const changed = await db
    .updateTable('companies')
    .set({ accepts_leads })
    .where('id', '=', companyId)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new ApiFailure('not_found');
}
