import { type Transaction } from 'kysely';
import { MINUTE_MS } from '#schemas/durations.ts';
import { OPERATOR_CODE_LENGTH } from '#schemas/operator/session-calls.ts';
import {
  hashCode,
  isSameHash,
  keyedHash,
  newCode,
  OPERATOR_CODE_MINUTES,
  OPERATOR_INVITATION_DAYS,
} from '../access/tokens.ts';
import { type Database } from '../db/tables.ts';
import { enqueueCode } from '../messages/queue/enqueue.ts';
import { type Services } from '../services.ts';

const lifetimeMs = {
  sign_in: OPERATOR_CODE_MINUTES * MINUTE_MS,
  invitation: OPERATOR_INVITATION_DAYS * 24 * 60 * MINUTE_MS,
};
/** Number of wrong attempts after which a code stops working. */
const MAX_TRIES = 5;

type CodeKind = keyof typeof lifetimeMs;

/**
 * Replaces the code of an address and sends it.
 * @param recipient null discards the message, so that an unknown address takes the same time
 */
export async function sendCode(
  trx: Transaction<Database>,
  services: Pick<Services, 'pepper' | 'clock' | 'environment'>,
  code: {
    readonly kind: CodeKind;
    readonly email: string;
    readonly recipient: { readonly language: 'en' | 'pl' } | null;
  },
): Promise<void> {
  const { kind, email, recipient } = code;
  const digits = newCode(OPERATOR_CODE_LENGTH);
  const emailHash = hashEmail(services.pepper, email);
  const values = {
    code_hash: hashOperatorCode(services.pepper, { emailHash, kind }, digits),
    tries: 0,
    expires_at: new Date(services.clock.now() + lifetimeMs[kind]),
  };
  await trx
    .insertInto('operator_codes')
    .values({ email_hash: emailHash, kind, ...values })
    .onConflict((conflict) => conflict.columns(['email_hash', 'kind']).doUpdateSet(values))
    .execute();
  const message = {
    channel: 'email',
    to: recipient === null ? null : email,
    language: recipient?.language ?? 'en',
    code: digits,
  } as const;
  const link = services.environment.console?.url ?? '';
  await enqueueCode(
    trx,
    services,
    kind === 'sign_in'
      ? { ...message, purpose: 'operator_sign_in' }
      : { ...message, purpose: 'operator_invitation', link },
  );
}

/**
 * Checks a code and consumes it. Each attempt is counted before the comparison, so that parallel attempts can't exceed
 * the limit. The caller must commit the transaction even if the code was wrong.
 */
export async function consumeCode(
  trx: Transaction<Database>,
  { pepper, clock }: Pick<Services, 'pepper' | 'clock'>,
  { email, code }: { readonly email: string; readonly code: string },
): Promise<boolean> {
  const emailHash = hashEmail(pepper, email);
  const codes = await trx
    .updateTable('operator_codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('email_hash', '=', emailHash)
    .where('expires_at', '>', new Date(clock.now()))
    .where('tries', '<', MAX_TRIES)
    .returning(['kind', 'code_hash'])
    .execute();
  const isCorrect = codes.some(({ kind, code_hash }) =>
    isSameHash(code_hash, hashOperatorCode(pepper, { emailHash, kind }, code)),
  );
  if (isCorrect) {
    await trx.deleteFrom('operator_codes').where('email_hash', '=', emailHash).execute();
  }
  return isCorrect;
}

function hashEmail(pepper: string, email: string): string {
  return keyedHash(pepper, 'operator', email);
}

function hashOperatorCode(
  pepper: string,
  { emailHash, kind }: { readonly emailHash: string; readonly kind: CodeKind },
  code: string,
): string {
  return hashCode(pepper, `operator:${kind}:${emailHash}`, code);
}
