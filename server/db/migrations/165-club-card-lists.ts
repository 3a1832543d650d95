import { type Kysely, sql } from 'kysely';

/**
 * Adds an id, the country, the order and a version to club cards, so that operators can list a country's cards and act
 * on them. Triggers set the country and the version, even for writes by the previous server version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Notes a change of the list for the console's event stream, as migration 146 does for other lists. */
const note = (rows: string) => `
  insert into list_changes (region_id, list)
    select distinct coalesce(row.region_id, 0), 'cards' from (${rows}) as row
    on conflict do nothing;`;

const listTrigger = (event: string, parts: string) =>
  `create trigger club_cards_lists_${event} after ${event} on club_cards referencing ${parts}
    for each statement execute function note_lists_of_club_cards()`;

const statements = [
  `alter table club_cards add column uuid uuid not null default gen_random_uuid(),
    add column region_id integer,
    add column order_uuid uuid references orders (uuid) on delete set null,
    add column rev integer not null default 1,
    -- Operators search by these digits, because the whole number is never shown.
    add column last_digits text generated always as (right(serial_number, 4)) stored`,
  'update club_cards set region_id = region_of_company(company_id)',
  'create unique index club_cards_id on club_cards (uuid)',
  'create unique index club_cards_order on club_cards (order_uuid) where order_uuid is not null',
  `create trigger club_cards_region before insert or update of company_id on club_cards
    for each row execute function set_region()`,
  `create trigger companies_region_of_club_cards after update of regions_id on companies
    for each row when (old.regions_id <> new.regions_id) execute function move_records('club_cards')`,
  `create function next_card_rev() returns trigger language plpgsql as $$
  begin
    new.rev := old.rev + 1;
    return new;
  end $$`,
  `create trigger club_cards_rev before update on club_cards for each row execute function next_card_rev()`,
  'create index club_cards_list on club_cards (region_id, created_at, uuid)',
  'create index club_cards_by_status on club_cards (region_id, status, created_at, uuid)',
  'create index club_cards_by_digits on club_cards (region_id, last_digits, created_at, uuid)',
  `create function note_lists_of_club_cards() returns trigger language plpgsql set search_path from current as $$
  begin
    if tg_op = 'INSERT' then ${note('select * from added')}
    elsif tg_op = 'DELETE' then ${note('select * from removed')}
    else ${note('select * from added union all select * from removed')}
    end if;
    return null;
  end $$`,
  // Until now, commands recorded whole card numbers.
  `update operator_acts set words[1] = '…' || right(words[1], 4)
    where command like 'cards %' and words[1] ~ '^[0-9]{10}$'`,
  listTrigger('insert', 'new table as added'),
  listTrigger('update', 'old table as removed new table as added'),
  listTrigger('delete', 'old table as removed'),
];
