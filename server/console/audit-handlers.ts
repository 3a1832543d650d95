import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely';
import * as v from 'valibot';
import { HOUR_MS } from '#schemas/durations.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regions } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { verifyChain } from './audit-chain.ts';
import {
  type OperatorHandler,
  type OperatorHandlers,
  type OperatorInput,
} from './operator-handler.ts';
import { countExactly, readCursor, readOperatorPage } from './operator-pages.ts';

/** Maximum number of changes listed for an action. */
const MAX_CHANGES = 50;

type ListInput = OperatorInput<typeof operatorCalls.listAudit>;

/**
 * Tolerance for finding ids by time. Ids are in order of time, except for entries stored within a few seconds of each
 * other.
 */
const ORDER_TOLERANCE_MS = HOUR_MS;

/** Limits the ids to those after a time, less the tolerance, so that a list in id order starts there. */
const afterStart = (from: string) => sql<boolean>`id > coalesce((
  select before.id from operator_audit as before
  where before.at < ${new Date(Date.parse(from) - ORDER_TOLERANCE_MS)} order by before.at desc limit 1), 0)`;

/** Limits the ids to those before a time, plus the tolerance. */
const beforeEnd = (until: string) => sql<boolean>`id < coalesce((
  select later.id from operator_audit as later
  where later.at > ${new Date(Date.parse(until) + ORDER_TOLERANCE_MS)} order by later.at limit 1), ${MAX_ID})`;
/** Uses an array: with a subquery, PostgreSQL would read the whole audit in the list's order to fill a page. */
const isAnyOf = (ids: Expression<{ id: number }> | Expression<{ audit_id: number }>) =>
  sql<boolean>`id = any(array(${ids}))`;
/** Larger than all ids. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

/**
 * Condition for the main entries that match the query and that the operator may see. An operator sees the entries of
 * their countries. If they have the audit right in all countries, they also see entries without a country. If they ask
 * for their own entries, they see all of these. The conditions are combined without `or`, so that an index returns the
 * rows in order.
 */
function visibleEntries({ query, operator }: ListInput) {
  return (eb: ExpressionBuilder<Database, 'operator_audit'>): Expression<SqlBool> => {
    const { record, person, operator: by, from, until, kind, entry, region } = query;
    const canSeeAll = operator.regions.length === regions.length || by === operator.operatorId;
    const conditions: Expression<SqlBool>[] = [eb('of_id', 'is', null)];
    if (!canSeeAll) conditions.push(eb('region_id', 'in', [...operator.regions]));
    if (entry !== undefined) conditions.push(eb('id', '=', entry));
    if (kind !== undefined) conditions.push(eb('kind', '=', kind));
    if (region !== undefined) conditions.push(eb('region_id', '=', region));
    if (by !== undefined) conditions.push(eb('operator_id', '=', by));
    if (from !== undefined) conditions.push(eb('at', '>=', new Date(from)), afterStart(from));
    if (until !== undefined) conditions.push(eb('at', '<', new Date(until)), beforeEnd(until));
    if (record !== undefined) {
      const idsOfRecord = eb
        .selectFrom('operator_audit as named')
        .select(({ fn }) => fn.coalesce('named.of_id', 'named.id').as('id'))
        .where('named.record_id', '=', record);
      conditions.push(isAnyOf(idsOfRecord));
    }
    if (person !== undefined) {
      const idsOfPerson = eb
        .selectFrom('audit_people')
        .select('audit_people.audit_id')
        .where('audit_people.person_id', '=', person);
      conditions.push(isAnyOf(idsOfPerson));
    }
    return eb.and(conditions);
  };
}

const listAudit: OperatorHandler<typeof operatorCalls.listAudit> = async (input, { db }) => {
  const visibleCondition = visibleEntries(input);
  const isOldestFirst = input.query.sort === 'at';
  const cursor = readCursor(input.query, v.tuple([v.pipe(v.number(), v.integer())]));
  // Selects only ids, because one index covers the page's conditions and order.
  const { rows: page, next } = await readOperatorPage(
    input.query,
    (limit) =>
      db
        .selectFrom('operator_audit')
        .select('id')
        .where(visibleCondition)
        .$if(cursor !== null, (query) =>
          query.where('id', isOldestFirst ? '>' : '<', cursor?.[0] ?? 0),
        )
        .orderBy('id', isOldestFirst ? 'asc' : 'desc')
        .limit(limit)
        .execute(),
    ({ id }) => [id],
  );
  const rows = await loadEntries(
    db,
    page.map(({ id }) => id),
  );
  const total = await countExactly(
    db,
    db.selectFrom('operator_audit').select('id').where(visibleCondition),
  );
  return { data: await describeEntries(db, rows, input.operator.regions), meta: { next, total } };
};

/** Loads entries in the order of the given ids. */
async function loadEntries(db: Services['db'], ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('operator_audit').selectAll().where('id', 'in', ids).execute();
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowsById.get(id) ?? []);
}

type AuditRow = Selectable<Database['operator_audit']>;

/** Adds names, reasons, changes and outcomes to the entries. Omits changes in other countries. */
async function describeEntries(
  db: Services['db'],
  rows: readonly AuditRow[],
  visibleRegions: readonly number[],
) {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const names = new Map(
    (await db.selectFrom('operators').select(['id', 'name']).execute()).map((row) => [row.id, row]),
  );
  const reasons = new Map(
    (
      await db.selectFrom('operator_reasons').selectAll().where('audit_id', 'in', ids).execute()
    ).map(({ audit_id, why }) => [audit_id, why]),
  );
  const parts = await db
    .selectFrom('operator_audit')
    .selectAll()
    .where('of_id', 'in', ids)
    .orderBy('id')
    .execute();
  const partsByEntry = Map.groupBy(parts, ({ of_id }) => of_id);
  return rows.map((row) => {
    const eventParts = partsByEntry.get(row.id) ?? [];
    const outcome = eventParts.find(({ kind }) => kind === 'outcome')?.outcome ?? row.outcome;
    const changes = eventParts.filter(
      ({ kind, region_id }) =>
        kind === 'change' && (region_id === null || visibleRegions.includes(region_id)),
    );
    return {
      id: row.id,
      at: row.at.toISOString(),
      // `of_id` is null, so it is a main entry, not a change or an outcome.
      kind: row.kind as 'act' | 'read' | 'sign_in',
      act: row.act,
      operator: row.operator_id === null ? null : (names.get(row.operator_id) ?? null),
      region: row.region_id,
      record_kind: row.record_kind,
      record_id: row.record_id,
      why: reasons.get(row.id) ?? null,
      outcome,
      changes: changes.slice(0, MAX_CHANGES).map((change) => ({
        record_kind: change.record_kind ?? '',
        record_id: change.record_id ?? '',
        region: change.region_id,
        before: change.before as Record<string, unknown> | null,
        after: change.after as Record<string, unknown> | null,
      })),
    };
  });
}

export const auditHandlers = {
  listAudit,
  listAuditOperators: async ({ operator: { queries } }) => ({
    data: await queries
      .selectFrom('operators')
      .select(['id', 'name'])
      .orderBy('name')
      .orderBy('id')
      .execute(),
  }),
  verifyAudit: (_input, services) => verifyChain(services),
} satisfies Partial<OperatorHandlers>;
