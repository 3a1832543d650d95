import { type Kysely, sql } from 'kysely';

/**
 * Adds the country and searchable words to certificates, so that operators can list and search a country's
 * certificates. The previous server version can still write rows, because the database sets these columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Generated columns are computed with an empty search path when a backup is restored.
  `create function certificate_words(number text, company jsonb, address jsonb)
    returns text[] language sql immutable parallel safe set search_path from current as $$
    select search_words(number || ' ' || coalesce(company ->> 'name', '') || ' ' ||
      coalesce(address ->> 'postal_code', '') || ' ' || coalesce(address ->> 'city', ''))
  $$`,
  // Words that identify the customer's house are separate, because not every role may search them.
  `create function certificate_customer_words(address jsonb, customer_name text)
    returns text[] language sql immutable parallel safe set search_path from current as $$
    select search_words(coalesce(address ->> 'street', '') || ' ' ||
      coalesce(address ->> 'house_number', '') || ' ' || customer_name)
  $$`,
  `alter table warranty_certificates add column region_id integer`,
  `alter table warranty_certificates
    alter column region_id type integer using (region_of_company(company_id)),
    add column words tsvector not null
      generated always as (array_to_tsvector(certificate_words(number, company, address_details))) stored,
    add column personal_words tsvector not null
      generated always as (array_to_tsvector(certificate_words(number, company, address_details) ||
        certificate_customer_words(address_details, customer_name))) stored`,
  `create trigger warranty_certificates_region before insert or update of company_id on warranty_certificates
    for each row execute function set_region()`,
  `create trigger companies_region_of_warranty_certificates after update of regions_id on companies
    for each row when (old.regions_id <> new.regions_id) execute function move_records('warranty_certificates')`,
  `create index warranty_certificates_region on warranty_certificates (region_id, created_at, uuid)
    where not deleted`,
  `create index warranty_certificates_tag on warranty_certificates (region_id, tag, created_at, uuid)
    where not deleted`,
  `create index warranty_certificates_words on warranty_certificates using gin (words) where not deleted`,
  `create index warranty_certificates_personal_words on warranty_certificates using gin (personal_words)
    where not deleted`,
];
