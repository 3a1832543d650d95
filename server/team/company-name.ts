import { type Kysely } from 'kysely';
import { type Database } from '../db/tables.ts';
import { type Actor } from '../http/handler.ts';

/** The name of the team's company. */
export async function loadCompanyName(db: Kysely<Database>, actor: Actor): Promise<string> {
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow();
  return name;
}
