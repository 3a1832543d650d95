import { type RawBuilder, sql } from 'kysely';

/** Joins conditions with `and`; true without any. */
export function joinConditions(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}
