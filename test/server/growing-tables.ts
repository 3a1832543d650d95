import { type Kysely, sql } from 'kysely';
import { chatStatuses } from '#schemas/chat.ts';
import { orderStatuses } from '#schemas/order.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { type Database } from '#server/db/tables.ts';

/** SQL expressions that replace columns of a copied row; `n` is the number of the copy. */
type Changes = Readonly<Record<string, string>>;

/** Number of companies added by factor 1. */
const COMPANIES = 400;
/** Rows per insert statement. */
const CHUNK = 50_000;
/** Number of projects added by factor 1. */
const PROJECTS = 20_000;
/** Number of sessions added by factor 1. */
const SESSIONS = 10_000;
const idOf = (prefix: string, number = 'n') => `md5('${prefix}' || ${number})::uuid`;
/** A table, the number of rows to add, and the columns that differ between them. */
type Growth = readonly [table: string, rows: number, Changes];

const withoutAuthors = { created_by: 'null', closed_by: 'null' };

function growthOf(factor: number, companies: number): readonly Growth[] {
  const projects = Math.ceil(PROJECTS * factor);
  const company = idOf('company', `n % ${companies}`);
  const person = idOf('person', `n % ${companies}`);
  const replicatedColumns = {
    uuid: 'gen_random_uuid()',
    op_id: 'gen_random_uuid()',
    rev: '1000000 + n',
    company_id: company,
  };
  return [
    ...installersGrowth(companies, company),
    [
      'projects',
      projects,
      {
        ...replicatedColumns,
        ...withoutAuthors,
        uuid: idOf('project'),
        closing_op_id: 'null',
        status: String(projectStatus.closed),
      },
    ],
    [
      'scans',
      3 * projects,
      {
        ...replicatedColumns,
        ...withoutAuthors,
        projects_id: idOf('project', `1 + n % ${projects}`),
        serial_number: `'G' || n`,
        image_data: 'null',
      },
    ],
    [
      'ledger',
      2 * projects,
      { ...replicatedColumns, ...withoutAuthors, project_uuid: 'null', order_uuid: 'null' },
    ],
    [
      'attachments',
      3 * projects,
      {
        ...replicatedColumns,
        created_by: 'null',
        uuid: idOf('attachment'),
        project_id: idOf('project', `1 + n % ${projects}`),
      },
    ],
    [
      'attachment_parts',
      projects,
      { attachment_uuid: idOf('attachment'), received_at: `timestamptz '2100-01-01'` },
    ],
    ['notifications', 2 * projects, { ...replicatedColumns, user_id: person }],
    [
      'leads',
      projects,
      { ...replicatedColumns, project_id: 'null', mover_id: 'null', expires_on: 'null' },
    ],
    [
      'orders',
      projects,
      {
        ...replicatedColumns,
        user_id: 'null',
        number: `'G' || n`,
        status: String(orderStatuses.positive),
      },
    ],
    [
      'support_chats',
      projects,
      {
        ...replicatedColumns,
        uuid: idOf('chat'),
        user_id: person,
        status: String(chatStatuses.solved),
      },
    ],
    ['support_messages', projects, { uuid: 'gen_random_uuid()', chat_uuid: idOf('chat') }],
    [
      'warranty_certificates',
      projects / 2,
      { ...replicatedColumns, user_id: 'null', number: `'G' || n`, project_uuid: idOf('project') },
    ],
    ...sessionsGrowth(Math.ceil(SESSIONS * factor), { person, company }),
  ];
}

function sessionsGrowth(
  sessions: number,
  { person, company }: Readonly<Record<'person' | 'company', string>>,
): Growth[] {
  return [
    [
      'sessions',
      sessions,
      { id: idOf('session'), installer_id: person, company_id: company, device_hash: 'null' },
    ],
    [
      'session_tokens',
      2 * sessions,
      {
        id: 'gen_random_uuid()',
        session_id: idOf('session', `1 + n % ${sessions}`),
        access_hash: `md5('a' || n)`,
        refresh_hash: `md5('r' || n)`,
      },
    ],
  ];
}

function installersGrowth(companies: number, company: string): Growth[] {
  return [
    [
      'companies',
      companies,
      {
        id: idOf('company', 'n - 1'),
        registration_number: 'null',
        registration_key: 'null',
        registration_number_2: 'null',
        registration_key_2: 'null',
      },
    ],
    [
      'installers',
      companies,
      {
        id: idOf('person', 'n - 1'),
        company_id: company,
        avatar: 'null',
        email: `'grown' || n || '@example.com'`,
        phone: 'null',
      },
    ],
  ];
}

/** Adds a photo with a part, to be copied: the demo has none. */
async function addAttachment(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into attachments (uuid, company_id, rev, op_id, created_at, updated_at, project_id, kind, caption,
      media_type, bytes, sha256, captured_at, has_content)
    select gen_random_uuid(), company_id, 900000, gen_random_uuid(), created_at, created_at, uuid, 'photo',
      'The roof before the work', 'image/jpeg', 400000, repeat('0', 64), created_at, true
    from projects limit 1`.execute(db);
  await sql`
    insert into attachment_parts (attachment_uuid, start, content)
    select uuid, 0, '\\x00' from attachments limit 1`.execute(db);
}

/**
 * Adds many rows of other companies to the tables that grow with use.
 * @param factor 1 adds 60,000 scans
 * @param companies number of companies; default: 400 per 60,000 scans
 * @returns the number of rows added to each table
 */
export async function growTables(
  db: Kysely<Database>,
  factor = 1,
  companies = Math.ceil(COMPANIES * factor),
): Promise<ReadonlyMap<string, number>> {
  await addAttachment(db);
  const growth = growthOf(factor, companies);
  for (const [table, rows, changes] of growth) {
    const { rows: columns } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table}
        and is_identity = 'NO' and is_generated = 'NEVER'`.execute(db);
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => changes[name] ?? `one."${name}"`);
    // Insert in chunks, to stay below the server's statement timeout.
    for (let from = 1; from <= rows; from += CHUNK) {
      await sql
        .raw(
          `insert into ${table} (${names.map((name) => `"${name}"`).join()}) select ${values.join()}
           from (select * from ${table} limit 1) one,
             generate_series(${from}, ${Math.min(from + CHUNK - 1, rows)}) n`,
        )
        .execute(db);
    }
  }
  // Analyze one by one: all tables together would exceed the statement timeout.
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  for (const { name } of tables) await sql`analyze ${sql.table(name)}`.execute(db);
  return new Map(growth.map(([table, rows]) => [table, rows]));
}

/** Returns the number of rows of each table read by sequential scans so far. */
export function countSequentialReads(db: Kysely<Database>): Promise<Map<string, number>> {
  return db.connection().execute(async (session) => {
    // Connections report their statistics only when they end, so end the others and flush this one.
    await sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(session);
    await sql`select pg_stat_force_next_flush()`.execute(session);
    const { rows } = await sql<{ name: string; count: number }>`
      select relname as name, seq_tup_read::int as count from pg_stat_user_tables`.execute(session);
    return new Map(rows.map(({ name, count }) => [name, count]));
  });
}
