import { sql } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type Services } from '../services.ts';

/** Days after which a homeowner's data is erased if their request ended without a company. */
const ENDED_DAYS = 90;

/**
 * Erases homeowners’ data 90 days after their request ended without a company, together with the operators' comments
 * and drafts on the request and its offers. A request with an agreed lead is kept, as its project is.
 * @returns the number of erased requests
 */
export async function eraseEndedRequests({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const erasedRequests = await db
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
      // A row without a reference uses a hash of its content.
      reference: sql<string | null>`case when reference like 'row:%' then null else reference end`,
      erased_at: new Date(now),
      updated_at: new Date(now),
      rev: eb('rev', '+', 1),
    }))
    .where('state', '=', 'ended')
    .where('erased_at', 'is', null)
    .where('ended_at', '<=', new Date(now - ENDED_DAYS * DAY_MS))
    .returning('uuid')
    .execute();
  return erasedRequests.length;
}
