import { type Kysely, sql } from 'kysely';
import { type Database } from '../db/tables.ts';

/** Lists the operators' actions on a record, oldest first, without reads. @param id in lower case */
export function listActionsOn(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('operator_acts')
    .select(['at', 'operator', 'command', 'outcome', 'why'])
    .where(sql<boolean>`${id} = any(lower(words::text)::text[])`)
    .where('command', 'not like', '% show')
    .orderBy('at')
    .execute();
}
