import type { PointRules } from '#src/features/projects/actions.ts';

/** Returns point rules in Poland on 10 December 2026, with a correct clock and without products, tiers or campaigns. */
export function pointRulesWith(changes: Partial<PointRules>): PointRules {
  return {
    pointsOfType: {},
    categories: [],
    tiers: [],
    campaigns: [],
    clock: { now: Date.parse('2026-12-10T12:00:00.000Z'), region: 'PL' },
    isClockCorrect: true,
    ...changes,
  };
}
