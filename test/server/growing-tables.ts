import { type Kysely, sql } from 'kysely';
import { type Database } from '#server/db/tables.ts';

/** What a copy has in place of a column: an expression of SQL, in which `n` is its number. */
type Changes = Readonly<Record<string, string>>;

const COMPANIES = 400;
const idOf = (what: string, number = 'n') => `md5('${what}' || ${number})::uuid`;
const company = idOf('company', `n % ${COMPANIES}`);
const person = idOf('person', `n % ${COMPANIES}`);
const replicated = {
  ...{ uuid: 'gen_random_uuid()', op_id: 'gen_random_uuid()', rev: '1000000 + n' },
  company_id: company,
};
const nobody = { created_by: 'null', closed_by: 'null' };

/** The tables that grow with what people do, how many rows are added, and what is another's in each. */
const growth: readonly (readonly [table: string, rows: number, Changes])[] = [
  [
    'companies',
    COMPANIES,
    { id: idOf('company', 'n - 1'), registration_number: 'null', registration_number_2: 'null' },
  ],
  [
    'installers',
    COMPANIES,
    {
      ...{ id: idOf('person', 'n - 1'), company_id: company, avatar: 'null' },
      ...{ email: `'grown' || n || '@example.com'`, phone: 'null' },
    },
  ],
  ['projects', 20_000, { ...replicated, ...nobody, uuid: idOf('project'), closing_op_id: 'null' }],
  [
    'scans',
    60_000,
    {
      ...{ ...replicated, ...nobody, projects_id: idOf('project', '1 + n % 20000') },
      ...{ serial_number: `'G' || n`, image_data: 'null' },
    },
  ],
  ['ledger', 40_000, { ...replicated, ...nobody, project_uuid: 'null', order_uuid: 'null' }],
  ['notifications', 40_000, { ...replicated, user_id: person }],
  ['leads', 20_000, { ...replicated, project_id: 'null', mover_id: 'null' }],
  ['orders', 20_000, { ...replicated, user_id: 'null', number: `'G' || n` }],
  ['support_chats', 20_000, { ...replicated, uuid: idOf('chat'), user_id: person }],
  ['support_messages', 20_000, { uuid: 'gen_random_uuid()', chat_uuid: idOf('chat') }],
  [
    'warranty_certificates',
    10_000,
    { ...replicated, user_id: 'null', number: `'G' || n`, project_uuid: idOf('project') },
  ],
  [
    'sessions',
    10_000,
    { id: idOf('session'), installer_id: person, company_id: company, device_hash: 'null' },
  ],
  [
    'session_tokens',
    20_000,
    {
      ...{ id: 'gen_random_uuid()', session_id: idOf('session', '1 + n % 10000') },
      ...{ access_hash: `md5('a' || n)`, refresh_hash: `md5('r' || n)` },
    },
  ],
];

/** Adds many rows of other companies to the tables that grow. @returns how many each got */
export async function growTables(db: Kysely<Database>): Promise<Map<string, number>> {
  for (const [table, rows, changes] of growth) {
    const { rows: columns } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table}
        and is_identity = 'NO' and is_generated = 'NEVER'`.execute(db);
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => changes[name] ?? `one.${name}`);
    await sql
      .raw(
        `insert into ${table} (${names.join()}) select ${values.join()}
         from (select * from ${table} limit 1) one, generate_series(1, ${rows}) n`,
      )
      .execute(db);
    await sql.raw(`analyze ${table}`).execute(db);
  }
  return new Map(growth.map(([table, rows]) => [table, rows]));
}

/** How many rows of each table were read one after the other so far, from its first to its last. */
export function readInSequence(db: Kysely<Database>): Promise<Map<string, number>> {
  return db.connection().execute(async (own) => {
    // Each connection tells what it has read when it ends, at the latest; this one when it is told to.
    await sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(own);
    await sql`select pg_stat_force_next_flush()`.execute(own);
    const { rows } = await sql<{ name: string; count: number }>`
      select relname as name, seq_tup_read::int as count from pg_stat_user_tables`.execute(own);
    return new Map(rows.map(({ name, count }) => [name, count]));
  });
}
