import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Campaign } from '#schemas/campaign.ts';
import type { TierProductCategory } from '#schemas/product-type.ts';
import { TIER_CAP } from '#schemas/tier.ts';
import { findMissedCampaign, pointsOfProducts } from '#src/features/projects/product-points.ts';
import { capturedScan } from '../scan/scan-fixture.ts';
import { pointRulesWith } from './point-rules-fixture.ts';

const categories: TierProductCategory[] = [
  { type: 'GGL', status: 'active', tier_category: 1 },
  { type: 'DKL', status: 'active', tier_category: 2 },
];
const brackets = [
  { id: 1, level: 1, from: 0, to: 3, points: 0 },
  { id: 2, level: 2, from: 3, to: TIER_CAP, points: 7 },
];
const tier = (progress: number) => {
  const reset_at = '2026-12-31T23:00:00.000Z';
  const tier_definition = { id: 1, tier_category: 1 as const, brackets, reset_at };
  return { tier_definition, tier_bracket: brackets[0] ?? failIfCalled(), progress };
};
const failIfCalled = () => {
  throw new Error('There is no bracket.');
};
const pointsOfType = { GGL: 30, DKL: 12 };
const pointRules = (progress: number) =>
  pointRulesWith({ pointsOfType, categories, tiers: [tier(progress)] });
const at = (time: string) => Date.parse(time);
const now = at('2026-12-10T12:00:00.000Z');
const scanned = (types: readonly string[]) => types.map((type) => ({ type, time: now }));
const sums = (...call: Parameters<typeof pointsOfProducts>) =>
  pointsOfProducts(...call).map(({ points }) => points);

describe('the points of products', () => {
  it('are the points of their type plus the bonus of the level that they reach', () => {
    const products = scanned(['GGL', 'DKL', 'GGL', 'NEW', 'GGL']);
    expect(sums(products, pointRules(1))).toEqual([30, 12, 30, 0, 37]);
    expect(sums(products, { ...pointRules(1), tiers: [] })).toEqual([30, 12, 30, 0, 30]);
  });

  it('are the same whether computed in one part or in two', () => {
    const types = fc.array(fc.constantFrom('GGL', 'DKL', 'NEW'), { maxLength: 8 });
    fc.assert(
      fc.property(types, types, fc.nat(5), (first, second, progress) => {
        const newProgress = progress + first.filter((type) => type === 'GGL').length;
        expect(sums(scanned([...first, ...second]), pointRules(progress))).toEqual([
          ...sums(scanned(first), pointRules(progress)),
          ...sums(scanned(second), pointRules(newProgress)),
        ]);
      }),
    );
  });
});

/** Doubles points from 1 to 8 December, with 5 grace days. */
const december: Campaign = {
  id: 'december',
  name_translated: { en: 'Double points' },
  text_translated: { en: 'Twice the points.' },
  from: '2026-12-01',
  until: '2026-12-08',
  grace_days: 5,
  types: ['GGL'],
  tier_categories: null,
  levels: null,
  reward: { kind: 'factor', percent: 200 },
};
const rules = { ...pointRules(0), campaigns: [december] };

describe('the points of campaigns', () => {
  const ofScanAt = (time: string, changes: Partial<typeof rules> = {}) =>
    pointsOfProducts([{ type: 'GGL', time: at(time) }], { ...rules, ...changes })[0];

  it('count by the time of each scan, even after the campaign, within its grace days', () => {
    const campaign = { id: 'december', points: 30 };
    expect(ofScanAt('2026-12-08T12:00:00.000Z')).toEqual({ points: 60, campaign });
    expect(ofScanAt('2026-12-09T12:00:00.000Z')).toEqual({ points: 30, campaign: null });
    const tooLate = { now: at('2026-12-14T00:00:00.000Z'), region: 'PL' } as const;
    expect(ofScanAt('2026-12-08T12:00:00.000Z', { clock: tooLate })?.campaign).toBeNull();
  });

  it('count by the current time if the phone’s clock is wrong or the scan is in the future', () => {
    const during = '2026-12-08T12:00:00.000Z';
    expect(ofScanAt(during, { isClockCorrect: false })?.campaign).toBeNull();
    const clock = { now: at('2026-12-05T12:00:00.000Z'), region: 'PL' } as const;
    expect(ofScanAt('2026-12-20T12:00:00.000Z', { clock })?.points).toBe(60);
  });

  it('include the bonus of the level, and need one of the campaign’s levels', () => {
    const levelTwo = { ...december, levels: [2] };
    const products = ['GGL', 'GGL'].map((type) => ({ type, time: at('2026-12-08T12:00:00.000Z') }));
    const reaching = { ...pointRules(2), campaigns: [levelTwo] };
    expect(sums(products, reaching)).toEqual([30, 74]);
  });

  it('need the level at the scan, which later scans don’t raise even if they are saved first', () => {
    const products = ['12:00', '13:00', '11:00'].map((hour) => ({
      type: 'GGL',
      time: at(`2026-12-08T${hour}:00.000Z`),
    }));
    const forLevelTwo = { ...pointRules(2), campaigns: [{ ...december, levels: [2] }] };
    const campaigns = (isClockCorrect: boolean) =>
      pointsOfProducts(products, { ...forLevelTwo, isClockCorrect }).map(
        ({ campaign }) => campaign?.points,
      );
    expect(campaigns(true)).toEqual([undefined, 37, undefined]);
    // From a phone with a wrong clock, all scans count as made when they are received.
    const during = { now: at('2026-12-08T14:00:00.000Z'), region: 'PL' } as const;
    forLevelTwo.clock = during;
    expect(campaigns(false)).toEqual([undefined, 37, 37]);
  });

  it('need the level of the scan’s year: levels and their bonus start again at New Year', () => {
    const afterNewYear = { now: at('2027-01-02T12:00:00.000Z'), region: 'PL' } as const;
    const campaign = { ...december, until: '2027-01-08', levels: [2] };
    const products = ['2026-12-31T12:00:00.000Z', '2027-01-01T12:00:00.000Z'].map((time) => {
      return { type: 'GGL', time: at(time) };
    });
    const offline = { ...pointRules(5), clock: afterNewYear, campaigns: [campaign] };
    expect(sums(products, offline)).toEqual([60, 30]);
    // Once the phone has the new year's progress, it no longer has that of last year.
    const [lastYear] = offline.tiers;
    const reset_at = '2028-01-01T00:00:00.000Z';
    const tiers = lastYear
      ? [{ ...lastYear, tier_definition: { ...lastYear.tier_definition, reset_at }, progress: 3 }]
      : [];
    expect(sums(products, { ...offline, tiers })).toEqual([37, 74]);
  });
});

describe('a campaign that a saved product missed', () => {
  const saved = (receivedAt: string, changes: Parameters<typeof capturedScan>[0] = {}) =>
    capturedScan({
      state: 'sent',
      flag: 'valid',
      points: 30,
      time: at('2026-12-08T12:00:00.000Z'),
      created_at: receivedAt,
      ...changes,
    });
  const reasonOf = (...scan: Parameters<typeof saved>) =>
    findMissedCampaign(saved(...scan), rules)?.reason ?? null;

  it('was received too late, or within the grace days from a phone whose clock was wrong', () => {
    expect(reasonOf('2026-12-13T22:59:59.999Z')).toBe('clock');
    expect(reasonOf('2026-12-13T23:00:00.000Z')).toBe('late');
  });

  it('isn’t reported within the grace days if it has levels, because the level at the scan isn’t known', () => {
    const levelTwo = { ...pointRules(0), campaigns: [{ ...december, levels: [2] }] };
    const reason = (receivedAt: string) =>
      findMissedCampaign(saved(receivedAt, { points: 37 }), levelTwo)?.reason ?? null;
    expect(reason('2026-12-13T22:59:59.999Z')).toBeNull();
    expect(reason('2026-12-13T23:00:00.000Z')).toBe('late');
  });

  it('isn’t reported if it counted, if it was running when the product arrived, or if the product doesn’t count', () => {
    expect(reasonOf('2026-12-20T12:00:00.000Z', { campaign: { id: 'december', points: 30 } })).toBe(
      null,
    );
    // The campaign may have been started after the product was saved.
    expect(reasonOf('2026-12-08T13:00:00.000Z')).toBeNull();
    expect(reasonOf('2026-12-20T12:00:00.000Z', { flag: 'rejected' })).toBeNull();
    expect(reasonOf('2026-12-20T12:00:00.000Z', { state: 'waiting' })).toBeNull();
    expect(reasonOf('2026-12-20T12:00:00.000Z', { type: 'DKL', points: 12 })).toBeNull();
    const before = at('2026-11-30T12:00:00.000Z');
    expect(reasonOf('2026-12-20T12:00:00.000Z', { time: before })).toBeNull();
  });

  it('is reported only if the company certainly had its level when the product was saved', () => {
    const reasonAtLevel = (level: number, points: number) =>
      findMissedCampaign(saved('2026-12-20T12:00:00.000Z', { points }), {
        ...rules,
        campaigns: [{ ...december, levels: [level] }],
      })?.reason ?? null;
    expect(reasonAtLevel(1, 30)).toBe('late');
    expect(reasonAtLevel(2, 30)).toBeNull();
    expect(reasonAtLevel(2, 37)).toBe('late');
    expect(reasonAtLevel(1, 35)).toBeNull();
  });
});
