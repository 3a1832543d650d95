import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Campaign } from '#schemas/campaign.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { dayText } from './country-and-time.ts';

/** First and last day of a campaign or an earlier period. */
export function daysText(
  i18n: I18n,
  { from, until }: { readonly from: string; readonly until: string },
): string {
  return `${dayText(i18n, from)} – ${dayText(i18n, until)}`;
}

/** Extra points per product. */
export function rewardText(i18n: I18n, { reward }: Pick<Campaign, 'reward'>): string {
  if (reward.kind === 'points') {
    const points = i18n.number(reward.points);
    return i18n._(msg`+${points} for each product`);
  }
  const factor = i18n.number(reward.percent / 100);
  return i18n._(msg`Points × ${factor}`);
}

/** Products that qualify. */
export function scopeText(
  i18n: I18n,
  { types, tier_categories }: Pick<Campaign, 'types' | 'tier_categories'>,
): string {
  if (types === null && tier_categories === null) return i18n._(msg`All products`);
  const categories = tier_categories?.join(', ') ?? '';
  const parts = [types?.join(', '), categories && i18n._(msg`Tier categories: ${categories}`)];
  return parts.filter(Boolean).join('; ');
}

/** Companies that qualify. */
export function levelsText(i18n: I18n, { levels }: Pick<Campaign, 'levels'>): string {
  if (levels === null) return i18n._(msg`All companies`);
  const list = levels.join(', ');
  return i18n._(msg`Levels: ${list}`);
}

/** Formats a campaign as text, one line per part. */
export function campaignText(i18n: I18n, campaign: Campaign): string {
  const grace = i18n.number(campaign.grace_days);
  const nameOf = (language: string) =>
    `${language}: ${campaign.name_translated[language] ?? ''} – ${campaign.text_translated[language] ?? ''}`;
  const languages = Object.keys({ ...campaign.name_translated, ...campaign.text_translated });
  return [
    textInLanguage(campaign.name_translated, i18n.locale),
    daysText(i18n, campaign),
    i18n._(msg`Grace days: ${grace}`),
    rewardText(i18n, campaign),
    scopeText(i18n, campaign),
    levelsText(i18n, campaign),
    ...languages.map(nameOf),
  ].join('\n');
}
