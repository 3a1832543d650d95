import { type Kysely } from 'kysely';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';

/**
 * Loads operators' names. The query isn't limited to countries, because operators belong to none.
 * @returns a function from id to name; the name is empty for an unknown id
 */
export async function loadOperatorNames(
  db: Kysely<Database>,
  rows: readonly { readonly operator_id: string | null }[],
): Promise<(id: string) => string> {
  const ids = [...new Set(rows.flatMap(({ operator_id }) => operator_id ?? []))];
  const operators = await db
    .selectFrom('operators')
    .select(['id', 'name'])
    .where('id', '=', anyUuid(ids))
    .execute();
  const names = new Map(operators.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? '';
}
