import { sql } from 'kysely';
import { timingSafeEqual } from 'node:crypto';
import { type calls } from '#schemas/api/calls.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler } from '../http/handler.ts';
import { deviceKindOf } from '#schemas/device-kind.ts';
import { limits, take } from './rate-limits.ts';
import { openSession } from './sessions.ts';
import { hashCode, keyedHash } from './tokens.ts';

/** How often a code may be tried: five digits are weak, so few [ASVS 6.5.4, 6.6.3]. */
export const MAX_TRIES = 5;

/** Signs in with a one-time code. Wrong, used, expired, tried too often: all the same answer. */
export const verifyLogin: Handler<typeof calls.verifyLogin> = async (
  { body, address, userAgent },
  services,
) => {
  await take(services, limits.verifyFrom, address);
  const now = services.clock.now();
  // Counting the try and looking at the code are one statement: parallel guesses can't get a sixth.
  const challenge = await services.db
    .updateTable('challenges')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', body.challenge_id)
    .where('claimed_id', '=', body.userId)
    .where('used_at', 'is', null)
    .where('tries', '<', MAX_TRIES)
    .where('expires_at', '>', new Date(now))
    .returning(['id', 'code_hash', 'installer_id'])
    .executeTakeFirst();
  const expected = challenge?.code_hash ?? '';
  const given = hashCode(services.pepper, body.challenge_id, body.code);
  const installerId = sameText(expected, given) ? (challenge?.installer_id ?? null) : null;
  if (installerId === null) throw new ApiFailure('invalid_code', { field: 'body.code' });
  return transact(services.db, async (trx) => {
    const used = await trx
      .updateTable('challenges')
      .set({ used_at: new Date(now) })
      .where('id', '=', body.challenge_id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    const person = await trx
      .selectFrom('installers')
      .select(['id', 'company_id'])
      .where('id', '=', installerId)
      .where('active', '=', true)
      .executeTakeFirst();
    if (used === undefined || person === undefined) {
      throw new ApiFailure('invalid_code', { field: 'body.code' });
    }
    return openSession(trx, now, {
      installerId: person.id,
      companyId: person.company_id,
      addressHash: keyedHash(services.pepper, 'address', address),
      device: deviceKindOf(userAgent),
    });
  });
};

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
