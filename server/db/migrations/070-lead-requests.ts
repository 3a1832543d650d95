import { type Kysely, sql } from 'kysely';

/**
 * Adds homeowners' requests without a company, and the offers of these requests; tokens for systems that send requests;
 * company locations; and columns for the console's lead lists.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // As in folded-text.ts: lower case without accents. A search matches the beginnings of words.
  `create function folded_words(words text) returns tsvector
    language sql immutable parallel safe as $$
      select to_tsvector('simple'::regconfig, translate(
        regexp_replace(normalize(lower(words), NFKD), '[\u0300-\u036f]', '', 'g'), 'łøđı', 'lodi'))
    $$`,

  `create table lead_tokens (
    uuid uuid primary key,
    region_id integer not null,
    name text not null,
    token_hash text not null unique,
    created_by uuid not null references operators (id),
    created_at timestamptz not null,
    used_at timestamptz,
    revoked_at timestamptz
  )`,
  'create index lead_tokens_list on lead_tokens (region_id, created_at, uuid)',

  `create table lead_requests (
    uuid uuid primary key,
    region_id integer not null,
    rev bigint not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'offered', 'placed', 'ended')),
    -- The latest offer. Not a foreign key, because the offer is stored after it.
    current_lead uuid,
    source text not null check (source in ('hand', 'file', 'machine', 'lead')),
    -- The sender of the reference: file, or the id of a token.
    sender text,
    reference text,
    first_name text not null,
    last_name text not null,
    street text not null,
    postal_code text not null,
    city text not null,
    phone text not null,
    email text not null,
    windows integer,
    products jsonb not null,
    service text not null,
    message text not null,
    wished_day text,
    consent_day text,
    latitude double precision,
    longitude double precision,
    place_kind text check (place_kind in ('given', 'address', 'town', 'postal_area')),
    located_at timestamptz,
    ended_at timestamptz,
    erased_at timestamptz
  )`,
  'create index lead_requests_list on lead_requests (region_id, state, created_at, uuid)',
  `create unique index lead_requests_reference on lead_requests (region_id, sender, reference)
    where reference is not null`,
  `create index lead_requests_words on lead_requests using gin
    (folded_words(first_name || ' ' || last_name || ' ' || city))`,
  'create index lead_requests_place on lead_requests (created_at) where located_at is null',
  `create index lead_requests_ended on lead_requests (ended_at)
    where state = 'ended' and erased_at is null`,

  'alter table leads add column region_id integer',
  'alter table leads add column request_id uuid references lead_requests (uuid)',
  'update leads set region_id = companies.regions_id from companies where companies.id = company_id',
  // The previous version doesn't set the column, so a trigger does. A company never changes its country.
  `create function set_lead_region() returns trigger language plpgsql as $$
    begin
      select regions_id into new.region_id from companies where id = new.company_id;
      return new;
    end $$`,
  `create trigger leads_region before insert on leads
    for each row when (new.region_id is null) execute function set_lead_region()`,
  `create index leads_console on leads (region_id, status, created_at desc, uuid desc)
    where not deleted`,
  'create index leads_request on leads (request_id) where request_id is not null',
  `create index leads_words on leads using gin (folded_words(
    (customer_info ->> 'FirstName') || ' ' || (customer_info ->> 'LastName') || ' ' ||
    (customer_info ->> 'City')))`,

  // A person, a deadline, a project or an operator can change an offer, so a trigger updates the request.
  `create function follow_lead() returns trigger language plpgsql as $$
    begin
      update lead_requests set
        rev = rev + 1,
        updated_at = new.updated_at,
        state = case
          when new.status in ('new', 'interested', 'contacted') then 'offered'
          when new.status in ('agreed', 'closed') then 'placed'
          else 'waiting' end
      where uuid = new.request_id and current_lead = new.uuid and state <> 'ended';
      return null;
    end $$`,
  `create trigger leads_followed after insert or update of status on leads
    for each row when (new.request_id is not null) execute function follow_lead()`,

  `create table company_places (
    company_id uuid primary key references companies (id) on delete cascade,
    region_id integer not null,
    latitude double precision,
    longitude double precision,
    place_kind text check (place_kind in ('address', 'town', 'postal_area')),
    -- Null if the address is new or has changed since.
    located_at timestamptz
  )`,
  'create index company_places_region on company_places (region_id, company_id)',
  'create index company_places_pending on company_places (company_id) where located_at is null',
  `create function request_company_place() returns trigger language plpgsql as $$
    begin
      insert into company_places (company_id, region_id) values (new.id, new.regions_id)
      on conflict (company_id) do update set region_id = excluded.region_id, located_at = null;
      return null;
    end $$`,
  `create trigger companies_place after insert on companies
    for each row when (new.accepts_leads) execute function request_company_place()`,
  `create trigger companies_new_place after update
    of address, postal_code, city, regions_id, accepts_leads on companies
    for each row when (new.accepts_leads and
      (old.address, old.postal_code, old.city, old.regions_id, old.accepts_leads) is distinct from
      (new.address, new.postal_code, new.city, new.regions_id, new.accepts_leads))
    execute function request_company_place()`,
  `insert into company_places (company_id, region_id)
    select id, regions_id from companies where accepts_leads`,
];
