import { type Kysely, sql } from 'kysely';

/**
 * Stores daily counts of records for reports, maintained like the ledger's sums (127-ledger-days.ts): triggers insert
 * changes, and a job adds them up. Days are in the time zone of the record's country.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const keys = 'region_id, figure, day';
const columns = `
  region_id integer not null,
  figure text not null,
  day date not null,
  records bigint not null,
  points bigint not null`;

/** Time zones of countries by `region_id`, as in schemas/calendar-day.ts. */
const zones = [
  ...['Sarajevo', 'Sofia', 'Zagreb', 'Prague', 'Tallinn', 'Budapest', 'Rome', 'Vilnius', 'Riga'],
  ...['Warsaw', 'Bucharest', 'Belgrade', 'Bratislava', 'Ljubljana', 'Istanbul', 'Kiev'],
];
const zoneCases = zones.map((city, index) => `when ${index + 1} then 'Europe/${city}'`).join(' ');

/** A counted table, the figures that its rows count towards, and the columns that these counts depend on. */
export interface CountedTable {
  readonly table: string;
  readonly figures: readonly { figure: string; at?: string; points?: string }[];
  readonly condition?: string;
  readonly region?: string;
  readonly columns: readonly string[];
}

const replicated = { condition: 'not deleted', columns: ['region_id', 'created_at', 'deleted'] };
const countedTables: readonly CountedTable[] = [
  {
    table: 'companies',
    figures: [{ figure: `'companies'` }],
    region: 'regions_id',
    columns: ['regions_id', 'created_at'],
  },
  {
    ...replicated,
    table: 'projects',
    figures: [{ figure: `'projects'` }, { figure: `'projects_closed'`, at: 'project_closed' }],
    columns: [...replicated.columns, 'project_closed'],
  },
  { ...replicated, table: 'scans', figures: [{ figure: `'scans'` }] },
  {
    ...replicated,
    table: 'orders',
    figures: [{ figure: `'orders_' || status`, points: 'points' }],
    columns: [...replicated.columns, 'status', 'points'],
  },
  {
    ...replicated,
    table: 'leads',
    figures: [{ figure: `'leads_' || status` }],
    columns: [...replicated.columns, 'status'],
  },
  {
    table: 'lead_requests',
    figures: [{ figure: `'lead_requests'` }],
    columns: ['region_id', 'created_at'],
  },
  { ...replicated, table: 'support_chats', figures: [{ figure: `'chats'` }] },
];

/** Selects the counts that rows add to the figures, or subtract from them, depending on the `sign` of the row. */
export function selectCountedRecords(
  { figures, region = 'region_id', condition = 'true' }: CountedTable,
  rows: string,
) {
  const selects = figures.map(
    ({ figure, at = 'created_at', points = '0' }) => `
      select ${region} as region_id, ${figure} as figure,
        (${at} at time zone region_time_zone(${region}))::date as day, sign, ${points} as points
      from (${rows}) as counted where ${condition} and ${at} is not null and ${region} is not null`,
  );
  return `select ${keys}, sum(sign) as records, sum(sign * points) as points
    from (${selects.join(' union all ')}) as record group by ${keys}`;
}

export function createTriggers(countedTable: CountedTable): string[] {
  const { table } = countedTable;
  const counting = (name: string, rows: string) => `
    create function count_${name}_${table}() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into report_changes (${keys}, records, points)
        select * from (${selectCountedRecords(countedTable, rows)}) as change where records <> 0 or points <> 0;
      return null;
    end $$`;
  const changed = (row: string) => countedTable.columns.map((column) => `${row}.${column}`).join();
  return [
    counting('added', 'select 1 as sign, added.* from added'),
    counting('removed', 'select -1 as sign, removed.* from removed'),
    counting('changed', 'select 1 as sign, (new).* union all select -1, (old).*'),
    `create trigger ${table}_days_added after insert on ${table} referencing new table as added
      for each statement execute function count_added_${table}()`,
    `create trigger ${table}_days_removed after delete on ${table} referencing old table as removed
      for each statement execute function count_removed_${table}()`,
    // Most updates don't change any counts.
    `create trigger ${table}_days_changed after update on ${table} for each row
      when ((${changed('old')}) is distinct from (${changed('new')})) execute function count_changed_${table}()`,
  ];
}

const statements = [
  `create function region_time_zone(region integer) returns text language sql immutable parallel safe
    as $$ select case region ${zoneCases} else 'UTC' end $$`,
  `create table report_days (${columns}, primary key (${keys}))`,
  `create table report_changes (id bigint generated always as identity primary key, ${columns})`,
  ...countedTables.flatMap(createTriggers),
  ...countedTables.map(
    (countedTable) => `insert into report_days (${keys}, records, points)
      ${selectCountedRecords(countedTable, `select 1 as sign, ${countedTable.table}.* from ${countedTable.table}`)}`,
  ),
];
