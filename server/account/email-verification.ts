import { sql } from 'kysely';
import { timingSafeEqual } from 'node:crypto';
import { type EmailVerification } from '#schemas/api/account-calls.ts';
import { type calls } from '#schemas/api/calls.ts';
import { ownsTheirEmail } from '#schemas/person-rules.ts';
import { dispatchCode } from '../access/dispatch-code.ts';
import { limits, take } from '../access/rate-limits.ts';
import { readPerson } from '../access/self.ts';
import { CODE_LIFETIME_MINUTES, hashCode, newCode } from '../access/tokens.ts';
import { MAX_TRIES } from '../access/verify-login.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handler } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { recordChange } from './record-change.ts';

/** Where the verification of the person's address stands. */
export const emailVerification: Handler<typeof calls.emailVerification> = async (
  { actor },
  services,
) => stateOf(actor, services);

/** Sends a code; the earlier one is void. Who is verified already is told so, and nothing is sent. */
export const requestEmailVerification: Handler<typeof calls.requestEmailVerification> = async (
  { actor },
  services,
) => {
  const { email, verified_email_at: verifiedAt } = await addressOf(actor, services);
  if (verifiedAt !== null) return stateOf(actor, services);
  await take(services, limits.emailCodes, actor.userId);
  const code = newCode();
  const now = services.clock.now();
  const sent = {
    email,
    code_hash: hashCode(services.pepper, purposeOf(actor, email), code),
    tries: 0,
    sent_at: new Date(now),
    expires_at: new Date(now + CODE_LIFETIME_MINUTES * 60_000),
  };
  await services.db
    .insertInto('email_verifications')
    .values({ installer_id: actor.userId, ...sent })
    .onConflict((conflict) => conflict.column('installer_id').doUpdateSet(sent))
    .execute();
  dispatchCode(services, {
    channel: 'email',
    to: email,
    language: actor.language,
    code,
    purpose: 'verify_email',
  });
  return stateOf(actor, services);
};

/** Takes the code. Wrong, expired, tried too often, of another address: all the same answer. */
export const verifyEmail: Handler<typeof calls.verifyEmail> = async ({ body, actor }, services) => {
  const { db, clock, pepper } = services;
  const { email } = await addressOf(actor, services);
  const now = clock.now();
  // Counting the try and looking at the code are one statement: parallel guesses can't get a sixth.
  const tried = await db
    .updateTable('email_verifications')
    .set({ tries: sql<number>`tries + 1` })
    .where('installer_id', '=', actor.userId)
    .where('email', '=', email)
    .where('tries', '<', MAX_TRIES)
    .where('expires_at', '>', new Date(now))
    .returning('code_hash')
    .executeTakeFirst();
  const given = Buffer.from(hashCode(pepper, purposeOf(actor, email), body.code));
  const expected = Buffer.from(tried?.code_hash ?? '');
  const isRight = expected.length === given.length && timingSafeEqual(expected, given);
  if (!isRight) throw new ApiFailure('invalid_code', { field: 'body.code' });
  return transact(db, async (trx) => {
    const verified = await trx
      .updateTable('installers')
      .set({ verified_email_at: new Date(now) })
      .where('id', '=', actor.userId)
      // Changed in the meantime: then the code proves another address.
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst();
    if (verified === undefined) throw new ApiFailure('invalid_code', { field: 'body.code' });
    await trx.deleteFrom('email_verifications').where('installer_id', '=', actor.userId).execute();
    await recordChange(trx, actor, now, { subject: 'user', fields: ['verified_email_at'] });
    return readPerson(trx, actor.userId);
  });
};

/** Binds a code to the person and the address it was sent to; a sign-in's code is no proof here. */
function purposeOf(actor: Actor, email: string): string {
  return `verify-email:${actor.userId}:${email}`;
}

/** Throws `forbidden` outside the e-mail-role subset, `email_needed` where there is no address. */
async function addressOf(actor: Actor, { db }: Services) {
  if (!ownsTheirEmail(actor.role)) throw new ApiFailure('forbidden');
  const { email, verified_email_at } = await db
    .selectFrom('installers')
    .select(['email', 'verified_email_at'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (email === null) throw new ApiFailure('email_needed');
  return { email, verified_email_at };
}

async function stateOf(actor: Actor, services: Services): Promise<EmailVerification> {
  const { email, verified_email_at: verifiedAt } = await addressOf(actor, services);
  const sent = await services.db
    .selectFrom('email_verifications')
    .select(['sent_at', 'expires_at'])
    .where('installer_id', '=', actor.userId)
    .where('email', '=', email)
    .where('expires_at', '>', new Date(services.clock.now()))
    .executeTakeFirst();
  return {
    email,
    verified_email_at: verifiedAt?.toISOString() ?? null,
    sent_at: sent?.sent_at.toISOString() ?? null,
    expires_at: sent?.expires_at.toISOString() ?? null,
  };
}
