import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { ApiFailure } from '../http/failure.ts';
import { toJsonb } from './jsonb.ts';
import { type Database } from './tables.ts';

export interface IdempotentRequest {
  /** The installer's id; keys are per person. */
  readonly owner: string;
  /** The `idempotency-key` header; null runs the work without a key. */
  readonly key: string | null;
  /** Name stored with the key. Don't change it when the call is renamed, or retries of older apps fail. */
  readonly call: string;
  readonly body: unknown;
  readonly now: number;
}

/**
 * Runs the work only once for each key. The key is stored in the same transaction as the work, so a concurrent
 * duplicate waits until the first request commits and then gets that request's result. If the work fails, the key can
 * be used again. Throws `key_reused` if the key was used with another call or body.
 * @returns the work's result, as stored in JSON
 */
export async function runOnce<Result>(
  trx: Transaction<Database>,
  request: IdempotentRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const { owner, key, call } = request;
  if (key === null) return work();
  const bodyHash = hashBody(request);
  const insertedKey = await trx
    .insertInto('idempotency_keys')
    .values({
      owner,
      key,
      call,
      body_hash: bodyHash,
      answer: null,
      created_at: new Date(request.now),
    })
    .onConflict((conflict) => conflict.columns(['owner', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (insertedKey === undefined) return getStoredResult<Result>(trx, request, bodyHash);
  const response = await work();
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: toJsonb(response) })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute();
  return response;
}

/**
 * Finds the result of an earlier request with the same key. Throws `key_reused` if that request was a different
 * one.
 * @returns null if there is none
 */
export async function findAnswer(
  db: Kysely<Database>,
  request: IdempotentRequest,
): Promise<{ readonly value: unknown } | null> {
  const { owner, key, call } = request;
  if (key === null) return null;
  const storedAnswer = await db
    .selectFrom('idempotency_keys')
    .select(['call', 'body_hash', 'answer'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  if (storedAnswer === undefined) return null;
  if (storedAnswer.call !== call || storedAnswer.body_hash !== hashBody(request)) {
    throw new ApiFailure('key_reused');
  }
  return { value: storedAnswer.answer };
}

/**
 * Finds the result of a recent request with the same input, whatever its key.
 * @returns null if there is none
 */
export async function findAnswerByInput(
  db: Kysely<Database>,
  request: IdempotentRequest,
  windowMs: number,
): Promise<{ readonly value: unknown } | null> {
  const storedAnswer = await db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('owner', '=', request.owner)
    .where('call', '=', request.call)
    .where('body_hash', '=', hashBody(request))
    // In a transaction, the request itself is stored too, without a result.
    .where('answer', 'is not', null)
    .where('created_at', '>', new Date(request.now - windowMs))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return storedAnswer === undefined ? null : { value: storedAnswer.answer };
}

/** Makes concurrent requests with the same input wait for each other, until the transaction ends. */
export async function lockInput(
  trx: Transaction<Database>,
  request: IdempotentRequest,
): Promise<void> {
  const input = `input ${request.owner} ${request.call} ${hashBody(request)}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${input}, 0))`.execute(trx);
}

function hashBody({ body }: Pick<IdempotentRequest, 'body'>): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

async function getStoredResult<Result>(
  trx: Transaction<Database>,
  request: IdempotentRequest,
  bodyHash: string,
): Promise<Result> {
  const storedAnswer = await trx
    .selectFrom('idempotency_keys')
    .select(['call', 'body_hash', 'answer'])
    .where('owner', '=', request.owner)
    .where('key', '=', request.key)
    .executeTakeFirst();
  // The key was deleted between the two statements. This is rare, and the client's retry starts over.
  if (storedAnswer === undefined) throw new ApiFailure('in_progress', { retryAfter: 1 });
  if (storedAnswer.call !== request.call || storedAnswer.body_hash !== bodyHash) {
    throw new ApiFailure('key_reused');
  }
  // The same call stored this result, so it has the same type.
  return storedAnswer.answer as Result;
}

/** JSON with sorted keys, so that key order doesn't matter. */
function canonicalJson(body: unknown): string {
  return (
    JSON.stringify(body, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ) ?? ''
  );
}
