import { type Kysely, sql } from 'kysely';

/**
 * Stores the searchable words of chats in two columns: one for the title and company, and one that also includes the
 * person's name. Triggers maintain the columns, even when the previous server version writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create function chat_words(title text, company uuid) returns tsvector language sql stable
    set search_path from current as $$
    select array_to_tsvector(search_words(title)) ||
      coalesce((select words from company_search where company_id = company), '')
  $$`,
  // Names of people are separate, because not every role may search them.
  `create function chat_person_words(person uuid) returns tsvector language sql stable
    set search_path from current as $$
    select coalesce((select array_to_tsvector(search_words(name || ' ' || surname))
      from installers where id = person), '')
  $$`,
  'alter table support_chats add column words tsvector, add column personal_words tsvector',
  // Rewriting the table takes a third of the time of an update, and leaves no dead rows.
  'alter table support_chats alter column words type tsvector using (chat_words(title, company_id))',
  `alter table support_chats alter column personal_words type tsvector
    using (words || chat_person_words(user_id))`,
  `create function set_chat_words() returns trigger language plpgsql set search_path from current as $$
  begin
    new.words := chat_words(new.title, new.company_id);
    new.personal_words := new.words || chat_person_words(new.user_id);
    return new;
  end $$`,
  `create trigger support_chats_words before insert or update of title, company_id, user_id on support_chats
    for each row execute function set_chat_words()`,
  // Setting the title to itself computes the words.
  `create function follow_company_words() returns trigger language plpgsql set search_path from current as $$
  begin
    update support_chats set title = title where company_id = new.company_id;
    return null;
  end $$`,
  `create trigger company_search_followed after update of words on company_search for each row
    when (old.words is distinct from new.words) execute function follow_company_words()`,
  `create function follow_person_name() returns trigger language plpgsql set search_path from current as $$
  begin
    update support_chats set title = title where user_id = new.id;
    return null;
  end $$`,
  `create trigger installers_followed after update of name, surname on installers for each row
    when ((old.name, old.surname) is distinct from (new.name, new.surname)) execute function follow_person_name()`,
  'drop index support_chats_words',
  'create index support_chats_words on support_chats using gin (words) where not deleted',
  'create index support_chats_personal_words on support_chats using gin (personal_words) where not deleted',
  'analyze support_chats',
];
