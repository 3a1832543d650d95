import { expect, test } from 'vitest';
import { MissedCampaignText } from '#src/features/projects/detail/missed-campaign-text.tsx';
import { renderText } from '../render-text.tsx';

const campaign = {
  id: 'december',
  name_translated: { en: 'Double points' },
  text_translated: { en: 'Twice the points.' },
  from: '2026-12-01',
  until: '2026-12-31',
  grace_days: 5,
  types: null,
  tier_categories: null,
  levels: null,
  reward: { kind: 'factor', percent: 200 },
} as const;
const textFor = (reason: 'late' | 'clock') =>
  renderText(<MissedCampaignText missedCampaign={{ campaign: { ...campaign }, reason }} />);

test('the text about a missed campaign contains the reason, and the last day that would have counted', () => {
  expect(textFor('late')).toBe(
    '“Double points” doesn’t count, because this product was sent too late. The last day was 5 Jan 2027.',
  );
  expect(textFor('clock')).toBe(
    '“Double points” doesn’t count, because the phone’s clock was wrong and this product was sent after the campaign. The last day was 31 Dec 2026.',
  );
});
