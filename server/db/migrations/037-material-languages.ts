import { type Kysely, sql } from 'kysely';

/** Regions whose marketing texts were translated at the time of this migration (spec 2 §1). */
const regions = ['PL', 'HU', 'RO', 'HR', 'SI', 'BG'];

/** Deactivates marketing material in countries for whose language there are no texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with offered as (
      select uuid, region, row_number() over (partition by region order by uuid) as place
      from shop_products
      where marketing_type is not null and active and region <> all(${regions}::text[])
    ), counters as (
      insert into region_counters (region, rev)
      select region, count(*) from offered group by region
      on conflict (region) do update set rev = region_counters.rev + excluded.rev
      returning region, rev
    ), counts as (
      select region, count(*) as changed from offered group by region
    )
    update shop_products p
    set active = false, rev = c.rev - n.changed + o.place, op_id = gen_random_uuid(), updated_at = now()
    from offered o
    join counters c on c.region = o.region
    join counts n on n.region = o.region
    where p.uuid = o.uuid`.execute(db);
}
