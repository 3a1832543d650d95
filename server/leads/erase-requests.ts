import { sql } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { eraseDraftsOn } from '../console/draft-handlers.ts';
import { eraseCommentsOn } from '../console/record-comments.ts';
import { transact } from '../db/database.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';

/** Days after which a homeowner's data is erased if their request ended without a company. */
const ENDED_DAYS = 90;

/**
 * Erases homeowners' data 90 days after their request ended without a company, together with the operators' comments
 * and drafts on the request and its offers. A request with an agreed lead is kept, as its project is.
 * @returns the number of erased requests
 */
export async function eraseEndedRequests({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  return transact(db, async (trx) => {
    const erasedRequests = await trx
      .updateTable('lead_requests')
      .set((eb) => ({
        first_name: '',
        last_name: '',
        street: '',
        postal_code: '',
        phone: '',
        email: '',
        service: '',
        message: '',
        products: sql`'[]'::jsonb`,
        latitude: null,
        longitude: null,
        place_kind: null,
        // If an imported row had no reference, this is a hash of its whole content, including personal data.
        reference: sql<
          string | null
        >`case when reference like 'row:%' then null else reference end`,
        erased_at: new Date(now),
        updated_at: new Date(now),
        rev: eb('rev', '+', 1),
      }))
      .where('state', '=', 'ended')
      .where('erased_at', 'is', null)
      .where('ended_at', '<=', new Date(now - ENDED_DAYS * DAY_MS))
      .returning('uuid')
      .execute();
    const requests = erasedRequests.map(({ uuid }) => uuid);
    const offers = await trx
      .selectFrom('leads')
      .select('uuid')
      .where('request_id', '=', anyUuid(requests))
      .execute();
    const records = [...requests, ...offers.map(({ uuid }) => uuid)];
    await eraseCommentsOn(trx, records);
    await eraseDraftsOn(trx, records);
    return erasedRequests.length;
  });
}
