import type { Client } from 'pg';
import { CLAIMED_RECORDS, type ClaimedKind } from '#schemas/operator/queue-claims.ts';
import { vendorTypes } from '#schemas/vendors.ts';
import { createdAt, busyCompany, idOf, region, spread } from './list-growth.ts';

/** Number of operators who have each claimed records at the start of every queue. */
const CLAIMING_OPERATORS = 50;
/** A table with fewer rows hasn't been grown yet: the demo has only a few rows in each. */
const MIN_GROWN = 1000;

const operator = `(array(select id from operators order by id))[1 + n % (select count(*) from operators)]`;
const vendor = `(array['${vendorTypes.join("','")}'])[1 + n % ${vendorTypes.length}]`;
/** The record of a table whose timeline the benchmark reads. */
const firstOf = (table: string) => `(select uuid from ${table} order by uuid limit 1)`;

/** Returns the statement that adds rows to each table, by the table's name; `n` is the number of the row. */
function statementsOf(rows: number): Readonly<Record<string, string>> {
  const series = (count = rows) => `generate_series(1, ${Math.floor(count)}) n`;
  const company = busyCompany(rows);
  return {
    club_cards: `insert into club_cards
        (serial_number, company_id, status, registered_at, created_at, updated_at, region_id)
      select lpad(n::text, 10, '0'), companies.id,
        (array['ISSUED', 'ACTIVE', 'ACTIVE', 'BLOCKED', 'EXPIRED', 'CLOSED'])[1 + n % 6],
        ${createdAt}, ${createdAt}, ${createdAt}, regions_id
      from ${series()} join companies on companies.id = ${company}`,
    order_batches: `insert into order_batches (uuid, region_id, type, created_by, created_at, orders, points)
      select gen_random_uuid(), ${region}, ${vendor}, ${operator}, ${createdAt}, 1 + n % 500, n from ${series()}`,
    operator_approvals: `insert into operator_approvals
        (uuid, act, body, why, region_id, record_kind, record_id, record_rev, requested_by, requested_at, state)
      select gen_random_uuid(), 'correctPoints', jsonb_build_object('regions', array[${region}], 'points', n),
        'A returned product.', ${region}, 'company', ${company}, 1, ${operator}, ${createdAt},
        case when n % 500 = 0 then 'open' else (array['approved', 'rejected', 'void'])[1 + n % 3] end
      from ${series()}`,
    imports: `insert into imports
        (uuid, kind, region_id, file_name, bytes, state, created_by, created_at, run_by, why)
      select gen_random_uuid(), (array['shop', 'vouchers', 'awards'])[1 + n % 3], ${region}, 'Rows ' || n || '.csv', n,
        (array['applied', 'applied', 'checked', 'taken_back'])[1 + n % 4], ${operator}, ${createdAt}, ${operator}, ''
      from ${series(rows / 10)}`,
    announcements: `insert into announcements
        (uuid, region_id, state, texts, created_at, created_by, updated_at)
      select gen_random_uuid(), ${region}, (array['sent', 'sent', 'draft', 'discarded'])[1 + n % 4],
        '{"en":{"title":"Holidays","text":"We are closed."}}', ${createdAt}, ${operator}, ${createdAt}
      from ${series(rows / 10)}`,
    survey_invitations: `insert into survey_invitations
        (uuid, company_id, rev, op_id, created_at, updated_at, user_id, interacted_at, delayed_to,
         survey_configuration, survey_id)
      select gen_random_uuid(), company_id, 1000000 + n, gen_random_uuid(), ${createdAt}, ${createdAt}, person.id,
        case when n % 3 = 0 then '2026-09-01T00:00:00.000Z' end,
        case when n % 2 = 0 then '9999-12-31T00:00:00.000Z' end, '{}', ${firstOf('surveys')}
      from (select id, company_id, row_number() over () as n from installers) as person where n <= ${rows}`,
    support_messages: `insert into support_messages (uuid, chat_uuid, sender, message, created_at)
      select gen_random_uuid(), uuid, (array['installer', 'admin'])[1 + part],
        'When will it arrive?', created_at + part * interval '40 minutes' + interval '1 second'
      from support_chats cross join generate_series(0, 1) as part`,
    review_decisions: `insert into review_decisions
        (uuid, scan, project, company_id, region_id, scanned_at, operator_id, kind, seen_version, made_at, due_at,
         settled_at, outcome)
      select gen_random_uuid(), uuid, projects_id, company_id, region_id, created_at, ${operator},
        (array['accept', 'accept', 'accept', 'reject', 'request_photo'])[1 + n % 5], 1,
        created_at + interval '1 hour', created_at + interval '1 hour', created_at + interval '1 hour', 'done'
      from (select *, row_number() over () as n from scans where waiting_since is null) as scan`,
    message_log: `insert into message_log (uuid, kind, about, installer_id, record_ids, at, status)
      select gen_random_uuid(), 'email', 'order_done', ${idOf('person', spread(6, rows))},
        array[${idOf('person', spread(7, rows))}], ${createdAt}, 'sent' from ${series()}`,
    record_comments: `insert into record_comments (uuid, record_kind, record_id, operator_id, text, created_at)
      select gen_random_uuid(), 'company', case n % 100
          when 1 then ${firstOf('warranty_certificates')} when 2 then ${firstOf('contents')}
          when 3 then ${firstOf('leads')} when 4 then ${firstOf('lead_requests')}
          when 5 then ${firstOf('orders')} when 6 then ${firstOf('scans')}
          when 7 then ${firstOf('surveys')} else ${company} end,
        ${operator}, 'Called back.', ${createdAt} from ${series()}`,
    operator_presence: `insert into operator_presence (record_kind, record_id, operator_id, seen_at)
      select 'company', ${company}, ${operator}, ${createdAt} from ${series(rows / 10)} on conflict do nothing`,
  };
}

const dayOf = (at: string) => `(${at} at time zone region_time_zone(region_id))::date`;
/** Adds daily counts of a figure; `records` selects `region_id`, `figure` and `at`. */
const countDays = (records: string) => `
  insert into report_days (region_id, figure, day, records, points)
    select region_id, figure, ${dayOf('at')}, count(*), 0 from (${records}) as record group by 1, 2, 3
  on conflict (region_id, figure, day) do update set records = excluded.records`;

/** Statements for the changes that triggers would make for the added rows, by table. */
const derivedRows: Readonly<Record<string, readonly string[]>> = {
  support_messages: [
    `update support_chats set answered_at = answer.at
      from (select chat_uuid, min(created_at) as at from support_messages where sender = 'admin' group by 1) as answer
      where uuid = chat_uuid`,
    'vacuum analyze support_chats',
    countDays(`select region_id, 'chats_answered' as figure, created_at as at from support_chats
        where answered_at is not null and not deleted
      union all select region_id, case sender when 'admin' then 'answers' else 'messages' end, message.created_at
        from support_messages as message join support_chats as chat on chat.uuid = chat_uuid where not deleted`),
  ],
  review_decisions: [
    countDays(`select region_id, 'decided_' || kind as figure, settled_at as at from review_decisions
      where outcome = 'done'`),
  ],
};

/** Conditions and order of the queues' records. */
const queues: Readonly<Partial<Record<ClaimedKind, string>>> = {
  approval: `select uuid from operator_approvals where state = 'open' order by requested_at`,
  company: `select company_id from company_search where not is_verified and not is_refused order by created_at`,
  lead_request: `select uuid from lead_requests where state = 'waiting' order by created_at`,
  order: `select uuid from orders where status in (1, 2, 5) and not deleted order by created_at`,
  scan: `select uuid from scans where waiting_since is not null order by waiting_since`,
};

/**
 * Adds records of operators: cards, batches, approvals, imports, announcements, comments and others. Skips tables
 * that already have many rows.
 * @param onTable called after each table, with its row count
 */
export async function growOperatorRecords(
  client: Client,
  rows: number,
  onTable: (table: string, rows: number) => void,
): Promise<void> {
  // With triggers and foreign keys, inserting a million rows would take hours.
  await client.query("set session_replication_role = 'replica'");
  for (const [table, statement] of Object.entries(statementsOf(rows))) {
    if (await isGrown(client, table, Math.min(MIN_GROWN, rows / 20))) continue;
    const { rowCount } = await client.query(statement);
    await client.query(`vacuum analyze ${table}`);
    for (const derived of derivedRows[table] ?? []) await client.query(derived);
    onTable(table, rowCount ?? 0);
  }
  await client.query("set session_replication_role = 'origin'");
  await claimQueues(client);
}

async function isGrown(client: Client, table: string, minRows: number): Promise<boolean> {
  const { rowCount } = await client.query(`select from ${table} limit $1`, [Math.ceil(minRows)]);
  return (rowCount ?? 0) >= minRows;
}

/** Claims the first records of each queue for other operators, so that the next claim has to skip them. */
async function claimQueues(client: Client): Promise<void> {
  for (const [kind, queue] of Object.entries(queues)) {
    await client.query(
      `insert into record_claims (record_kind, record_id, operator_id, until)
       select $1, queue.id, ${operator}, now() + interval '20 years'
       from (select id, row_number() over () as n
         from (${queue} limit ${CLAIMING_OPERATORS * CLAIMED_RECORDS}) as record (id)) as queue
       on conflict do nothing`,
      [kind],
    );
  }
  await client.query('vacuum analyze record_claims');
}
