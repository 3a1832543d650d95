import { type RawBuilder, sql } from 'kysely';

/** A value as the database's JSON. Texts that came in are well formed by then (`json-bodies.ts`). */
export function toJsonb(value: unknown): RawBuilder<unknown> {
  return sql`${JSON.stringify(value)}::jsonb`;
}
