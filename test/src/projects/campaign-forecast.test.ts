import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Campaign } from '#schemas/campaign.ts';
import { DAY_MS, HOUR_MS } from '#schemas/durations.ts';
import { findTierCategory } from '#schemas/product-type.ts';
import { bracketAt, TIER_CAP } from '#schemas/tier.ts';
import { decideCampaign } from '#server/scans/decide-campaign.ts';
import { createLevelFinder } from '#server/tiers/level-history.ts';
import { findMissedCampaign, pointsOfProducts } from '#src/features/projects/product-points.ts';
import { capturedScan } from '../scan/scan-fixture.ts';
import { pointRulesWith } from './point-rules-fixture.ts';

/** Shortly after New Year, when levels start again. */
const NOW = Date.parse('2027-01-06T12:00:00.000Z');
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);
const yearOf = (time: number) => new Date(time).getUTCFullYear();

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
  from: fc.integer({ min: -20, max: 2 }).map((days) => dayAt(NOW + days * DAY_MS)),
  until: fc.integer({ min: -20, max: 10 }).map((days) => dayAt(NOW + days * DAY_MS)),
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
  time: fc.integer({ min: -25 * 24, max: 2 }).map((hours) => NOW + hours * HOUR_MS),
});
/** Products that are scanned within `gap` hours after the previous batch, saved in this order and sent together. */
const batch = fc.record({
  gap: fc.nat(25 * 24),
  scans: fc.array(
    fc.record({ type: fc.constantFrom(...types), hoursAgo: fc.integer({ min: -2, max: 25 * 24 }) }),
    { maxLength: 5 },
  ),
  isClockCorrect: fc.boolean(),
});
type Batch = typeof batch extends fc.Arbitrary<infer Value> ? Value : never;

/** Plays batches until `end` and compares the phone's forecast with the server's decision for each. */
function playBatches(campaigns: Campaign[], batches: readonly Batch[], end: number) {
  const pointsOfType: Record<string, number> = { GGL: 30, CFP: 15 };
  const saved = new Map<string, { type: string; savedAt: number; scannedAt: number | null }>();
  let now = batches.reduce((time, { gap }) => time - gap * HOUR_MS, end);
  const decidedScans = batches.flatMap(({ gap, scans, isClockCorrect }, index) => {
    now += gap * HOUR_MS;
    const products = scans.map(({ type, hoursAgo }) => {
      return { type, time: now - Math.min(hoursAgo, gap) * HOUR_MS };
    });
    const countOf = (category: number, year: number) =>
      [...saved.values()].filter(
        ({ type, savedAt }) =>
          findTierCategory(categories, type) === category && yearOf(savedAt) === year,
      ).length;
    const tiers = ([1, 6] as const).map((tier_category) => {
      const progress = countOf(tier_category, yearOf(now));
      const reset_at = new Date(Date.UTC(yearOf(now) + 1, 0, 1)).toISOString();
      return {
        tier_definition: { id: tier_category, tier_category, brackets, reset_at },
        tier_bracket: progress < 2 ? first : second,
        progress,
      };
    });
    const clock = { now, region: 'PL' } as const;
    const forecast = pointsOfProducts(
      products,
      pointRulesWith({ pointsOfType, categories, campaigns, isClockCorrect, tiers, clock }),
    );
    const history = {
      since: now - gap * HOUR_MS,
      countsBefore: new Map(),
      products: new Map([...saved].map(([id, item]) => [id, { ...item, removedAt: null }])),
      findBrackets: () => brackets,
    };
    const levels = createLevelFinder(history, categories);
    const counts = new Map<number, number>(
      tiers.map(({ tier_definition, progress }) => [tier_definition.id, progress]),
    );
    const receipt = {
      now: new Date(now).toISOString(),
      clockError: isClockCorrect ? 600_000 : 600_001,
    };
    const configuration = { region: 'PL', campaigns } as Parameters<typeof decideCampaign>[3];
    const decisions = products.map(({ type, time }, position) => {
      const uuid = `${index}-${position}`;
      const category = findTierCategory(categories, type);
      const count = category === undefined ? 0 : (counts.get(category) ?? 0);
      if (category !== undefined) counts.set(category, count + 1);
      const bonus = category === undefined ? 0 : bracketAt(brackets, count).points;
      const points = (pointsOfType[type] ?? 0) + bonus;
      // A phone only has the progress of the current year.
      const levelAt = (scannedAt: number) =>
        yearOf(scannedAt) === yearOf(now) ? levels.levelAt({ uuid, type }, scannedAt) : null;
      const decision = decideCampaign(
        { type, serial: null, category, points, levelAt },
        time,
        undefined,
        configuration,
        receipt,
      );
      levels.add({ uuid, type, created_at: receipt.now, ...decision });
      saved.set(uuid, { type, savedAt: now, scannedAt: decision.campaign_time });
      return {
        points: points + (decision.campaign?.points ?? 0),
        campaign: decision.campaign,
      };
    });
    expect(forecast).toEqual(decisions);
    return decisions;
  });
  return decidedScans.filter(({ campaign: extra }) => extra !== null).length;
}

test('the forecast equals the server’s decision for any scans sent and closed in batches', () => {
  let countedPoints = 0;
  fc.assert(
    fc.property(
      fc.array(campaign, { maxLength: 4 }),
      fc.array(batch, { maxLength: 3 }),
      (campaigns: Campaign[], batches) => {
        countedPoints += playBatches(campaigns, batches, NOW);
      },
    ),
    { numRuns: 1000 },
  );
  expect(countedPoints).toBeGreaterThan(100);
});

test('a saved product shows the true reason why it missed a campaign, and no reason if it counted', () => {
  const reasons = new Map<string | undefined, number>();
  const receiptTime = fc
    .integer({ min: -25 * 24, max: 30 * 24 })
    .map((hours) => NOW + hours * HOUR_MS);
  fc.assert(
    fc.property(
      campaign,
      product,
      receiptTime,
      fc.boolean(),
      // Most campaigns include the time of the scan, so that each reason occurs often.
      fc.option(fc.record({ daysBefore: fc.nat(10), daysAfter: fc.nat(10) })),
      (anyCampaign, { time }, receivedAt, isClockCorrect, span) => {
        const everyone: Campaign = {
          ...anyCampaign,
          ...(span && {
            from: dayAt(time - span.daysBefore * DAY_MS),
            until: dayAt(time + span.daysAfter * DAY_MS),
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
