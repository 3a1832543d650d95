import { createHash } from 'node:crypto';
import { type Transaction } from 'kysely';
import { ApiFailure } from '../http/failure.ts';
import { toJsonb } from './jsonb.ts';
import { type Database } from './tables.ts';

export interface IdempotentRequest {
  /** Whose key it is: the installer's id. A key of another person is another key. */
  readonly owner: string;
  /** The `idempotency-key` header, or null: then the work is simply done. */
  readonly key: string | null;
  readonly call: string;
  readonly body: unknown;
  readonly now: number;
}

/**
 * Does the work once for a key, in the work's own transaction: whoever comes second waits for the
 * first's commit and gets its answer; when the work fails, the key is free again.
 * @returns the work's answer, as JSON keeps it
 * Throws `key_reused` when the key came with another call or body before.
 */
export async function runOnce<Answer>(
  trx: Transaction<Database>,
  request: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { owner, key, call } = request;
  if (key === null) return work();
  const bodyHash = createHash('sha256').update(canonical(request.body)).digest('hex');
  const inserted = await trx
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
  if (inserted === undefined) return earlierAnswer<Answer>(trx, request, bodyHash);
  const answer = await work();
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: toJsonb(answer) })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute();
  return answer;
}

async function earlierAnswer<Answer>(
  trx: Transaction<Database>,
  request: IdempotentRequest,
  bodyHash: string,
): Promise<Answer> {
  const earlier = await trx
    .selectFrom('idempotency_keys')
    .select(['call', 'body_hash', 'answer'])
    .where('owner', '=', request.owner)
    .where('key', '=', request.key)
    .executeTakeFirst();
  // Swept away between the two statements: rare, and the caller's next try starts afresh.
  if (earlier === undefined) throw new ApiFailure('in_progress', { retryAfter: 1 });
  if (earlier.call !== request.call || earlier.body_hash !== bodyHash) {
    throw new ApiFailure('key_reused');
  }
  // It was written by the same call, so it has the same shape.
  return earlier.answer as Answer;
}

/** JSON with sorted keys: the same body in another order of keys is the same body. */
function canonical(body: unknown): string {
  return (
    JSON.stringify(body, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ) ?? ''
  );
}
