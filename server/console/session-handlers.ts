import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regions } from '#schemas/regions.ts';
import { enforceLimit, enforceOverallLimit, limits } from '../access/rate-limits.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { recordAction } from './audit.ts';
import { describeSession } from './describe-session.ts';
import { sendCode, consumeCode } from './operator-codes.ts';
import { type OperatorHandler, type OperatorHandlers } from './operator-handler.ts';
import { createOperatorSession, endOperatorSessions, readGrants } from './operator-sessions.ts';
import { passkeyHandlers } from './passkey-handlers.ts';

/** Sends a code. Neither the response nor its timing reveals if the address is known. */
const sendOperatorCode: OperatorHandler<typeof operatorCalls.sendOperatorCode> = async (
  { body: { email }, clientNetwork },
  services,
) => {
  await enforceLimit(services, limits.operatorCodesPerNetwork, clientNetwork);
  const withinLimit = await enforceLimit(services, limits.operatorCodesPerEmail, email);
  await enforceOverallLimit(services, limits.operatorCodesOverall, withinLimit);
  await transact(services.db, async (trx) => {
    const operator = await findActiveOperator(trx, email);
    const isFirst = await canBecomeFirstAdministrator(trx, services, email);
    const recipient = operator ?? (isFirst ? ({ language: 'en' } as const) : null);
    await sendCode(trx, services, { kind: 'sign_in', email, recipient });
  });
  services.messages.sendUrgent();
  return {};
};

/** Starts a weak session. Signing in with the first code creates the first administrator. */
const signInOperator: OperatorHandler<typeof operatorCalls.signInOperator> = async (
  { body, clientNetwork, setSession },
  services,
) => {
  await enforceLimit(services, limits.operatorSignInsPerNetwork, clientNetwork);
  const now = services.clock.now();
  // Commits even if the code is wrong, because the attempt counts.
  const signIn = await transact(services.db, async (trx) => {
    if (!(await consumeCode(trx, services, body))) return null;
    const operator =
      (await findActiveOperator(trx, body.email)) ??
      (await createFirstAdministrator(trx, services, body.email));
    if (operator === null) return null;
    const operatorId = operator.id;
    const session = await createOperatorSession(trx, now, { operatorId, strength: 'weak' });
    await recordAction(trx, now, {
      kind: 'sign_in',
      act: 'signInOperator',
      operatorId,
      sessionId: session.id,
      outcome: 'done',
    });
    const sessionDescription = await describeSession(trx, {
      operatorId,
      name: operator.name,
      email: body.email,
      strength: 'weak',
      passkeyUsedAt: null,
      expiresAt: session.expiresAt,
      grants: await readGrants(trx, operatorId),
    });
    return { token: session.token, description: sessionDescription };
  });
  if (signIn === null) {
    services.logger.warn('a wrong code was entered at the console');
    throw new ApiFailure('invalid_code', { field: 'body.code' });
  }
  setSession(signIn.token);
  return signIn.description;
};

async function findActiveOperator(trx: Transaction<Database>, email: string) {
  const operator = await trx
    .selectFrom('operators')
    .select(['id', 'name', 'language'])
    .where('email', '=', email)
    .where('active', '=', true)
    .executeTakeFirst();
  return operator ?? null;
}

async function canBecomeFirstAdministrator(
  trx: Transaction<Database>,
  { environment }: Pick<Services, 'environment'>,
  email: string,
): Promise<boolean> {
  const existingOperator = await trx
    .selectFrom('operators')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return existingOperator === undefined && environment.console?.firstAdmin === email;
}

/** Creates the administrator of all countries if there are no operators. */
async function createFirstAdministrator(
  trx: Transaction<Database>,
  services: Pick<Services, 'environment' | 'clock'>,
  email: string,
) {
  // Two concurrent sign-ins must not create two administrators.
  await sql`lock table operators in share row exclusive mode`.execute(trx);
  if (!(await canBecomeFirstAdministrator(trx, services, email))) return null;
  const operator = {
    id: randomUUID(),
    email,
    name: email.slice(0, email.indexOf('@')),
    language: 'en' as const,
  };
  await trx
    .insertInto('operators')
    .values({ ...operator, created_at: new Date(services.clock.now()), signed_in_at: null })
    .execute();
  await trx
    .insertInto('operator_grants')
    .values(
      regions.map(({ id }) => ({ operator_id: operator.id, role: 'administrator', region_id: id })),
    )
    .execute();
  return operator;
}

export const sessionHandlers = {
  readOperatorSession: ({ operator }, { db }) => describeSession(db, operator),
  sendOperatorCode,
  signInOperator,
  ...passkeyHandlers,
  signOutOperator: async ({ operator, setSession }, { db, clock }) => {
    await endOperatorSessions(db, clock.now(), operator);
    setSession(null);
    return {};
  },
} satisfies Partial<OperatorHandlers>;
