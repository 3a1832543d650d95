import { type Kysely } from 'kysely';
import { type Campaign } from '#schemas/campaign.ts';
import { writeRegionSettings } from '#server/configuration/write-settings.ts';
import { type Database } from '#server/db/tables.ts';
import { demoRegionSettings } from '#server/demo/region-settings.ts';

/** Doubles the points of wooden windows in May 2026. */
export const doublePoints: Campaign = {
  id: 'double-points',
  name_translated: { en: 'Double points', pl: 'Podwójne punkty' },
  text_translated: { en: 'Twice the points for wooden windows.' },
  from: '2026-05-01',
  until: '2026-05-31',
  grace_days: 5,
  types: null,
  tier_categories: [1],
  levels: null,
  reward: { kind: 'factor', percent: 200 },
};

const polishSettings = demoRegionSettings.find(({ regional }) => regional.region === 'PL');

/** Replaces Poland's campaigns. */
export function setCampaigns(db: Kysely<Database>, campaigns: readonly Campaign[]): Promise<void> {
  if (!polishSettings) throw new Error('The demo has no Polish settings.');
  const configuration = { ...polishSettings.configuration, campaigns: [...campaigns] };
  return writeRegionSettings(db, { ...polishSettings, configuration });
}

/** A project's ledger entries in order, without welcome points. */
export async function loadLedgerEntries(db: Kysely<Database>, project: string) {
  const rows = await db
    .selectFrom('ledger')
    .select(['event', 'points', 'campaign'])
    .where('project_uuid', '=', project)
    .where('event', '!=', 'welcome_points')
    .orderBy('rev')
    .execute();
  return rows.map(({ campaign, ...row }) => ({ ...row, campaign: campaign?.id ?? null }));
}
