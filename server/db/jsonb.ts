import { type RawBuilder, sql } from 'kysely';

/** Converts a value to jsonb. Incoming texts have no lone surrogates (`json-parser.ts`). */
export function toJsonb(value: unknown): RawBuilder<unknown> {
  return sql`${JSON.stringify(value)}::jsonb`;
}
