import { type Kysely, sql } from 'kysely';

/** Stores who earned a project's points, unless the person who closed it earned all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger add column people jsonb`.execute(db);
  // Skips entries whose products have changed since; these count for the person who closed the project.
  await sql`
    update ledger set people = shares.people
    from (
      select projects_id, sum(points) as points,
        jsonb_agg(jsonb_build_object('uuid', created_by, 'points', points)) as people
      from (
        select scans.projects_id, coalesce(scans.created_by, projects.closed_by) as created_by,
          sum(scans.points - coalesce((scans.campaign ->> 'points')::int, 0)) as points
        from scans join projects on projects.uuid = scans.projects_id
        where scans.flag = 'valid' and not scans.deleted and scans.points > 0
          and projects.closed_by is not null
        group by 1, 2
      ) as by_person
      group by projects_id
    ) as shares
    where ledger.project_uuid = shares.projects_id and ledger.event = 'project_closed'
      and ledger.people is null and ledger.points = shares.points`.execute(db);
}
