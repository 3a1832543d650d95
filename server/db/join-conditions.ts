import { type RawBuilder, sql } from 'kysely';

/** Joins conditions with `and`. The result is true if there are no conditions. */
export function joinConditions(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** True for rows whose time is at or after `from` and before `until`. A limit that is undefined doesn't apply. */
export function isInPeriod(
  column: string,
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
): RawBuilder<boolean> {
  const time = sql.ref(column);
  return joinConditions([
    ...(from === undefined ? [] : [sql<boolean>`${time} >= ${new Date(from)}`]),
    ...(until === undefined ? [] : [sql<boolean>`${time} < ${new Date(until)}`]),
  ]);
}
