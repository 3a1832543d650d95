import { type Kysely, sql } from 'kysely';

/**
 * Adds columns for encrypted voucher codes. An encrypted code has no plaintext number or password; `number_hash`
 * identifies it. A database that no older version has used encrypts from the start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table voucher_codes
    add column uuid uuid,
    add column number_hash uuid,
    add column key_id text,
    add column sealed bytea`,
  // The older version's `on conflict (region, number)` needs this unique index.
  'create unique index voucher_codes_number on voucher_codes (region, number)',
  'alter table voucher_codes drop constraint voucher_codes_pkey',
  'alter table voucher_codes alter column number drop not null',
  `alter table voucher_codes add constraint voucher_codes_form check (
    case when key_id is null then number is not null
    else number is null and password is null and uuid is not null and number_hash is not null and sealed is not null end)`,
  'create unique index voucher_codes_hash on voucher_codes (region, number_hash)',
  'create index voucher_codes_key on voucher_codes (key_id)',
  `create index voucher_codes_unused on voucher_codes (import_uuid)
    where order_uuid is null and import_uuid is not null`,
  `create index orders_response_key on orders ((response ->> 'key')) where response is not null`,
  `create index orders_response_hash on orders ((response ->> 'hash')) where response is not null`,
  `insert into server_state (key, value)
    select 'voucher_sealing', case when exists (select from region_settings) or exists (select from companies)
      then 'clear' else 'sealed' end`,
  // An older version can't read encrypted codes, so it must not start.
  `insert into server_state (key, value)
    select 'schema_needs', '136-sealed-vouchers' from server_state
    where key = 'voucher_sealing' and value = 'sealed'
    on conflict (key) do update set value = excluded.value`,
];
