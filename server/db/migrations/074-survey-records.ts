import { type Kysely, sql } from 'kysely';

/**
 * Adds a table of each country's surveys, which operators manage. A unique index allows only one invitation per person
 * and survey. A trigger also links invitations written by the previous version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table surveys (
    uuid uuid primary key,
    region_id integer not null,
    survey_key text not null,
    languages jsonb not null,
    rev bigint not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    ended_at timestamptz,
    unique (region_id, survey_key)
  )`,
  'create index surveys_region on surveys (region_id, created_at, uuid)',
  'alter table survey_invitations add column survey_id uuid references surveys (uuid)',
  // The newest invitation contains the latest texts.
  `insert into surveys (uuid, region_id, survey_key, languages, created_at, updated_at)
    select gen_random_uuid(), region_id, survey_key,
      (array_agg(languages order by created_at desc))[1], min(created_at), max(created_at)
    from (
      select companies.regions_id as region_id, invitation.created_at,
        invitation.survey_configuration ->> 'survey_key' as survey_key,
        invitation.survey_configuration -> 'languages' as languages
      from survey_invitations as invitation
      join companies on companies.id = invitation.company_id
    ) as invited
    where survey_key is not null and languages is not null
    group by region_id, survey_key`,
  // A person's second invitation isn't linked to the survey, so that the person is only counted once.
  `update survey_invitations set survey_id = surveys.uuid
    from (
      select distinct on (invitation.user_id, companies.regions_id, invitation.survey_configuration ->> 'survey_key')
        invitation.uuid, companies.regions_id as region_id,
        invitation.survey_configuration ->> 'survey_key' as survey_key
      from survey_invitations as invitation
      join companies on companies.id = invitation.company_id
      order by invitation.user_id, companies.regions_id,
        invitation.survey_configuration ->> 'survey_key', invitation.deleted, invitation.created_at, invitation.uuid
    ) as first
    join surveys on surveys.region_id = first.region_id and surveys.survey_key = first.survey_key
    where survey_invitations.uuid = first.uuid`,
  'create unique index survey_invitations_once on survey_invitations (survey_id, user_id)',
  'create index survey_invitations_states on survey_invitations (survey_id, delayed_to, interacted_at)',
  `create function set_survey() returns trigger language plpgsql as $$
  begin
    if new.survey_id is not null or not new.survey_configuration ?& array['survey_key', 'languages'] then
      return new;
    end if;
    insert into surveys (uuid, region_id, survey_key, languages, created_at, updated_at)
    values (gen_random_uuid(), region_of_company(new.company_id),
      new.survey_configuration ->> 'survey_key', new.survey_configuration -> 'languages',
      new.created_at, new.created_at)
    on conflict (region_id, survey_key) do nothing;
    select surveys.uuid into new.survey_id from surveys
    where surveys.region_id = region_of_company(new.company_id)
      and surveys.survey_key = new.survey_configuration ->> 'survey_key';
    return new;
  end $$`,
  `create trigger survey_invitations_survey before insert on survey_invitations
    for each row execute function set_survey()`,
];
