import { type Kysely, sql } from 'kysely';
import { type Database } from '../db/tables.ts';

/** Matches actions whose arguments include an id. Ids are recorded in lower case. */
export function isActionOn(id: string) {
  return sql<boolean>`words @> array[${id.toLowerCase()}]::text[]`;
}

/**
 * Lists the operators' actions on a record, oldest first, excluding reads.
 * @param id id of the record, in lower or upper case
 */
export function listActionsOn(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('operator_acts')
    .select(['at', 'operator', 'command', 'outcome', 'why'])
    .where(isActionOn(id))
    .where('command', 'not like', '% show')
    .orderBy('at')
    .execute();
}
