import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Campaign } from '#schemas/campaign.ts';
import { findTierCategory } from '#schemas/product-type.ts';
import { TIER_CAP } from '#schemas/tier.ts';
import { decideCampaign } from '#server/scans/decide-campaign.ts';
import { findMissedCampaign, pointsOfProducts } from '#src/features/projects/product-points.ts';
import { capturedScan } from '../scan/scan-fixture.ts';
import { pointRulesWith } from './point-rules-fixture.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-12-10T12:00:00.000Z');
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

const categories = [
  { type: 'GGL', status: 'active', tier_category: 1 },
  { type: 'CFP', status: 'active', tier_category: 6 },
] as const;
const types = ['GGL', 'CFP', 'NEW'];
const brackets = [
  { id: 1, level: 1, from: 0, to: 2, points: 0 },
  { id: 2, level: 2, from: 2, to: TIER_CAP, points: 7 },
];
const [first, second] = brackets as [(typeof brackets)[0], (typeof brackets)[0]];

const campaign = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  name_translated: fc.constant({ en: 'Campaign' }),
  text_translated: fc.constant({ en: 'Text' }),
  from: fc.integer({ min: -20, max: 2 }).map((days) => dayAt(NOW + days * DAY)),
  until: fc.integer({ min: -20, max: 10 }).map((days) => dayAt(NOW + days * DAY)),
  grace_days: fc.nat(10),
  types: fc.option(fc.subarray(types)),
  tier_categories: fc.option(fc.subarray([1, 6] as const)),
  levels: fc.option(fc.subarray([1, 2])),
  reward: fc.oneof(
    fc.record({
      kind: fc.constant('factor' as const),
      percent: fc.integer({ min: 110, max: 1000 }),
    }),
    fc.record({ kind: fc.constant('points' as const), points: fc.integer({ min: 1, max: 100 }) }),
  ),
});
const product = fc.record({
  type: fc.constantFrom(...types),
  time: fc.integer({ min: -25 * 24, max: 2 }).map((hours) => NOW + hours * 3_600_000),
});

test('the forecast equals the server’s decision if the products are sent now', () => {
  let counted = 0;
  fc.assert(
    fc.property(
      fc.array(campaign, { maxLength: 4 }),
      fc.array(product, { maxLength: 6 }),
      fc.nat(3),
      fc.boolean(),
      (campaigns: Campaign[], products, progress, isClockCorrect) => {
        const pointsOfType: Record<string, number> = { GGL: 30, CFP: 15 };
        const tier = (tier_category: 1 | 6, count: number) => ({
          tier_definition: { id: tier_category, tier_category, brackets, reset_at: '' },
          tier_bracket: count < 2 ? first : second,
          progress: count,
        });
        const rules = pointRulesWith({
          pointsOfType,
          categories,
          campaigns,
          isClockCorrect,
          tiers: [tier(1, progress), tier(6, 0)],
        });
        const forecast = pointsOfProducts(products, rules);

        const counts = new Map([
          [1, progress],
          [6, 0],
        ]);
        const receipt = {
          now: new Date(NOW).toISOString(),
          clockError: isClockCorrect ? 600_000 : 600_001,
        };
        const configuration = { region: 'PL', campaigns } as Parameters<typeof decideCampaign>[3];
        const decided = products.map((saved) => {
          const category = findTierCategory(categories, saved.type);
          const count = category === undefined ? 0 : (counts.get(category) ?? 0);
          const bracket = count < 2 ? first : second;
          if (category !== undefined) counts.set(category, count + 1);
          const points =
            (pointsOfType[saved.type] ?? 0) + (category === undefined ? 0 : bracket.points);
          const level = category === undefined ? null : bracket.level;
          const { campaign: extra } = decideCampaign(
            { type: saved.type, serial: null, category, points, levelAt: () => level },
            saved.time,
            undefined,
            configuration,
            receipt,
          );
          return { points: points + (extra?.points ?? 0), campaign: extra };
        });
        expect(forecast).toEqual(decided);
        counted += decided.filter(({ campaign: extra }) => extra !== null).length;
      },
    ),
    { numRuns: 1000 },
  );
  expect(counted).toBeGreaterThan(100);
});

test('a saved product names the true reason for missing a campaign, and none if it counted', () => {
  const reasons = new Map<string | undefined, number>();
  const received = fc
    .integer({ min: -25 * 24, max: 30 * 24 })
    .map((hours) => NOW + hours * 3_600_000);
  fc.assert(
    fc.property(
      campaign,
      product,
      received,
      fc.boolean(),
      // Most campaigns contain the scan, so that each reason occurs often.
      fc.option(fc.record({ daysBefore: fc.nat(10), daysAfter: fc.nat(10) })),
      (anyCampaign, { time }, receivedAt, isClockCorrect, span) => {
        const everyone: Campaign = {
          ...anyCampaign,
          ...(span && {
            from: dayAt(time - span.daysBefore * DAY),
            until: dayAt(time + span.daysAfter * DAY),
          }),
          types: null,
          tier_categories: null,
          levels: null,
        };
        const configuration = { region: 'PL', campaigns: [everyone] } as Parameters<
          typeof decideCampaign
        >[3];
        const window = {
          ...{ type: 'GGL', serial: null, category: 1 as const, points: 30 },
          levelAt: () => null,
        };
        const decide = (now: number, clockError: number) =>
          decideCampaign(window, time, undefined, configuration, {
            now: new Date(now).toISOString(),
            clockError,
          }).campaign;
        const counted = decide(receivedAt, isClockCorrect ? 0 : 600_001);
        const saved = capturedScan({
          type: 'GGL',
          state: 'sent',
          flag: 'valid',
          time,
          campaign: counted,
          points: 30 + (counted?.points ?? 0),
          created_at: new Date(receivedAt).toISOString(),
        });
        const rules = pointRulesWith({ pointsOfType: { GGL: 30 }, campaigns: [everyone] });
        const reason = findMissedCampaign(saved, rules)?.reason;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        expect(counted !== null && reason !== undefined).toBe(false);
        if (reason === undefined) return;
        expect(decide(time, 0)).not.toBeNull();
        expect(decide(receivedAt, 0) === null).toBe(reason === 'late');
      },
    ),
    { numRuns: 3000 },
  );
  expect(Math.min(reasons.get('late') ?? 0, reasons.get('clock') ?? 0)).toBeGreaterThan(20);
});
