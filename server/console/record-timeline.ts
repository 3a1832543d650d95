import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { type ResultOf } from '#schemas/api/call.ts';
import { commentCalls } from '#schemas/operator/comment-calls.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { type TimelineCall, type TimelineEntry } from '#schemas/operator/record-calls.ts';
import { type Database } from '../db/tables.ts';
import { stableUuid } from '../stable-uuid.ts';
import { isActionOn } from '../operator/record-history.ts';
import { readCursor, readOperatorPage } from './operator-pages.ts';

/** Default number of entries per page. */
const DEFAULT_LIMIT = 30;

/**
 * The last entry shown: its time to the microsecond, as stored; the index of its source; and its id within the source.
 */
const lastEntryCursor = v.tuple([
  v.pipe(
    v.string(),
    v.regex(/^.{23}\d{3}Z$/),
    v.check((time) => v.is(moment, `${time.slice(0, 23)}Z`)),
  ),
  v.pipe(v.number(), v.integer(), v.minValue(0)),
  v.pipe(v.string(), v.maxLength(120)),
]);

interface TimelineRange {
  /**
   * The end of the previous page: the time of its last entry, and which of this source's entries with the same time
   * still have to be listed: all, none, or those with a smaller id. Null for the first page.
   */
  readonly after: {
    readonly time: string;
    readonly sameTime: 'all' | 'none' | { readonly id: string };
  } | null;
  readonly limit: number;
}

interface TimedEntry extends TimelineEntry {
  /** Time to the microsecond, because stored times can differ within a millisecond. */
  readonly time: string;
}

/** Reads up to `limit` entries of one source that follow the previous page, by time and id, newest first. */
export type TimelineSource = (
  db: Kysely<Database>,
  range: TimelineRange,
) => Promise<readonly TimedEntry[]>;

/** Fields of an entry that most sources leave empty. */
const emptyEntry = {
  who: null,
  why: null,
  outcome: 'done',
  details: [],
  before: null,
  after: null,
} as const satisfies Partial<TimelineEntry>;

type EntryFields = Pick<TimelineEntry, 'kind' | 'what'> & Partial<Omit<TimelineEntry, 'id' | 'at'>>;

/**
 * Reads a page of a record's timeline: operators' actions in the console or by command, their comments, and the entries
 * of other sources. Entries with the same time are ordered by source and then by id, so that a page can end between
 * them.
 * @param recordId in lower case
 */
export async function readTimeline(
  db: Kysely<Database>,
  recordId: string,
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  sources: readonly TimelineSource[],
): Promise<ResultOf<TimelineCall>> {
  const lastEntry = readCursor(query, lastEntryCursor);
  const allSources = [consoleActions(recordId), commands(recordId), comments(recordId), ...sources];
  const { rows, next } = await readOperatorPage(
    { limit: DEFAULT_LIMIT, ...query },
    async (limit) => {
      const entries = [];
      for (const [source, read] of allSources.entries()) {
        const sourceEntries = await read(db, { after: getRangeAfter(lastEntry, source), limit });
        entries.push(...sourceEntries.map((entry) => ({ ...entry, source })));
      }
      // Each source is in order, and the sort is stable.
      return entries.toSorted((a, b) => Number(a.time < b.time) - Number(a.time > b.time));
    },
    ({ time, source, id }) => [time, source, id],
  );
  const data = rows.map(({ time: _time, source: _source, ...entry }) => entry);
  return { data, meta: { next, total: null } };
}

function getRangeAfter(lastEntry: v.InferOutput<typeof lastEntryCursor> | null, source: number) {
  if (lastEntry === null) return null;
  const [time, lastSource, id] = lastEntry;
  if (source === lastSource) return { time, sameTime: { id } };
  return { time, sameTime: source > lastSource ? ('all' as const) : ('none' as const) };
}

/**
 * Creates a source whose entries are rows of the database.
 * @param select selects `at` and a unique `id` as text, without order or limit
 */
export function entriesFrom<Row extends { readonly id: string; readonly at: Date }>(
  select: (db: Kysely<Database>) => Expression<Row>,
  getFields: (row: Row) => EntryFields,
): TimelineSource {
  return async (db, { after, limit }) => {
    const { rows } = await sql<Row & { time: string }>`
      select *, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time
      from ${select(db)} as entry
      where ${after === null ? sql`true` : isAfter(after)}
      order by at desc, id desc limit ${limit}`.execute(db);
    return rows.map((row) => {
      const { id, at, time } = row;
      return { ...emptyEntry, id, at: at.toISOString(), time, ...getFields(row) };
    });
  };
}

/** True for rows after the previous page. The first condition can use an index by time. */
function isAfter({ time, sameTime }: NonNullable<TimelineRange['after']>): RawBuilder<boolean> {
  const isListed =
    sameTime === 'all' ? sql`true` : sameTime === 'none' ? sql`false` : sql`id < ${sameTime.id}`;
  return sql<boolean>`at <= ${time}::timestamptz and (at < ${time}::timestamptz or ${isListed})`;
}

/** A source of a few entries that need no query. */
export function fixedEntries(
  entries: readonly (EntryFields & { readonly id: string; readonly at: Date })[],
): TimelineSource {
  const timedEntries = entries.map(({ at: date, ...entry }) => {
    const at = date.toISOString();
    return { ...emptyEntry, ...entry, at, time: at.replace('Z', '000Z') };
  });
  const key = ({ time, id }: TimedEntry) => `${time} ${id}`;
  const sortedEntries = timedEntries.toSorted(
    (a, b) => Number(key(a) < key(b)) - Number(key(a) > key(b)),
  );
  return (_db, { after }) => {
    if (after === null) return Promise.resolve(sortedEntries);
    const { time, sameTime } = after;
    const isListed = (id: string) =>
      sameTime === 'all' || (sameTime !== 'none' && id < sameTime.id);
    return Promise.resolve(
      sortedEntries.filter(
        (entry) => entry.time < time || (entry.time === time && isListed(entry.id)),
      ),
    );
  };
}

/** Console actions on the record, and actions on other records that also changed it. */
function consoleActions(recordId: string): TimelineSource {
  return entriesFrom(
    (db) =>
      db
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
        // An action may have changed the record more than once. Each change is then a separate entry.
        .select(sql<string>`'act-' || lpad(coalesce(change.id, act.id)::text, 19, '0')`.as('id'))
        .select(['act.at', 'act.act', 'operators.name', 'reason.why', 'outcome.outcome'])
        .select(['change.before', 'change.after'])
        .where('act.kind', '=', 'act')
        // Comments are listed by the source `comments`.
        .where('act.act', 'not in', [commentCalls.writeComment.id, commentCalls.deleteComment.id])
        .where('act.id', 'in', (eb) =>
          eb
            .selectFrom('operator_audit as named')
            .select(({ fn }) => fn.coalesce('named.of_id', 'named.id').as('id'))
            .where('named.record_id', '=', recordId),
        ),
    ({ act, name, why, outcome, before, after }) => ({
      kind: 'act',
      what: act,
      who: name,
      why,
      outcome,
      before: before as TimelineEntry['before'],
      after: after as TimelineEntry['after'],
    }),
  );
}

/**
 * Returns the UUID by which a record's comments are found. A campaign has a country and a name instead, from which the
 * UUID is derived.
 */
export const commentedId = (recordId: string): string =>
  v.is(uuid, recordId) ? recordId : stableUuid(recordId);

/** Operators' internal comments on the record, including deleted ones. */
function comments(recordId: string): TimelineSource {
  return entriesFrom(
    (db) =>
      db
        .selectFrom('record_comments as comment')
        .innerJoin('operators', 'operators.id', 'comment.operator_id')
        .select(sql<string>`'comment-' || comment.uuid`.as('id'))
        .select(['comment.created_at as at', 'comment.uuid', 'comment.text'])
        .select(['comment.deleted_at', 'comment.operator_id', 'operators.name'])
        .where('comment.record_id', '=', commentedId(recordId)),
    ({ name, uuid: id, operator_id: author, text, deleted_at }) => ({
      ...{ kind: 'comment', what: 'comment', who: name },
      comment: { id, author, text, deleted_at: deleted_at?.toISOString() ?? null },
    }),
  );
}

/** Actions of the `club` command; its reads are omitted. */
function commands(recordId: string): TimelineSource {
  return entriesFrom(
    (db) =>
      db
        .selectFrom('operator_acts')
        .select(sql<string>`uuid::text`.as('id'))
        .select(['at', 'operator', 'command', 'outcome', 'why'])
        .where(isActionOn(recordId))
        .where('command', 'not like', '% show'),
    ({ command, operator, why, outcome }) => ({
      kind: 'act',
      what: command,
      who: operator,
      why: why === '' ? null : why,
      outcome,
    }),
  );
}
