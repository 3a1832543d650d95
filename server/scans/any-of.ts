import { sql } from 'kysely';

/** Passes an array as a single parameter. Both database engines plan and transfer this faster than many parameters. */
export function anyUuid(uuids: readonly string[]) {
  return sql<string>`any(${uuids}::uuid[])`;
}

export function anyText(texts: readonly string[]) {
  return sql<string>`any(${texts}::text[])`;
}
