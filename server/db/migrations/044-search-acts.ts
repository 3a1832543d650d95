import { type Kysely, sql } from 'kysely';

/** Adds indexes for searching operators' actions and voucher numbers, and converts ids in actions to lower case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update operator_acts set words = array(
      select case when word ~* '^[0-9a-f-]{36}$' then lower(word) else word end
      from unnest(words) with ordinality as given (word, place) order by place)
    where words::text ~ '[A-F]'`.execute(db);
  await sql`create index operator_acts_words on operator_acts using gin (words)`.execute(db);
  await sql`create index operator_acts_command on operator_acts (command, at)`.execute(db);
  await sql`create index orders_response_number on orders ((response ->> 'number'))
    where response is not null`.execute(db);
}
