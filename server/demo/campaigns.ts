import { type Kysely } from 'kysely';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { type Campaign } from '#schemas/campaign.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { type RegionSettings } from '../configuration/write-settings.ts';
import { createTranslator } from './texts.ts';

/** Title of the campaign and of the news about it. */
export const campaignTitle = 'Double points for flat-roof windows';
export const campaignText = 'Every flat-roof window that you scan is worth twice the points.';

const CAMPAIGN_ID = 'flat-roof-double';
/** Points that the campaign may give in each country. */
const BUDGET = 50_000;
/** Number of days from the campaign's first to its last day. */
const DAYS = 30;

/** Returns the campaign's first and last day; it starts when the demo is loaded. */
function campaignDays(region: RegionCode, now: Date): Pick<Campaign, 'from' | 'until'> {
  const from = dayIn(region, now.getTime());
  return { from, until: addDays(from, DAYS) };
}

/** Adds the running campaign to a country's settings. */
export function withDemoCampaign(settings: RegionSettings, now: Date): RegionSettings {
  const { region } = settings.regional;
  const translate = createTranslator(region);
  const campaign: Campaign = {
    id: CAMPAIGN_ID,
    name_translated: translate(campaignTitle),
    text_translated: translate(campaignText),
    ...campaignDays(region, now),
    grace_days: 7,
    types: null,
    tier_categories: [6],
    levels: null,
    reward: { kind: 'factor', percent: 200 },
  };
  return { ...settings, configuration: { ...settings.configuration, campaigns: [campaign] } };
}

/** Sets the campaign's budget in every country. */
export async function writeDemoBudgets(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('campaign_names')
    .set({ budget: BUDGET })
    .where('id', '=', CAMPAIGN_ID)
    .execute();
}

/** Formats the campaign's days for the news: `4 May – 3 June`. */
export function formatCampaignDays(region: RegionCode, now: Date, language: string): string {
  const { from, until } = campaignDays(region, now);
  return new Intl.DateTimeFormat(formattingLocale(language), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).formatRange(new Date(from), new Date(until));
}
