import { type Kysely, sql } from 'kysely';

/**
 * Adds columns of chats for the console: country and waiting time for lists, assignments, internal notes and read
 * marks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table support_chats add column region_id integer, add column waiting_since timestamptz,
    add column assigned_to uuid references operators (id)`,
  `update support_chats set waiting_since = updated_at,
    region_id = (select regions_id from companies where id = company_id)`,
  // Uses triggers, so that the columns are also set when the previous server version writes.
  `create function set_chat_lists() returns trigger language plpgsql as $$
  begin
    new.region_id := (select regions_id from companies where id = new.company_id);
    if tg_op = 'INSERT' or (old.status <> 1 and new.status = 1) then
      new.waiting_since := new.updated_at;
    end if;
    return new;
  end $$`,
  `create trigger support_chats_lists before insert or update of company_id, status on support_chats
    for each row execute function set_chat_lists()`,
  `create function move_chats() returns trigger language plpgsql as $$
  begin
    update support_chats set region_id = new.regions_id where company_id = new.id;
    return null;
  end $$`,
  `create trigger companies_region_of_chats after update of regions_id on companies
    for each row when (old.regions_id <> new.regions_id) execute function move_chats()`,
  `create index support_chats_unanswered on support_chats (region_id, waiting_since, uuid)
    where status = 1 and not deleted`,
  `create index support_chats_open on support_chats (region_id, updated_at, uuid)
    where status <> 3 and not deleted`,
  `create index support_chats_solved on support_chats (region_id, updated_at, uuid)
    where status = 3 and not deleted`,
  `create index support_chats_all on support_chats (region_id, updated_at, uuid)
    where not deleted`,
  `create index support_chats_assigned on support_chats (assigned_to, region_id, updated_at, uuid)
    where assigned_to is not null and status <> 3 and not deleted`,
  'create index support_chats_words on support_chats using gin (array_to_tsvector(search_words(title)))',
  'create index support_chats_company on support_chats (company_id)',

  'alter table support_messages add column operator_id uuid references operators (id)',
  `create table support_notes (
    uuid uuid primary key,
    chat_uuid uuid not null references support_chats (uuid) on delete cascade,
    operator_id uuid not null references operators (id),
    note text not null,
    created_at timestamptz not null
  )`,
  'create index support_notes_chat on support_notes (chat_uuid, created_at)',
  `create table chat_reads (
    operator_id uuid not null references operators (id),
    chat_uuid uuid not null references support_chats (uuid) on delete cascade,
    read_at timestamptz not null,
    primary key (operator_id, chat_uuid)
  )`,
  'create index chat_reads_chat on chat_reads (chat_uuid)',
];
