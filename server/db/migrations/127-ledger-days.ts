import { type Kysely, sql } from 'kysely';

/**
 * Stores daily sums of the ledger, so that summing a country's points doesn't read every ledger line. Triggers insert
 * each statement's changes as new rows, because writers that updated the same sums would wait for each other. A job
 * adds the new rows up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const keys = 'region_id, day, event, variation, campaign';
/** Columns of a sum; the day is in UTC, and the campaign is empty for lines without one. */
const columns = `
  region_id integer not null,
  day date not null,
  event text not null,
  variation text not null,
  campaign text not null,
  lines bigint not null,
  points bigint not null`;
const keysOfLine = `region_id, (created_at at time zone 'UTC')::date as day, event, variation,
  coalesce(campaign ->> 'id', '') as campaign`;

/** Creates a trigger function that adds the lines of a statement's transition tables, and subtracts removed lines. */
const countLines = (
  name: string,
  lines: string,
) => `create function ${name}() returns trigger language plpgsql
  set search_path from current as $$
begin
  insert into ledger_changes (${keys}, lines, points)
    select ${keysOfLine}, sum(sign), sum(sign * points) from (${lines}) as line
    where region_id is not null
    group by 1, 2, 3, 4, 5 having sum(sign) <> 0 or sum(sign * points) <> 0;
  return null;
end $$`;
const added = 'select 1 as sign, added.* from added';
const removed = 'select -1 as sign, removed.* from removed';

const statements = [
  `create table ledger_days (${columns}, primary key (${keys}))`,
  `create index ledger_days_campaign on ledger_days (region_id, campaign) where campaign <> ''`,
  `create table ledger_changes (id bigint generated always as identity primary key, ${columns})`,
  countLines('count_added_lines', added),
  countLines('count_changed_lines', `${added} union all ${removed}`),
  countLines('count_removed_lines', removed),
  `create trigger ledger_days_added after insert on ledger referencing new table as added
    for each statement execute function count_added_lines()`,
  `create trigger ledger_days_changed after update on ledger referencing new table as added old table as removed
    for each statement execute function count_changed_lines()`,
  `create trigger ledger_days_removed after delete on ledger referencing old table as removed
    for each statement execute function count_removed_lines()`,
  `insert into ledger_days (${keys}, lines, points)
    select ${keysOfLine}, count(*), sum(points) from ledger where region_id is not null group by 1, 2, 3, 4, 5`,
];
