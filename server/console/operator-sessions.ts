import { randomUUID } from 'node:crypto';
import { type Kysely, type QueryCreator, sql, type Transaction } from 'kysely';
import { MINUTE_MS } from '#schemas/durations.ts';
import { RECENT_MINUTES } from '#schemas/operator/operator-call.ts';
import { type OperatorGrant, operatorRoleNames } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { hashToken, newToken } from '../access/tokens.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';

/** An unused session ends after this time. */
export const IDLE_MS = 30 * MINUTE_MS;
/** Every session ends after this time. */
const LIFETIME_MS = 12 * 60 * MINUTE_MS;
/** The time of last use is updated at most once within this time. */
const USE_INTERVAL_MS = 10_000;

/** An open session, with its operator and their current grants. */
export interface OpenSession {
  readonly id: string;
  readonly operatorId: string;
  readonly name: string;
  readonly email: string;
  readonly strength: 'weak' | 'passkey';
  readonly passkeyUsedAt: number | null;
  readonly idleExpiresAt: number;
  readonly expiresAt: number;
  readonly grants: readonly OperatorGrant[];
}

/**
 * Creates a session.
 * @returns the session's id and absolute end, and its token, of which only a hash is stored
 */
export async function createOperatorSession(
  trx: Transaction<Database>,
  now: number,
  session: { readonly operatorId: string; readonly strength: 'weak' | 'passkey' },
): Promise<{ readonly id: string; readonly token: string; readonly expiresAt: number }> {
  const [id, token] = [randomUUID(), newToken()];
  const expiresAt = now + LIFETIME_MS;
  await trx
    .insertInto('operator_sessions')
    .values({
      id,
      operator_id: session.operatorId,
      token_hash: hashToken(token),
      strength: session.strength,
      passkey_used_at: session.strength === 'passkey' ? new Date(now) : null,
      created_at: new Date(now),
      used_at: new Date(now),
      expires_at: new Date(expiresAt),
      ended_at: null,
    })
    .execute();
  await trx
    .updateTable('operators')
    .set({ signed_in_at: new Date(now) })
    .where('id', '=', session.operatorId)
    .where('signed_in_at', 'is', null)
    .execute();
  return { id, token, expiresAt };
}

/**
 * Records the use of a passkey in a session. A weak session becomes a strong one and gets a new token.
 * @returns the new token, or null if the session keeps its token
 */
export async function strengthenSession(
  trx: Transaction<Database>,
  now: number,
  { id, strength }: Pick<OpenSession, 'id' | 'strength'>,
): Promise<string | null> {
  const token = strength === 'weak' ? newToken() : null;
  await trx
    .updateTable('operator_sessions')
    .set({
      strength: 'passkey',
      passkey_used_at: new Date(now),
      ...(token !== null && { token_hash: hashToken(token) }),
    })
    .where('id', '=', id)
    .execute();
  return token;
}

/**
 * Finds the open session of a token. Reads the rights each time, so that changed grants apply immediately.
 * @param isUserRequest true if the user triggered the request; only then is the session extended
 */
export async function findOpenSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  isUserRequest: boolean,
): Promise<OpenSession | null> {
  const now = clock.now();
  const row = await db
    .selectFrom('operator_sessions as session')
    .innerJoin('operators as operator', 'operator.id', 'session.operator_id')
    .select(['session.id', 'session.operator_id', 'session.strength', 'session.passkey_used_at'])
    .select(['session.used_at', 'session.expires_at', 'operator.name', 'operator.email'])
    .where('session.token_hash', '=', hashToken(token))
    .where(isOpen(now))
    .executeTakeFirst();
  if (row === undefined) return null;
  const isExtended = isUserRequest && now - row.used_at.getTime() >= USE_INTERVAL_MS;
  if (isExtended) {
    await db
      .updateTable('operator_sessions')
      .set({ used_at: new Date(now) })
      .where('id', '=', row.id)
      .execute();
  }
  return {
    id: row.id,
    operatorId: row.operator_id,
    name: row.name,
    email: row.email,
    strength: row.strength,
    passkeyUsedAt: row.passkey_used_at?.getTime() ?? null,
    idleExpiresAt: (isExtended ? now : row.used_at.getTime()) + IDLE_MS,
    expiresAt: row.expires_at.getTime(),
    grants: await readGrants(db, row.operator_id),
  };
}

/** True for rows of `session` and `operator` that are an open session. */
const isOpen = (
  now: number,
) => sql<boolean>`session.ended_at is null and session.expires_at > ${new Date(now)}
  and session.used_at > ${new Date(now - IDLE_MS)} and operator.active`;

/** Returns the grants of roles that this version supports; other roles allow nothing. */
export const knownGrants = (grants: readonly OperatorGrant[]): readonly OperatorGrant[] =>
  grants.filter(({ role }) => operatorRoleNames.includes(role));

/** Reads the strength and current grants of the sessions that are still open, by id. */
export async function readOpenSessions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<OpenSession, 'strength' | 'grants'>>> {
  const rows = await db
    .selectFrom('operator_sessions as session')
    .innerJoin('operators as operator', 'operator.id', 'session.operator_id')
    .select(['session.id', 'session.operator_id', 'session.strength'])
    .where('session.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(isOpen(clock.now()))
    .execute();
  const grants = await readAllGrants(db, [...new Set(rows.map((row) => row.operator_id))]);
  return new Map(
    rows.map(({ id, operator_id, strength }) => [
      id,
      { strength, grants: knownGrants(grants.get(operator_id) ?? []) },
    ]),
  );
}

/** Reads an operator's grants, one for each role. */
export async function readGrants(
  db: Kysely<Database>,
  operatorId: string,
): Promise<readonly OperatorGrant[]> {
  return (await readAllGrants(db, [operatorId])).get(operatorId) ?? [];
}

/** Reads the grants of several operators. */
export async function readAllGrants(
  db: Pick<QueryCreator<Pick<Database, 'operator_grants'>>, 'selectFrom'>,
  operatorIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OperatorGrant[]>> {
  if (operatorIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('operator_grants')
    .select(['operator_id', 'role', 'region_id'])
    .where('operator_id', 'in', operatorIds)
    .orderBy('role')
    .orderBy('region_id')
    .execute();
  const rowsByOperator = Map.groupBy(rows, ({ operator_id }) => operator_id);
  return new Map([...rowsByOperator].map(([id, operatorGrants]) => [id, toGrants(operatorGrants)]));
}

function toGrants(
  rows: readonly { readonly role: OperatorGrant['role']; readonly region_id: RegionId }[],
): OperatorGrant[] {
  const rowsByRole = Map.groupBy(rows, ({ role }) => role);
  return [...rowsByRole].map(([role, roleGrants]) => ({
    role,
    regions: roleGrants.map(({ region_id }) => region_id),
  }));
}

/** Returns the time until which the passkey counts as recently used; null if the session has never used one. */
export function recentUntil({ passkeyUsedAt }: Pick<OpenSession, 'passkeyUsedAt'>): number | null {
  return passkeyUsedAt === null ? null : passkeyUsedAt + RECENT_MINUTES * MINUTE_MS;
}

/**
 * Ends all of an operator's sessions, or one of them. When the last session ends, the operator's claims on records end
 * too.
 */
export async function endOperatorSessions(
  db: Kysely<Database>,
  now: number,
  { operatorId, sessionId }: { readonly operatorId: string; readonly sessionId?: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('operator_sessions')
    .set({ ended_at: new Date(now) })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId ?? ''))
    .executeTakeFirst();
  await db
    .deleteFrom('record_claims')
    .where('operator_id', '=', operatorId)
    .where(
      sql<boolean>`not exists (
        select from operator_sessions as session
        join operators as operator on operator.id = session.operator_id
        where session.operator_id = ${operatorId} and ${isOpen(now)})`,
    )
    .execute();
  return Number(numUpdatedRows);
}
