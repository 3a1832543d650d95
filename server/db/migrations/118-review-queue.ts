import { type Kysely, sql } from 'kysely';

/**
 * Stores the time since which a product has been waiting for a decision, so that an index returns the review queue in
 * order. The time is null for products that can't be decided now. Triggers maintain it, even when the previous server
 * version writes. All writes to a company's projects and products lock the company first, so the triggers see each
 * other's rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Statuses of projects whose products can be decided: closed and in review. */
const OPEN_STATUSES = '(2, 5)';

const statements = [
  'alter table scans add column waiting_since timestamptz',
  // Returns the time when the project was submitted or the product last changed, for example by a new photo, whichever
  // is later.
  `create function product_waits_since(scan scans) returns timestamptz language sql stable
    set search_path from current as $$
    select greatest(scan.updated_at, project.submitted_at) from projects as project
    where project.uuid = scan.projects_id and not project.deleted and project.status in ${OPEN_STATUSES}
      and scan.flag = 'in_review' and not scan.deleted and scan.rejection is null
  $$`,
  `create function set_waiting_since() returns trigger language plpgsql as $$
  begin
    -- Most products are decided, and need no project.
    if new.flag = 'in_review' and not new.deleted and new.rejection is null then
      new.waiting_since := product_waits_since(new);
    else
      new.waiting_since := null;
    end if;
    return new;
  end $$`,
  `create trigger scans_waiting before insert or update of flag, deleted, rejection, projects_id, updated_at
    on scans for each row execute function set_waiting_since()`,
  `create function set_products_waiting() returns trigger language plpgsql as $$
  begin
    update scans set waiting_since = product_waits_since(scans)
      where projects_id = new.uuid and flag = 'in_review' and not deleted;
    return null;
  end $$`,
  `create trigger projects_waiting after update of status, submitted_at, deleted on projects
    for each row when ((old.status, old.submitted_at, old.deleted)
      is distinct from (new.status, new.submitted_at, new.deleted))
    execute function set_products_waiting()`,
  `update scans set waiting_since = product_waits_since(scans) where flag = 'in_review' and not deleted`,
  `create index scans_waiting on scans (region_id, waiting_since, projects_id, created_at, uuid)
    where waiting_since is not null`,
  'create index projects_region_submitted on projects (region_id, submitted_at) where submitted_at is not null',
];
