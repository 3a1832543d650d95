import { type Kysely, sql } from 'kysely';
import { type CountedTable, selectCountedRecords, createTriggers } from './128-report-days.ts';

/**
 * Counts messages, first answers and reviewers' decisions by day, and adds indexes that sort the waiting times of
 * each year. Before, a report read all of a period's messages and decisions to count them and to find the medians.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const decisions: CountedTable = {
  table: 'review_decisions',
  figures: [{ figure: `'decided_' || kind`, at: 'settled_at' }],
  condition: `outcome = 'done'`,
  columns: ['region_id', 'outcome', 'settled_at', 'kind'],
};

const changeColumns = 'region_id, figure, day, records, points';
const yearOf = (column: string) =>
  `extract(year from ${column} at time zone region_time_zone(region_id))::integer`;
const secondsBetween = (from: string, to: string) =>
  `extract(epoch from ${to} - ${from})::double precision`;

/** Selects what chats add to the figures, or subtract from them, depending on the `sign` of the row. */
const chatRecords = (rows: string) => `
  select region_id, 'chats' as figure, created_at as at, sign from (${rows}) as chat where not deleted
  union all select region_id, 'chats_answered', created_at, sign from (${rows}) as chat
    where not deleted and answered_at is not null`;
const messageFigure = `case sender when 'admin' then 'answers' else 'messages' end`;
/** Selects what the messages of chats add to the figures. */
const messageRecords = (chats: string, messages = 'support_messages') => `
  select region_id, ${messageFigure} as figure, message.created_at as at, sign
  from (${chats}) as chat join ${messages} as message on message.chat_uuid = chat.uuid where not deleted`;
const countsOf = (records: string) => `
  select region_id, figure, (at at time zone region_time_zone(region_id))::date as day, sum(sign) as records, 0 as points
  from (${records}) as record where region_id is not null group by 1, 2, 3 having sum(sign) <> 0`;

const createFunction = (name: string, body: string) => `
  create or replace function ${name}() returns trigger language plpgsql set search_path from current as $$
  begin
    ${body}
  end $$`;
const insertCounts = (records: string) =>
  `insert into report_changes (${changeColumns}) ${countsOf(records)};`;

const addedChats = 'select 1 as sign, added.* from added';
const changedChats = 'select 1 as sign, (new).* union all select -1, (old).*';
const removedChats = 'select -1 as sign, (old).*';
const allChats = 'select 1 as sign, * from support_chats';
const withMessages = (chats: string) => `${chatRecords(chats)} union all ${messageRecords(chats)}`;

const decisionStatements = [
  `create function created_at_of_scan(product uuid) returns timestamptz language sql stable
    as 'select created_at from scans where uuid = product'`,
  'alter table review_decisions add column region_id integer, add column scanned_at timestamptz',
  // Rewriting the table is faster than an update, and leaves no dead rows.
  `alter table review_decisions
    alter column region_id type integer using (region_of_company(company_id)),
    alter column scanned_at type timestamptz using (created_at_of_scan(scan))`,
  `alter table review_decisions
    add column settled_year integer generated always as (${yearOf('settled_at')}) stored,
    add column review_seconds double precision
      generated always as (${secondsBetween('scanned_at', 'made_at')}) stored`,
  createFunction(
    'set_scan_time',
    `new.scanned_at := created_at_of_scan(new.scan);
    return new;`,
  ),
  `create trigger review_decisions_region before insert or update of company_id on review_decisions
    for each row execute function set_region()`,
  `create trigger review_decisions_scan before insert or update of scan on review_decisions
    for each row execute function set_scan_time()`,
  `create trigger companies_region_of_review_decisions after update of regions_id on companies
    for each row when (old.regions_id <> new.regions_id) execute function move_records('review_decisions')`,
  `create index review_decisions_times on review_decisions (region_id, settled_year, review_seconds)
    include (settled_at) where outcome = 'done'`,
  ...createTriggers(decisions),
  `insert into report_days (${changeColumns})
    ${selectCountedRecords(decisions, 'select 1 as sign, * from review_decisions')}`,
];

const chatStatements = [
  `create function first_answer_of_chat(chat uuid) returns timestamptz language sql stable
    as $$ select min(created_at) from support_messages where chat_uuid = chat and sender = 'admin' $$`,
  'alter table support_chats add column answered_at timestamptz',
  'alter table support_chats alter column answered_at type timestamptz using (first_answer_of_chat(uuid))',
  `alter table support_chats
    add column created_year integer generated always as (${yearOf('created_at')}) stored,
    add column answer_seconds double precision
      generated always as (${secondsBetween('created_at', 'answered_at')}) stored`,
  `create index support_chats_times on support_chats (region_id, created_year, answer_seconds)
    include (created_at) where answered_at is not null and not deleted`,

  // A new chat has no messages yet. A message is removed only with its chat, and never changed.
  createFunction(
    'count_added_support_chats',
    `${insertCounts(chatRecords(addedChats))} return null;`,
  ),
  createFunction(
    'count_changed_support_chats',
    `${insertCounts(withMessages(changedChats))} return null;`,
  ),
  createFunction(
    'count_removed_support_chats',
    `${insertCounts(withMessages(removedChats))} return old;`,
  ),
  createFunction(
    'count_added_messages',
    `${insertCounts(messageRecords(allChats, 'added'))}
    update support_chats set answered_at = answer.at
      from (select chat_uuid, min(created_at) as at from added where sender = 'admin' group by 1) as answer
      where uuid = chat_uuid and answered_at is null;
    return null;`,
  ),
  'drop trigger support_chats_days_changed on support_chats',
  `create trigger support_chats_days_changed after update on support_chats for each row
    when ((old.region_id, old.created_at, old.deleted, old.answered_at)
      is distinct from (new.region_id, new.created_at, new.deleted, new.answered_at))
    execute function count_changed_support_chats()`,
  // Runs before the messages are removed, too.
  'drop trigger support_chats_days_removed on support_chats',
  `create trigger support_chats_days_removed before delete on support_chats for each row
    execute function count_removed_support_chats()`,
  `create trigger support_messages_days_added after insert on support_messages referencing new table as added
    for each statement execute function count_added_messages()`,
  `insert into report_days (${changeColumns})
    ${countsOf(`select * from (${withMessages(allChats)}) as record where figure <> 'chats'`)}`,
];

const statements = [
  // Companies that move meanwhile would be missed, because their trigger is created later.
  'lock table companies in share row exclusive mode',
  ...decisionStatements,
  ...chatStatements,
  'analyze review_decisions',
  'analyze support_chats',
];
