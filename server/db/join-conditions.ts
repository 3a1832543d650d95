import { type RawBuilder, sql } from 'kysely';

/** Joins conditions with `and`. The result is true if there are no conditions. */
export function joinConditions(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}
