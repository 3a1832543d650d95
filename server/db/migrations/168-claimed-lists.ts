import { type Kysely, sql } from 'kysely';

/**
 * Adds an index that finds the claims of an operator who signs out. Also adds triggers that mark a list as changed when
 * its records are claimed or released, so that other operators see the change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * For each kind of record that can be claimed: the kind, the list that shows these records, and a query for a record's
 * country.
 */
const claimed = [
  [
    'approval',
    'approvals',
    'select region_id from operator_approvals where uuid = claim.record_id',
  ],
  ['chat', 'chats', 'select region_id from support_chats where uuid = claim.record_id'],
  ['company', 'companies', 'select regions_id from companies where id = claim.record_id'],
  [
    'lead_request',
    'lead_requests',
    'select region_id from lead_requests where uuid = claim.record_id',
  ],
  ['order', 'orders', 'select region_id from orders where uuid = claim.record_id'],
] as const;

const cases = (column: 1 | 2) =>
  claimed.map((parts) => `when '${parts[0]}' then ${valueOf(parts[column])}`).join(' ');
const valueOf = (text: string) => (text.startsWith('select') ? `(${text})` : `'${text}'`);

const note = (rows: string) => `
  insert into list_changes (region_id, list)
    select distinct coalesce(region, 0), list from (
      select case record_kind ${cases(2)} end as region, case record_kind ${cases(1)} end as list
      from (${rows}) as claim) as changed
    where list is not null
    on conflict do nothing;`;

const trigger = (event: string, parts: string) =>
  `create trigger record_claims_lists_${event} after ${event} on record_claims referencing ${parts}
    for each statement execute function note_claimed_lists()`;

const statements = [
  'create index record_claims_operator on record_claims (operator_id, record_kind)',
  `create function note_claimed_lists() returns trigger language plpgsql set search_path from current as $$
  begin
    if tg_op = 'INSERT' then ${note('select * from added')}
    elsif tg_op = 'DELETE' then ${note('select * from removed')}
    else ${note(`select added.* from added join removed using (record_kind, record_id)
      where added.operator_id <> removed.operator_id`)}
    end if;
    return null;
  end $$`,
  trigger('insert', 'new table as added'),
  // Claiming a record again only extends the claim.
  trigger('update', 'old table as removed new table as added'),
  trigger('delete', 'old table as removed'),
];
