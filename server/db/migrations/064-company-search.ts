import { type Kysely, sql } from 'kysely';

/**
 * Adds searchable copies of companies and people for the console. Triggers maintain them, so they are current whichever
 * version of the server writes. Also adds version numbers to the details that operators edit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Lower case without accents; letters that don't decompose are translated.
  `create function fold_text(given text) returns text language sql immutable parallel safe as $$
    select translate(
      regexp_replace(normalize(lower(given), NFKD), '[\u0300-\u036f]', '', 'g'), 'łøđı', 'lodi')
  $$`,
  // When a backup is restored, indexes on this function are built with an empty search path.
  `create function search_words(given text) returns text[] language sql immutable parallel safe
    set search_path from current as $$
    select array_remove(regexp_split_to_array(
      fold_text(given), '[\\s\u00a0!-/:-@\\[-\`{-~«»\u2010-\u201f]+'), '')
  $$`,
  // Matches words that start with this one.
  `create function prefix_query(word text) returns tsquery language sql immutable parallel safe as $$
    select ('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || ''':*')::tsquery
  $$`,
  // Matches texts that contain, for every given word, a word that starts with it.
  `create function words_query(given text) returns tsquery language sql immutable parallel safe as $$
    select coalesce(string_agg('''' || word || ''':*', ' & '), '')::tsquery
    from unnest(search_words(given)) as word
  $$`,
  // Returns all endings of a phone number that are at least four digits long, so that a prefix search finds any part of
  // the number.
  `create function phone_words(given text) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg('p:' || substr(digits, start)), '{}')
    from (select regexp_replace(given, '[^0-9]', '', 'g') as digits) as phone,
      generate_series(1, greatest(length(digits) - 3, 0)) as start
  $$`,

  'alter table companies add column details_rev integer not null default 1',
  'alter table companies add column refused_at timestamptz',
  'alter table installers add column details_rev integer not null default 1',
  `create function raise_details_rev() returns trigger language plpgsql as $$
    begin
      new.details_rev := old.details_rev + 1;
      return new;
    end
  $$`,
  raiseRev('companies', [
    'name',
    'registration_number',
    'registration_number_2',
    'company_type',
    'disclaimer_accepted',
    'declaration_accepted',
    'address',
    'postal_code',
    'city',
    'is_recommended',
    'accepts_leads',
    'has_edenred_card',
    'crm_customer_id',
    'active',
    'refused_at',
  ]),
  raiseRev('installers', ['name', 'surname', 'email', 'phone', 'role', 'languages_id', 'active']),

  `create table company_search (
    company_id uuid primary key references companies (id) on delete cascade,
    region_id integer not null,
    sort_name text not null,
    created_at timestamptz not null,
    active integer not null,
    company_type integer,
    is_verified boolean not null,
    is_refused boolean not null,
    accepts_leads boolean not null,
    words tsvector not null
  )`,
  `create table person_search (
    person_id uuid primary key references installers (id) on delete cascade,
    company_id uuid not null references companies (id) on delete cascade,
    region_id integer not null,
    sort_name text not null,
    created_at timestamptz not null,
    active boolean not null,
    role integer not null,
    words tsvector not null
  )`,

  `create function write_company_search() returns trigger language plpgsql as $$
    begin
      insert into company_search values (
        new.id, new.regions_id, left(fold_text(new.name), 80), new.created_at, new.active,
        new.company_type, new.reserved_points = 0, new.refused_at is not null, new.accepts_leads,
        company_words(new))
      on conflict (company_id) do update set
        (region_id, sort_name, active, company_type, is_verified, is_refused, accepts_leads, words)
        = (excluded.region_id, excluded.sort_name, excluded.active, excluded.company_type,
          excluded.is_verified, excluded.is_refused, excluded.accepts_leads, excluded.words);
      if tg_op = 'UPDATE' and (new.name, new.city, new.regions_id)
          is distinct from (old.name, old.city, old.regions_id) then
        update person_search set region_id = new.regions_id, words = person_words(person, new)
        from installers as person
        where person.company_id = new.id and person.id = person_search.person_id;
      end if;
      return null;
    end
  $$`,
  `create function company_words(company companies) returns tsvector language sql stable as $$
    select array_to_tsvector(search_words(concat_ws(' ', company.name, company.address,
      company.postal_code, company.city, company.number, company.crm_customer_id,
      company.registration_number, company.registration_key,
      company.registration_number_2, company.registration_key_2)))
  $$`,
  `create function person_words(person installers, company companies)
    returns tsvector language sql stable as $$
    select array_to_tsvector(
      search_words(concat_ws(' ', person.name, person.surname, company.name, company.city))
      || phone_words(person.phone)
      || array_remove(array[
        'e:' || person.email, 'e:' || substr(person.email, strpos(person.email, '@'))], null))
  $$`,
  `create trigger companies_search after insert or update of name, registration_number,
      registration_key, registration_number_2, registration_key_2, company_type, address,
      postal_code, city, regions_id, accepts_leads, crm_customer_id, active, reserved_points,
      refused_at
    on companies for each row execute function write_company_search()`,
  `create function write_person_search() returns trigger language plpgsql as $$
    begin
      insert into person_search
      select new.id, new.company_id, company.regions_id,
        left(fold_text(new.surname || ' ' || new.name), 80), new.created_at, new.active, new.role,
        person_words(new, company)
      from companies as company where company.id = new.company_id
      on conflict (person_id) do update set
        (company_id, region_id, sort_name, active, role, words)
        = (excluded.company_id, excluded.region_id, excluded.sort_name, excluded.active,
          excluded.role, excluded.words);
      return null;
    end
  $$`,
  `create trigger installers_search after insert or update of company_id, name, surname, email,
      phone, active, role
    on installers for each row execute function write_person_search()`,

  `insert into company_search
    select id, regions_id, left(fold_text(name), 80), created_at, active, company_type,
      reserved_points = 0, false, accepts_leads, company_words(companies)
    from companies`,
  `insert into person_search
    select person.id, person.company_id, company.regions_id,
      left(fold_text(person.surname || ' ' || person.name), 80), person.created_at, person.active,
      person.role, person_words(person, company)
    from installers as person join companies as company on company.id = person.company_id`,

  'create index company_search_words on company_search using gin (words)',
  `create index company_search_name on company_search (region_id, sort_name, company_id)
    include (active, company_type, is_verified, is_refused, accepts_leads)`,
  `create index company_search_created on company_search (region_id, created_at, company_id)
    include (active, company_type, is_verified, is_refused, accepts_leads)`,
  'create index person_search_words on person_search using gin (words)',
  `create index person_search_name on person_search (region_id, sort_name, person_id)
    include (active, role)`,
  `create index person_search_created on person_search (region_id, created_at, person_id)
    include (active, role)`,
  'create index person_search_company on person_search (company_id)',
];

/** Creates a trigger that increments the revision of a record, but only if its details change. */
function raiseRev(table: string, columns: readonly string[]): string {
  const values = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  return `create trigger ${table}_details before update of ${columns.join(', ')} on ${table}
    for each row when ((${values('old')}) is distinct from (${values('new')}))
    execute function raise_details_rev()`;
}
