import { type Kysely, sql } from 'kysely';

/**
 * Records which console lists have changed in which country, for the console's event stream. Each transaction adds at
 * most one row per list and country, so transactions don't wait for each other. Triggers add the rows, even when the
 * previous server version writes. A job deletes rows after ten minutes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Country codes in the order of `region_id`, which starts at 1. */
const codes = 'BA BG HR CZ EE HU IT LT LV PL RO RS SK SI TR UA'.split(' ');
const idOfCode = `array_position(array[${codes.map((code) => `'${code}'`).join()}], row.region)`;

/** A table, the lists that show its rows, and the countries of its rows. */
interface TableLists {
  readonly table: string;
  readonly lists: readonly string[];
  /** SQL expression for the country of `row`; `region_id` by default. Null if the row concerns several countries. */
  readonly region?: string;
}

const listed: readonly TableLists[] = [
  { table: 'announcements', lists: ['announcements'] },
  { table: 'chat_templates', lists: ['chat_templates'] },
  // Unlike `companies`, this table only changes when the lists show something new.
  { table: 'company_search', lists: ['companies'] },
  { table: 'content_drafts', lists: ['contents'] },
  { table: 'contents', lists: ['contents'] },
  { table: 'held_lots', lists: ['held_lots'] },
  { table: 'imports', lists: ['imports'] },
  { table: 'lead_requests', lists: ['lead_requests'] },
  { table: 'lead_tokens', lists: ['lead_tokens'] },
  { table: 'leads', lists: ['leads'] },
  { table: 'ledger', lists: ['ledger'] },
  { table: 'operator_approvals', lists: ['approvals'] },
  { table: 'operator_grants', lists: ['operators'] },
  { table: 'order_batches', lists: ['order_batches'] },
  { table: 'orders', lists: ['orders'] },
  { table: 'person_search', lists: ['people'] },
  { table: 'projects', lists: ['projects'] },
  { table: 'region_settings', lists: ['campaigns', 'settings'], region: idOfCode },
  { table: 'scans', lists: ['products', 'review'] },
  { table: 'settings_versions', lists: ['settings'] },
  { table: 'shop_categories', lists: ['categories'] },
  { table: 'shop_products', lists: ['shop'] },
  { table: 'shop_variants', lists: ['shop'] },
  { table: 'support_chats', lists: ['chats'] },
  { table: 'surveys', lists: ['surveys'] },
  { table: 'voucher_codes', lists: ['vouchers'], region: idOfCode },
  { table: 'warranty_certificates', lists: ['certificates'] },
];

function triggersOf({ table, lists, region = 'row.region_id' }: TableLists): string[] {
  const names = lists.map((name) => `'${name}'`).join();
  const note = (rows: string) => `
    insert into list_changes (region_id, list)
      select region, list from (select distinct coalesce(${region}, 0) as region from (${rows}) as row) as changed
      cross join unnest(array[${names}]) as list
      on conflict do nothing;`;
  const trigger = (event: string, parts: string) =>
    `create trigger ${table}_lists_${event} after ${event} on ${table} referencing ${parts}
      for each statement execute function note_lists_of_${table}()`;
  return [
    `create function note_lists_of_${table}() returns trigger language plpgsql set search_path from current as $$
    begin
      if tg_op = 'INSERT' then ${note('select * from added')}
      elsif tg_op = 'DELETE' then ${note('select * from removed')}
      else ${note('select * from added union all select * from removed')}
      end if;
      return null;
    end $$`,
    trigger('insert', 'new table as added'),
    trigger('update', 'old table as removed new table as added'),
    trigger('delete', 'old table as removed'),
  ];
}

const statements = [
  // `region_id` is 0 for a change that concerns several countries.
  `create table list_changes (
    xid xid8 not null default pg_current_xact_id(),
    region_id integer not null,
    list text not null,
    changed_at timestamptz not null default now(),
    primary key (xid, region_id, list)
  )`,
  ...listed.flatMap(triggersOf),
];
