import { sql } from 'kysely';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { IMPERSONATION_LIFETIME_MS } from './sessions.ts';

/**
 * Refuses actions that an operator must not take on a person's behalf while viewing the app as them.
 * Throws `forbidden`.
 */
export async function forbidImpersonation(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
): Promise<void> {
  const emulated = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', actor.sessionId)
    .where(
      sql<boolean>`expires_at - created_at <= ${IMPERSONATION_LIFETIME_MS} * interval '1 millisecond'`,
    )
    .executeTakeFirst();
  if (emulated !== undefined) throw new ApiFailure('forbidden');
}
