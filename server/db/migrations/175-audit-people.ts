import { type Kysely, sql } from 'kysely';

/**
 * Stores the people whose records each audited action concerns, so that the audit can be searched by person. A person's
 * records are the person, their orders and chats, and approvals about them. A trigger maintains the table. The audit
 * itself stays as it is, with its hashes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const columns = 'kind text, id text';
/** Ids that aren't UUIDs belong to no person. */
const isUuid = `id ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'`;
const asUuid = `case when ${isUuid} then id::uuid end`;

const statements = [
  `create table audit_people (
    person_id uuid not null,
    audit_id bigint not null references operator_audit (id),
    primary key (person_id, audit_id)
  )`,
  `create function people_of_record(${columns}) returns setof uuid language sql stable set search_path from current as $$
    select ${asUuid} where kind = 'installer' and ${isUuid}
    union all select user_id from orders where kind = 'order' and orders.uuid = ${asUuid}
    union all select user_id from support_chats where kind = 'chat' and support_chats.uuid = ${asUuid}
    union all select record_id::uuid from operator_approvals
      where kind = 'approval' and operator_approvals.uuid = ${asUuid} and record_kind = 'installer'
  $$`,
  `create function add_audit_people() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into audit_people (person_id, audit_id)
        select distinct person, coalesce(added.of_id, added.id)
        from added cross join lateral people_of_record(added.record_kind, added.record_id) as person
        where added.record_id is not null and person is not null
        on conflict do nothing;
      return null;
    end $$`,
  `create trigger operator_audit_people after insert on operator_audit
    referencing new table as added for each statement execute function add_audit_people()`,
  `insert into audit_people (person_id, audit_id)
    select distinct person, coalesce(audit.of_id, audit.id)
    from operator_audit as audit
    cross join lateral people_of_record(audit.record_kind, audit.record_id) as person
    where audit.record_kind in ('approval', 'chat', 'installer', 'order')
      and audit.record_id is not null and person is not null`,
];
