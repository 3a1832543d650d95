import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { type ResultOf } from '#schemas/api/call.ts';
import { moment } from '#schemas/primitives.ts';
import { type TimelineCall, type TimelineEntry } from '#schemas/operator/record-calls.ts';
import { type Database } from '../db/tables.ts';
import { isActionOn } from '../operator/record-history.ts';
import { readCursor } from './operator-pages.ts';

/** Default number of entries of a page. */
const DEFAULT_LIMIT = 30;

interface TimelineRange {
  /** Only entries before this time. */
  readonly before: Date | null;
  readonly limit: number;
}

/** Reads up to `limit` entries of one kind, newest first. */
export type TimelineSource = (
  db: Kysely<Database>,
  range: TimelineRange,
) => Promise<readonly TimelineEntry[]>;

/** Fields of an entry that most sources leave empty. */
export const emptyEntry = {
  who: null,
  why: null,
  outcome: 'done',
  details: [],
  before: null,
  after: null,
} as const satisfies Partial<TimelineEntry>;

/**
 * Reads a page of a record's timeline: what operators did to it in the console or by command, and what the sources
 * add. Entries of one time stay on one page, because the cursor is a time.
 * @param recordId in lower case
 */
export async function readTimeline(
  db: Kysely<Database>,
  recordId: string,
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  sources: readonly TimelineSource[],
): Promise<ResultOf<TimelineCall>> {
  const [before] = readCursor(query, v.tuple([moment])) ?? [null];
  const limit = query.limit ?? DEFAULT_LIMIT;
  const range = { before: before === null ? null : new Date(before), limit: limit + 1 };
  const all = [consoleActs(recordId), commands(recordId), ...sources];
  const lists: (readonly TimelineEntry[])[] = [];
  for (const source of all) lists.push(await source(db, range));
  const found = lists.flat().toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (found.length <= limit) return page([...found], null);
  const rows = found.slice(0, limit);
  const nextAt = found[limit]?.at;
  const whole = rows.filter(({ at }) => at !== nextAt);
  const kept = whole.length === 0 ? rows : whole;
  return page(kept, kept.at(-1)?.at ?? null);
}

function page(data: TimelineEntry[], last: string | null): ResultOf<TimelineCall> {
  const next = last === null ? null : Buffer.from(JSON.stringify([last])).toString('base64url');
  return { data, meta: { next, total: null } };
}

/** Acts in the console on the record itself, or that changed it. */
function consoleActs(recordId: string): TimelineSource {
  return async (db, { before, limit }) => {
    const ids = db
      .selectFrom('operator_audit as named')
      .select(({ fn }) => fn.coalesce('named.of_id', 'named.id').as('id'))
      .where('named.record_id', '=', recordId);
    const rows = await db
      .selectFrom('operator_audit as act')
      .leftJoin('operators', 'operators.id', 'act.operator_id')
      .leftJoin('operator_reasons as reason', 'reason.audit_id', 'act.id')
      .leftJoin('operator_audit as outcome', (join) =>
        join.onRef('outcome.of_id', '=', 'act.id').on('outcome.kind', '=', 'outcome'),
      )
      .leftJoin('operator_audit as change', (join) =>
        join
          .onRef('change.of_id', '=', 'act.id')
          .on('change.kind', '=', 'change')
          .on('change.record_id', '=', recordId),
      )
      .select(['act.id', 'act.at', 'act.act', 'operators.name', 'reason.why', 'outcome.outcome'])
      .select(['change.before', 'change.after'])
      .where('act.id', 'in', ids)
      .where('act.kind', '=', 'act')
      .$if(before !== null, (query) => query.where('act.at', '<', before))
      .orderBy('act.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row, index) => ({
      ...emptyEntry,
      id: `act-${row.id}-${index}`,
      at: row.at.toISOString(),
      kind: 'act' as const,
      what: row.act,
      who: row.name,
      why: row.why,
      outcome: row.outcome,
      before: row.before as TimelineEntry['before'],
      after: row.after as TimelineEntry['after'],
    }));
  };
}

/** Acts by the command `club`; its reads are left out. */
function commands(recordId: string): TimelineSource {
  return async (db, { before, limit }) => {
    const rows = await db
      .selectFrom('operator_acts')
      .select(['uuid', 'at', 'operator', 'command', 'outcome', 'why'])
      .where(isActionOn(recordId))
      .where(sql<boolean>`command not like '% show'`)
      .$if(before !== null, (query) => query.where('at', '<', before))
      .orderBy('at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      ...emptyEntry,
      id: row.uuid,
      at: row.at.toISOString(),
      kind: 'act' as const,
      what: row.command,
      who: row.operator,
      why: row.why === '' ? null : row.why,
      outcome: row.outcome,
    }));
  };
}
