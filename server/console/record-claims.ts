import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { CLAIM_MS, RECORD_CLAIMED, type RecordClaim } from '#schemas/operator/queue-claims.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { loadOperatorNames } from './operator-names.ts';

/**
 * Two operators who work on the same queue get different records: each operator claims the next records for ten
 * minutes. Opening a record outside the queue doesn't claim it.
 */

/** Maximum number of attempts when other operators claim the records first. */
const MAX_TRIES = 5;

/** An operator working on one kind of record. */
interface Claimer {
  /** Kind of the records, such as `scan`. */
  readonly kind: string;
  readonly operatorId: string;
}

/**
 * Claims the next records of a queue.
 * @param find finds the next records in order, excluding those claimed by others (`isUnclaimed`)
 * @param releasedIds ids of the operator's records to release
 * @returns the ids of the claimed records in order; empty if nothing is left
 */
export function claimNext(
  db: Kysely<Database>,
  claimer: Claimer,
  find: (trx: Transaction<Database>) => Promise<readonly string[]>,
  { releasedIds = [], now }: { readonly releasedIds?: readonly string[]; readonly now: number },
): Promise<readonly string[]> {
  return transact(db, async (trx) => {
    if (releasedIds.length > 0) {
      await trx
        .deleteFrom('record_claims')
        .where('record_kind', '=', claimer.kind)
        .where('operator_id', '=', claimer.operatorId)
        .where('record_id', '=', anyUuid(releasedIds))
        .execute();
    }
    for (let attempt = 1; ; attempt += 1) {
      const nextIds = await find(trx);
      const claimedIds = await claimRecords(trx, claimer, nextIds, now);
      if (claimedIds.size > 0 || nextIds.length === 0 || attempt === MAX_TRIES)
        return nextIds.filter((id) => claimedIds.has(id));
    }
  });
}

/**
 * Claims the records that no other operator has claimed.
 * @returns the ids of the claimed records
 */
export async function claimRecords(
  trx: Transaction<Database>,
  { kind, operatorId }: Claimer,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const until = new Date(now + CLAIM_MS);
  const rows = await trx
    .insertInto('record_claims')
    // Always in the same order, to avoid deadlocks.
    .values(
      [...ids]
        .sort()
        .map((record_id) => ({ record_kind: kind, record_id, operator_id: operatorId, until })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['record_kind', 'record_id'])
        .doUpdateSet((eb) => ({
          operator_id: eb.ref('excluded.operator_id'),
          until: eb.ref('excluded.until'),
        }))
        .where(({ eb, or }) =>
          or([
            eb('record_claims.until', '<=', new Date(now)),
            eb('record_claims.operator_id', '=', operatorId),
          ]),
        ),
    )
    .returning('record_id')
    .execute();
  return new Set(rows.map(({ record_id }) => record_id));
}

/**
 * True for records that no other operator has claimed.
 * @param id the column with the record's id
 */
export function isUnclaimed(
  id: RawBuilder<unknown>,
  { kind, operatorId }: Claimer,
  now: number,
): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from record_claims
    where record_claims.record_kind = ${kind} and record_claims.record_id = ${id}
      and record_claims.until > ${new Date(now)} and record_claims.operator_id <> ${operatorId})`;
}

/**
 * Loads the claims of other operators.
 * @returns the claims by the record's id
 */
export async function loadClaims(
  db: Kysely<Database>,
  { kind, operatorId }: Claimer,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, RecordClaim>> {
  const claims = await db
    .selectFrom('record_claims')
    .select(['record_id', 'operator_id', 'until'])
    .where('record_kind', '=', kind)
    .where('record_id', '=', anyUuid(ids))
    .where('until', '>', new Date(now))
    .where('operator_id', '<>', operatorId)
    .execute();
  const getName = await loadOperatorNames(db, claims);
  return new Map(
    claims.map(({ record_id, operator_id, until }) => [
      record_id,
      { by: getName(operator_id), until: until.toISOString() },
    ]),
  );
}

/** Finds another operator's claim on a record; null if there is none. */
export async function findClaim(
  db: Kysely<Database>,
  claimer: Claimer,
  id: string,
  now: number,
): Promise<RecordClaim | null> {
  return (await loadClaims(db, claimer, [id], now)).get(id) ?? null;
}

/** Throws `conflict` with its reason if another operator has claimed the record. */
export async function requireUnclaimed(
  db: Kysely<Database>,
  claimer: Claimer,
  id: string,
  now: number,
): Promise<void> {
  if ((await findClaim(db, claimer, id, now)) !== null)
    throw new ApiFailure('conflict', { details: { reason: RECORD_CLAIMED } });
}

/** Ends the claims on records that are done. */
export async function endClaims(
  trx: Transaction<Database>,
  kind: string,
  ids: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('record_claims')
    .where('record_kind', '=', kind)
    .where('record_id', '=', anyUuid(ids))
    .execute();
}
