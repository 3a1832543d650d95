import { expect, test } from 'vitest';
import type { Campaign } from '#schemas/campaign.ts';
import { campaignCards } from '#src/features/home/campaign-cards.tsx';

const december: Campaign = {
  id: 'december',
  name_translated: { en: 'Double points' },
  text_translated: { en: 'Twice the points.' },
  from: '2026-12-01',
  until: '2026-12-31',
  grace_days: 5,
  types: null,
  tier_categories: [6],
  levels: null,
  reward: { kind: 'factor', percent: 200 },
};
const short = { ...december, id: 'short', until: '2026-12-12', tier_categories: null };
const categories = [
  { type: 'GGL', status: 'active', tier_category: 1 },
  { type: 'CFP', status: 'active', tier_category: 6 },
  { type: 'SRH', status: 'internal', tier_category: 4 },
] as const;
const OWNER = 3;
const DECOR_OWNER = 7;
const clockAt = (time: string) => ({ now: Date.parse(time), region: 'PL' }) as const;
const ids = (...call: Parameters<typeof campaignCards>) =>
  campaignCards(...call).map(({ campaign }) => campaign.id);

test('home shows the running campaigns until midnight in the region, sorted by their end', () => {
  const campaigns = [december, short];
  const cards = campaignCards(campaigns, categories, OWNER, clockAt('2026-12-10T12:00:00.000Z'));
  expect(cards).toEqual([
    { campaign: short, end: '2026-12-12T23:00:00.000Z' },
    { campaign: december, end: '2026-12-31T23:00:00.000Z' },
  ]);
  expect(ids(campaigns, categories, OWNER, clockAt('2026-12-12T23:00:00.000Z'))).toEqual([
    'december',
  ]);
  expect(ids(campaigns, categories, OWNER, clockAt('2026-11-30T12:00:00.000Z'))).toEqual([]);
});

test('home shows only campaigns with products that the role may scan', () => {
  const clock = clockAt('2026-12-10T12:00:00.000Z');
  expect(ids([december, short], categories, DECOR_OWNER, clock)).toEqual(['short']);
  expect(ids([december], [], OWNER, clock)).toEqual([]);
});
