import { type Kysely, type Transaction } from 'kysely';
import { brand } from '#brand';
import { MINUTE_MS } from '#schemas/durations.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { enforceLimit, limits } from '../access/rate-limits.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { recordAction } from './audit.ts';
import { requireStrength } from './authenticate-operator.ts';
import { describeSession } from './describe-session.ts';
import { type OperatorActor, type OperatorHandler } from './operator-handler.ts';
import { createOperatorSession, readGrants, strengthenSession } from './operator-sessions.ts';

const CHALLENGE_MS = 5 * MINUTE_MS;
/** Reason for `forbidden` if a passkey's signature, origin, challenge or counter is wrong. */
const PASSKEY_REJECTED = 'passkey_rejected';

/** Loaded on demand: it takes longer to load than the rest of the server, and is only needed with a console. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Origin and domain that passkeys are bound to. */
function relyingParty({ environment }: Pick<Services, 'environment'>) {
  const url = new URL(environment.console?.url ?? '');
  return { origin: url.origin, id: url.hostname };
}

const passkeyRejection = () =>
  new ApiFailure('forbidden', { details: { reason: PASSKEY_REJECTED } });

/** Runs the library's verification. The response is the same for every failure. */
async function verify<Result>(services: Services, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch {
    services.logger.warn('a passkey was rejected at the console');
    throw passkeyRejection();
  }
}

async function saveChallenge(
  { db, clock }: Services,
  challenge: string,
  purpose: 'register' | 'sign_in',
  sessionId: string | null,
): Promise<void> {
  const expires_at = new Date(clock.now() + CHALLENGE_MS);
  await db
    .insertInto('operator_challenges')
    .values({ challenge, purpose, session_id: sessionId, expires_at })
    .execute();
}

/**
 * Consumes a challenge.
 * @returns false if it wasn't issued to this session or has expired
 */
async function consumeChallenge(
  { db, clock }: Services,
  challenge: string,
  purpose: 'register' | 'sign_in',
  sessionId: string | null,
): Promise<boolean> {
  const challengeRow = await db
    .deleteFrom('operator_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('session_id', 'is not distinct from', sessionId)
    .where('expires_at', '>', new Date(clock.now()))
    .returning('challenge')
    .executeTakeFirst();
  return challengeRow !== undefined;
}

function listPasskeys(db: Kysely<Database>, operatorId: string) {
  return db
    .selectFrom('operator_passkeys')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .execute();
}

/**
 * If the operator already has a passkey, requires that it was used recently: otherwise a code from an email would be
 * enough to add another passkey.
 */
function requireRecentPasskeyUse(
  operator: OperatorActor,
  passkeys: readonly unknown[],
  now: number,
): void {
  if (passkeys.length > 0) requireStrength(operator, 'recent', now);
}

const startPasskeyRegistration: OperatorHandler<
  typeof operatorCalls.startPasskeyRegistration
> = async ({ operator }, services) => {
  const passkeys = await listPasskeys(services.db, operator.operatorId);
  requireRecentPasskeyUse(operator, passkeys, services.clock.now());
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: `${brand.name} console`,
    rpID: relyingParty(services).id,
    userID: new TextEncoder().encode(operator.operatorId),
    userName: operator.email,
    userDisplayName: operator.name,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await saveChallenge(services, options.challenge, 'register', operator.sessionId);
  return { options: { ...options } };
};

const registerPasskey: OperatorHandler<typeof operatorCalls.registerPasskey> = async (
  { operator, body, setSession },
  services,
) => {
  const { operatorId, sessionId } = operator;
  const { origin, id } = relyingParty(services);
  const { verifyRegistrationResponse } = await loadLibrary();
  const { registrationInfo } = await verify(services, () =>
    verifyRegistrationResponse({
      response: body.response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: (challenge) =>
        consumeChallenge(services, challenge, 'register', sessionId),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    }),
  );
  if (registrationInfo === undefined) throw passkeyRejection();
  const { credential } = registrationInfo;
  const now = services.clock.now();
  return transact(services.db, async (trx) => {
    // The lock makes the second of two concurrent registrations find the passkey of the first.
    await trx
      .selectFrom('operators')
      .select('id')
      .where('id', '=', operatorId)
      .forUpdate()
      .execute();
    requireRecentPasskeyUse(operator, await listPasskeys(trx, operatorId), now);
    const insertedPasskey = await trx
      .insertInto('operator_passkeys')
      .values({
        id: credential.id,
        operator_id: operatorId,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: body.response.response.transports ?? [],
        created_at: new Date(now),
        used_at: new Date(now),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (insertedPasskey === undefined) throw passkeyRejection();
    return strengthen(trx, { operator, now, act: 'registerPasskey', setSession });
  });
};

interface StrengthenInput {
  readonly operator: OperatorActor;
  readonly now: number;
  readonly act: string;
  readonly setSession: (token: string) => void;
}

async function strengthen(
  trx: Transaction<Database>,
  { operator, now, act, setSession }: StrengthenInput,
) {
  const { operatorId, sessionId } = operator;
  const { strength } = operator;
  const token = await strengthenSession(trx, now, { id: sessionId, strength });
  await recordAction(trx, now, { kind: 'sign_in', act, operatorId, sessionId, outcome: 'done' });
  if (token !== null) setSession(token);
  return describeSession(trx, { ...operator, strength: 'passkey', passkeyUsedAt: now });
}

const startPasskeySignIn: OperatorHandler<typeof operatorCalls.startPasskeySignIn> = async (
  { operator, clientNetwork },
  services,
) => {
  await enforceLimit(services, limits.operatorSignInsPerNetwork, clientNetwork);
  const ownPasskeys = operator === null ? [] : await listPasskeys(services.db, operator.operatorId);
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(services).id,
    // Without a session, the list is empty and the browser offers the passkeys that it has: a list would reveal which
    // passkeys an operator has.
    allowCredentials: ownPasskeys.map(({ id, transports }) => ({
      id,
      transports: transports as NonNullable<
        NonNullable<
          Parameters<typeof generateAuthenticationOptions>[0]['allowCredentials']
        >[number]['transports']
      >,
    })),
    userVerification: 'required',
  });
  await saveChallenge(services, options.challenge, 'sign_in', operator?.sessionId ?? null);
  return { options: { ...options } };
};

const signInWithPasskey: OperatorHandler<typeof operatorCalls.signInWithPasskey> = async (
  { operator, body: { response }, clientNetwork, setSession },
  services,
) => {
  await enforceLimit(services, limits.operatorSignInsPerNetwork, clientNetwork);
  const now = services.clock.now();
  const passkey = await findPasskey(services.db, response.id);
  const isOwn = operator === null || operator.operatorId === passkey?.operator_id;
  if (passkey === undefined || !isOwn || !wasCreatedFor(passkey.operator_id, response))
    throw passkeyRejection();
  const newCounter = await verifyUse(services, passkey, response, operator?.sessionId ?? null);
  return transact(services.db, async (trx) => {
    const usedPasskey = await trx
      .updateTable('operator_passkeys')
      .set({ counter: newCounter, used_at: new Date(now) })
      .where('id', '=', passkey.id)
      // The counter is checked again, because the passkey may have been used in the meantime.
      .where((eb) => eb.or([eb('counter', '<', newCounter), eb.val(newCounter === 0)]))
      .returning('id')
      .executeTakeFirst();
    if (usedPasskey === undefined) throw passkeyRejection();
    const act = 'signInWithPasskey';
    if (operator !== null) return strengthen(trx, { operator, now, act, setSession });
    const operatorId = passkey.operator_id;
    const session = await createOperatorSession(trx, now, { operatorId, strength: 'passkey' });
    const sessionId = session.id;
    await recordAction(trx, now, { kind: 'sign_in', act, operatorId, sessionId, outcome: 'done' });
    setSession(session.token);
    return describeSession(trx, {
      operatorId,
      name: passkey.name,
      email: passkey.email,
      strength: 'passkey',
      passkeyUsedAt: now,
      expiresAt: session.expiresAt,
      grants: await readGrants(trx, operatorId),
    });
  });
};

type Passkey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;
type AuthenticationResponse = Parameters<
  OperatorHandler<typeof operatorCalls.signInWithPasskey>
>[0]['body']['response'];

function findPasskey(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('operator_passkeys as passkey')
    .innerJoin('operators as operator', 'operator.id', 'passkey.operator_id')
    .select(['passkey.id', 'passkey.operator_id', 'passkey.public_key', 'passkey.counter'])
    .select(['operator.name', 'operator.email'])
    .where('passkey.id', '=', id)
    .where('operator.active', '=', true)
    .executeTakeFirst();
}

/** True if the passkey was created for this operator, according to the browser. */
function wasCreatedFor(operatorId: string, { response }: AuthenticationResponse): boolean {
  if (response.userHandle === undefined) return true;
  return Buffer.from(response.userHandle, 'base64url').toString() === operatorId;
}

/**
 * Verifies the signature, origin, challenge and counter.
 * @returns the new counter
 */
async function verifyUse(
  services: Services,
  passkey: Passkey,
  response: AuthenticationResponse,
  sessionId: string | null,
): Promise<number> {
  const { origin, id } = relyingParty(services);
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { verified, authenticationInfo } = await verify(services, () =>
    verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: (challenge) => consumeChallenge(services, challenge, 'sign_in', sessionId),
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }),
  );
  if (!verified) throw passkeyRejection();
  return authenticationInfo.newCounter;
}

export const passkeyHandlers = {
  startPasskeyRegistration,
  registerPasskey,
  startPasskeySignIn,
  signInWithPasskey,
};
