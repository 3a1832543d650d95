import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  campaignScanTime,
  findBestCampaign,
  listRunningCampaigns,
  type Campaign,
  type CampaignProduct,
} from '#schemas/campaign.ts';
import { DAY_MS, HOUR_MS } from '#schemas/durations.ts';

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
const flatRoof: CampaignProduct = { type: 'CFP', category: 6, level: 1, points: 15 };

const at = (time: string) => Date.parse(time);
const extraPoints = (
  campaigns: readonly Campaign[],
  product: CampaignProduct,
  scannedAt: string,
  receivedAt = scannedAt,
) =>
  findBestCampaign(
    campaigns,
    product,
    { scannedAt: at(scannedAt), receivedAt: at(receivedAt) },
    'PL',
  )?.points ?? 0;

test('a campaign counts from midnight to midnight in the time zone of the region', () => {
  expect(extraPoints([december], flatRoof, '2026-11-30T22:59:59.999Z')).toBe(0);
  expect(extraPoints([december], flatRoof, '2026-11-30T23:00:00.000Z')).toBe(15);
  expect(extraPoints([december], flatRoof, '2026-12-31T22:59:59.999Z')).toBe(15);
  expect(extraPoints([december], flatRoof, '2026-12-31T23:00:00.000Z')).toBe(0);
});

test('a campaign counts a scan that arrives within the grace days, and none after them', () => {
  const scannedAt = '2026-12-31T12:00:00.000Z';
  expect(extraPoints([december], flatRoof, scannedAt, '2027-01-05T22:59:59.000Z')).toBe(15);
  expect(extraPoints([december], flatRoof, scannedAt, '2027-01-05T23:00:00.000Z')).toBe(0);
});

test('a campaign counts only listed products and levels', () => {
  const now = '2026-12-10T12:00:00.000Z';
  const window = { ...flatRoof, type: 'GGL', category: 1 as const };
  expect(extraPoints([december], window, now)).toBe(0);
  expect(extraPoints([{ ...december, types: ['GGL'] }], window, now)).toBe(15);
  expect(extraPoints([{ ...december, tier_categories: null }], window, now)).toBe(15);
  expect(extraPoints([{ ...december, levels: [2, 3] }], flatRoof, now)).toBe(0);
  expect(extraPoints([{ ...december, levels: [2, 3] }], { ...flatRoof, level: 3 }, now)).toBe(15);
  expect(extraPoints([{ ...december, levels: [1] }], { ...flatRoof, level: null }, now)).toBe(0);
});

test('the extra points of each product are rounded down', () => {
  const campaign: Campaign = { ...december, reward: { kind: 'factor', percent: 150 } };
  expect(extraPoints([campaign], flatRoof, '2026-12-10T12:00:00.000Z')).toBe(7);
});

const rewards = fc.oneof(
  fc.integer({ min: 110, max: 1000 }).map((percent) => ({ kind: 'factor' as const, percent })),
  fc.integer({ min: 1, max: 500 }).map((points) => ({ kind: 'points' as const, points })),
);
const campaigns = fc
  .array(fc.record({ reward: rewards, first: fc.nat(60), days: fc.nat(40) }), { maxLength: 6 })
  .map((drafts) =>
    drafts.map(({ reward, first, days }, index): Campaign => {
      const day = (offset: number) =>
        new Date(at('2026-11-15T00:00:00.000Z') + offset * DAY_MS).toISOString().slice(0, 10);
      return { ...december, id: `c${index}`, reward, from: day(first), until: day(first + days) };
    }),
  );
const moments = fc
  .integer({ min: 0, max: 120 * 24 })
  .map((hours) => at('2026-11-01T00:00:00.000Z') + hours * HOUR_MS);

test('campaigns aren’t combined: the best one counts, in any order', () => {
  fc.assert(
    fc.property(campaigns, moments, fc.nat(300), (list, now, points) => {
      const product = { ...flatRoof, points };
      const times = { scannedAt: now, receivedAt: now };
      const best = findBestCampaign(list, product, times, 'PL')?.points ?? 0;
      const single = list.map(
        (campaign) => findBestCampaign([campaign], product, times, 'PL')?.points ?? 0,
      );
      expect(best).toBe(Math.max(0, ...single));
      expect(findBestCampaign(list.toReversed(), product, times, 'PL')?.points ?? 0).toBe(best);
    }),
  );
});

test('running campaigns are listed with the first to end first', () => {
  fc.assert(
    fc.property(campaigns, moments, (list, now) => {
      const running = listRunningCampaigns(list, now, 'PL');
      const ends = running.map(({ until }) => until);
      expect(ends).toEqual(ends.toSorted());
      for (const campaign of list) {
        const times = { scannedAt: now, receivedAt: now };
        const counts = findBestCampaign([campaign], flatRoof, times, 'PL') !== null;
        expect(running.includes(campaign)).toBe(counts);
      }
    }),
  );
});

test('a device’s time counts only if its clock is right and the scan isn’t in the future', () => {
  const receivedAt = at('2027-01-02T12:00:00.000Z');
  const scannedAt = receivedAt - 3 * DAY_MS;
  expect(campaignScanTime(scannedAt, receivedAt, 0)).toBe(scannedAt);
  expect(campaignScanTime(scannedAt, receivedAt, -600_000)).toBe(scannedAt);
  expect(campaignScanTime(scannedAt, receivedAt, 600_001)).toBe(receivedAt);
  expect(campaignScanTime(scannedAt, receivedAt, null)).toBe(receivedAt);
  expect(campaignScanTime(receivedAt + 1, receivedAt, 0)).toBe(receivedAt);
});
