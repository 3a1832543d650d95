import { type Transaction } from 'kysely';
import { MAX_FULL_NAMES } from '#schemas/operator/operator-list.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { lockOperatorForCounting, SPLIT_WINDOW_MS } from './approvals.ts';
import { type OperatorActor } from './operator-handler.ts';
import { DEFAULT_LIMIT, type ListQuery } from './operator-pages.ts';

/** A page of a list with names. Chats have a `uuid` instead of an `id`. */
interface NamedPage {
  readonly data: readonly {
    readonly id?: string;
    readonly uuid?: string;
    readonly region: OperatorActor['regions'][number];
  }[];
  readonly meta: object;
}

/**
 * Reads a page of a list with names. Pages after the first, and pages longer than the default, are counted. Once an
 * operator has read the full names of 500 records within a day, the names in further records are shortened. An export
 * reads the same pages, so it's limited too.
 */
export async function limitFullNames(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  operator: OperatorActor,
  query: ListQuery,
  read: (actor: OperatorActor) => Promise<unknown>,
): Promise<unknown> {
  const result = await read(operator);
  const personal = regionsWithRight(operator.grants, 'personal.read');
  const isFirst = (query.cursor ?? '') === '' && (query.limit ?? 0) <= DEFAULT_LIMIT;
  if (isFirst || personal.length === 0 || operator.strength === 'weak') return result;
  // Safe: a list that declares names has these fields.
  const { data } = result as NamedPage;
  const ids = data
    .filter(({ region }) => personal.includes(region))
    .flatMap(({ id, uuid }) => id ?? uuid ?? []);
  const isWithin = await transact(db, (trx) => countReads(trx, operator, ids, clock.now()));
  if (isWithin) return result;
  const page = (await read(withoutNames(operator))) as NamedPage;
  return { ...page, meta: { ...page.meta, names_shortened: true } };
}

/** The operator without the roles that read personal data. The countries and queries of the call stay. */
const withoutNames = (operator: OperatorActor): OperatorActor => ({
  ...operator,
  grants: operator.grants.filter(
    (grant) => regionsWithRight([grant], 'personal.read').length === 0,
  ),
});

/**
 * Counts the records whose full names the operator reads. A record that is read again within a day isn't counted again.
 * @returns false, without counting, if the records would exceed the limit
 */
async function countReads(
  trx: Transaction<Database>,
  { operatorId: operator_id }: Pick<OperatorActor, 'operatorId'>,
  ids: readonly string[],
  now: number,
): Promise<boolean> {
  if (ids.length === 0) return true;
  await lockOperatorForCounting(trx, operator_id);
  await trx
    .deleteFrom('full_name_reads')
    .where('operator_id', '=', operator_id)
    .where('read_at', '<=', new Date(now - SPLIT_WINDOW_MS))
    .execute();
  const ofOperator = trx.selectFrom('full_name_reads').where('operator_id', '=', operator_id);
  const known = await ofOperator
    .select('record_id')
    .where('record_id', '=', anyUuid(ids))
    .execute();
  const knownIds = new Set(known.map(({ record_id }) => record_id));
  const newIds = ids.filter((id) => !knownIds.has(id));
  if (newIds.length === 0) return true;
  const { count } = await ofOperator
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) + newIds.length > MAX_FULL_NAMES) return false;
  const read_at = new Date(now);
  await trx
    .insertInto('full_name_reads')
    .values(newIds.map((record_id) => ({ operator_id, record_id, read_at })))
    .execute();
  return true;
}
