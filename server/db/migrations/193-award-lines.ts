import { type Kysely, sql } from 'kysely';

/**
 * Stores the import with each ledger line that it added, and adds an index that sorts each import's lines like the
 * ledger. Before, each page of an import's lines required reading and sorting all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Awards stored meanwhile would be missed, because the trigger is created later.
  'lock table import_award_rows in share row exclusive mode',
  'alter table ledger add column import_uuid uuid',
  `update ledger set import_uuid = award.import_uuid from import_award_rows as award where award.ledger_uuid = ledger.uuid`,
  `create function set_import_of_line() returns trigger language plpgsql as $$
  begin
    update ledger set import_uuid = new.import_uuid where uuid = new.ledger_uuid;
    return null;
  end $$`,
  // Runs at the end of the transaction, because the id of a line is stored here before the line is added.
  `create constraint trigger import_award_rows_line after insert or update of ledger_uuid on import_award_rows
    deferrable initially deferred for each row when (new.ledger_uuid is not null)
    execute function set_import_of_line()`,
  `create index ledger_import on ledger (region_id, import_uuid, created_at, uuid) include (event, variation, points)
    where import_uuid is not null`,
];
