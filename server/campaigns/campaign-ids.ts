import { type Kysely } from 'kysely';
import { type Campaign } from '#schemas/campaign.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';

/*
 * Ids of campaigns are unique in a country forever. Stored scans and ledger entries refer to them, so reusing an id
 * would attribute the first campaign's points to the second.
 */

type CampaignId = Pick<Campaign, 'id'>;

/** Loads the ids of all campaigns that a country has ever had. */
export async function loadUsedCampaignIds(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('campaign_names')
    .select('id')
    .where('region', '=', region)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Finds requested ids that belonged to an earlier campaign, which the settings no longer list. */
export function findReusedIds(
  requestedCampaigns: readonly CampaignId[],
  currentCampaigns: readonly CampaignId[],
  usedIds: ReadonlySet<string>,
): string[] {
  const currentIds = new Set(currentCampaigns.map(({ id }) => id));
  return requestedCampaigns.flatMap(({ id }) =>
    usedIds.has(id) && !currentIds.has(id) ? [id] : [],
  );
}

/** Returns the end of the error message for a reused id. */
export function describeReusedId(region: RegionCode): string {
  return `is the id of an earlier campaign of ${region}, and its points keep that id. Choose a new id.`;
}
