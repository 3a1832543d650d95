import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { type RegionId } from '#schemas/regions.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { foldedText } from '../db/folded-text.ts';

/** Sort keys of both lists. */
export const timeCursor = v.tuple([moment, uuid]);
type TimeCursor = v.InferOutput<typeof timeCursor> | null;

interface ListPart {
  readonly table: 'lead_requests' | 'leads';
  /** The index column after the country, and its values. */
  readonly column: 'state' | 'status';
  readonly values: readonly string[];
  readonly regions: readonly RegionId[];
  readonly order: 'asc' | 'desc';
  readonly cursor: TimeCursor;
  /** Conditions that most rows meet. */
  readonly filter: RawBuilder<boolean>;
}

/**
 * Selects a page by time. Merges the pages of each country and status, because the index orders only rows within these.
 * So it reads at most one page of rows for each.
 */
export function selectMerged(queries: ScopedQueries, part: ListPart, limit: number) {
  const direction = sql.raw(part.order);
  const after = afterCursor(part);
  return queries
    .selectFrom(
      sql<{ uuid: string; created_at: Date }>`(
        select found.uuid, found.created_at
        from unnest(${[...part.regions]}::integer[]) as country (id)
        cross join unnest(${[...part.values]}::text[]) as part (value)
        cross join lateral (
          select uuid, created_at from ${sql.table(part.table)}
          where region_id = country.id and ${sql.ref(part.column)} = part.value
            and ${part.table === 'leads' ? sql`not deleted` : sql`true`}
            and ${part.filter} and ${after}
          order by created_at ${direction}, uuid ${direction}
          limit ${limit}
        ) as found)`.as('merged'),
    )
    .select(['merged.uuid', 'merged.created_at'])
    .orderBy('merged.created_at', part.order)
    .orderBy('merged.uuid', part.order)
    .limit(limit);
}

/** Rows after the cursor, in list order. */
export function afterCursor({
  cursor,
  order,
}: Pick<ListPart, 'cursor' | 'order'>): RawBuilder<boolean> {
  if (cursor === null) return sql`true`;
  const isAfter = order === 'asc' ? sql`>` : sql`<`;
  return sql`(created_at, uuid) ${isAfter} (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)`;
}

/**
 * True if words of the text start with the search words, ignoring case and accents. Uses an index on the same
 * expression. Null if the search has no words.
 */
export function matchesWords(
  words: RawBuilder<unknown>,
  search: string,
): RawBuilder<boolean> | null {
  const searched = search.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (searched.length === 0) return null;
  // Quoted, because some letters have a space or a bracket once they are folded.
  const query = searched.map((word) => `'${word}':*`).join(' & ');
  return sql`folded_words(${words}) @@ to_tsquery('simple', ${foldedText(sql`${query}::text`)})`;
}
