import { type Kysely, sql } from 'kysely';

/**
 * Stores the people who can be in an audience, and counts them by the audience's conditions. Before, all
 * people and companies of a country were read to count an audience. The counts are maintained like the ledger's sums (127-ledger-days.ts),
 * and always equal the stored people.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const conditions = 'region_id, company_type, is_verified, role, languages_id, has_push';
/** The company type is -1 if the company has none. */
const columns = `
  region_id integer not null,
  company_type integer not null,
  is_verified boolean not null,
  role integer not null,
  languages_id integer not null,
  has_push boolean not null`;
const allConditions = (name: string) =>
  ['company_id', ...conditions.split(', ')].map((column) => `${name}.${column}`).join(', ');

const people = 'installers as person join companies as company on company.id = person.company_id';
/** Inserts or updates the people who meet a condition and aren't blocked. */
const insertPeople = (condition: string) => `
  insert into audience_people (person_id, company_id, ${conditions})
    select person.id, company.id, person.region_id, coalesce(company.company_type, -1), company.reserved_points = 0,
      person.role, person.languages_id, person.fcm <> '[]'
    from ${people} where ${condition} and person.active and company.active <> 0
    on conflict (person_id) do update set (company_id, ${conditions}) = (${allConditions('excluded')})
    where (${allConditions('audience_people')}) is distinct from (${allConditions('excluded')})`;
const writePeople = (condition: string) => `
  delete from audience_people using ${people}
    where ${condition} and audience_people.person_id = person.id and not (person.active and company.active <> 0);
  ${insertPeople(condition)};`;

const createFunction = (name: string, body: string) => `
  create function ${name}() returns trigger language plpgsql set search_path from current as $$
  begin
    ${body}
    return null;
  end $$`;
const countPeople = (name: string, changes: string) =>
  createFunction(
    name,
    `insert into audience_changes (${conditions}, people)
      select ${conditions}, sum(sign) from (${changes}) as person group by ${conditions} having sum(sign) <> 0;`,
  );
const added = `select 1 as sign, ${conditions} from added`;
const removed = `select -1 as sign, ${conditions} from removed`;

/** Columns of people and companies that an audience depends on. */
const personColumns = (row: string) =>
  `${row}.company_id, ${row}.region_id, ${row}.active, ${row}.role, ${row}.languages_id, ${row}.fcm <> '[]'`;
const companyColumns = (row: string) =>
  `${row}.active <> 0, ${row}.reserved_points = 0, ${row}.company_type`;

const statements = [
  `create table audience_people (
    person_id uuid primary key references installers (id) on delete cascade,
    company_id uuid not null,
    ${columns}
  )`,
  `create table audience_sums (${columns}, people bigint not null, primary key (${conditions}))`,
  `create table audience_changes (
    id bigint generated always as identity primary key,
    ${columns},
    people bigint not null
  )`,
  insertPeople('true'),
  `insert into audience_sums (${conditions}, people)
    select ${conditions}, count(*) from audience_people group by ${conditions}`,
  countPeople('count_added_people', added),
  countPeople('count_changed_people', `${added} union all ${removed}`),
  countPeople('count_removed_people', removed),
  `create trigger audience_people_added after insert on audience_people referencing new table as added
    for each statement execute function count_added_people()`,
  `create trigger audience_people_changed after update on audience_people
    referencing new table as added old table as removed for each statement execute function count_changed_people()`,
  `create trigger audience_people_removed after delete on audience_people referencing old table as removed
    for each statement execute function count_removed_people()`,
  createFunction(
    'write_audience_of_person',
    `-- Waits for changes of the company, which would otherwise miss this one.
    perform from companies where id = new.company_id for share;
    ${writePeople('person.id = new.id')}`,
  ),
  createFunction('write_audience_of_company', writePeople('company.id = new.id')),
  `create trigger installers_audience_added after insert on installers
    for each row execute function write_audience_of_person()`,
  `create trigger installers_audience_changed after update on installers for each row
    when ((${personColumns('old')}) is distinct from (${personColumns('new')}))
    execute function write_audience_of_person()`,
  `create trigger companies_audience after update of active, reserved_points, company_type on companies for each row
    when ((${companyColumns('old')}) is distinct from (${companyColumns('new')}))
    execute function write_audience_of_company()`,
  'analyze audience_people',
];
