import { type Kysely, sql } from 'kysely';

/**
 * Converts the versions in open approvals of levels. An earlier release computed them from the last year's levels only,
 * so this release would treat each of these approvals as void. Approvals of levels that have changed since stay void.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update operator_approvals as approval set record_rev = version.current
    from (
      select opened.uuid,
        ('x' || substr(md5((array_agg(brackets::text order by from_year desc))[1]), 1, 7))::bit(28)::integer
          as former,
        ('x' || substr(md5(string_agg(from_year || ' ' || brackets, ' ' order by from_year)), 1, 7))::bit(28)::integer
          as current
      from operator_approvals as opened
        join tier_ladders as ladder on ladder.region || '-' || ladder.tier_category = opened.record_id
          and ladder.from_year <= substr(opened.body ->> 'starts_on', 1, 4)::integer
      where opened.act = 'changeTierLadder' and opened.state = 'open'
      group by opened.uuid
    ) as version
    where version.uuid = approval.uuid and approval.record_rev = version.former`.execute(db);
}
