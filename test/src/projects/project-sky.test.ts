import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { projectStatus } from '#schemas/project-status.ts';
import {
  projectSky,
  type SkyName,
  sunPosition,
  sunPath,
  roofFile,
} from '#src/features/projects/project-sky.tsx';
import { root } from '#test/setup/source-tree.ts';

const now = Date.parse('2026-11-23T08:00:00.000Z');
const order: readonly SkyName[] = ['noon', 'day', 'late', 'gold', 'dusk'];

function sky(daysLeft: number, lifeDays: number) {
  const expires_at = new Date(now + daysLeft * DAY_MS).toISOString();
  const status = { id: projectStatus.inProgress };
  return projectSky({ status, expires_at }, lifeDays, now);
}

test('the sun only moves forward: with less time left, a project never has an earlier sky', () => {
  const days = fc.double({ min: -10, max: 100, noNaN: true });
  fc.assert(
    fc.property(days, days, fc.integer({ min: 1, max: 365 }), (one, other, lifetime) => {
      const [moreDays, fewerDays] = [Math.max(one, other), Math.min(one, other)];
      const [earlySky, lateSky] = [sky(moreDays, lifetime), sky(fewerDays, lifetime)];
      expect(order.indexOf(lateSky.name)).toBeGreaterThanOrEqual(order.indexOf(earlySky.name));
      expect(lateSky.sun).toBeGreaterThanOrEqual(earlySky.sun ?? Number.NaN);
      expect(lateSky.sun).toBeLessThanOrEqual(1);
    }),
  );
});

test.each([
  [90, 'noon'],
  [55, 'noon'],
  [54, 'day'],
  [36, 'late'],
  [18, 'gold'],
  [9, 'dusk'],
  [0, 'dusk'],
] as const)('%d days before the end of a lifetime of 90 days, the sky is %s', (daysLeft, name) => {
  expect(sky(daysLeft, 90).name).toBe(name);
});

test.each([
  ['scheduled', 'dawn'],
  ['inReview', 'grey'],
  ['closed', 'night'],
  ['lost', 'lost'],
] as const)('a project that is %s has a special sky', (status, name) => {
  const project = { status: { id: projectStatus[status] }, expires_at: null };
  expect(projectSky(project, 90, now).name).toBe(name);
});

test('before the region’s rules are known, or for a new project, the sky is that of the morning', () => {
  const status = { id: projectStatus.inProgress };
  const started = { name: 'noon', sun: 0 };
  expect(projectSky({ status, expires_at: null }, 90, now)).toEqual(started);
  expect(projectSky({ status, expires_at: '2026-11-24' }, undefined, now)).toEqual(started);
});

test('the sun stays within the tile, and rises and sets', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (sun) => {
      const { x, y } = sunPosition(sun);
      expect(Math.min(x, y)).toBeGreaterThan(0.05);
      expect(x).toBeLessThan(0.95);
      expect(y).toBeLessThan(0.65);
    }),
  );
  expect(sunPosition(0.5).y).toBeLessThan(Math.min(sunPosition(0).y, sunPosition(1).y));
});

test('the sun’s path leads from the previous to the current position, never back', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fraction, fraction, (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const path = sunPath(from, to);
      expect(path[0]).toBe(from);
      expect(path.at(-1)).toBeCloseTo(to);
      expect(path.toSorted((a, b) => a - b)).toEqual(path);
    }),
  );
});

test.each([...order, 'dawn', 'grey', 'night', 'lost'] as const)(
  'there is a roof under the sky %s',
  (name) => {
    expect(existsSync(join(root, 'public', roofFile(name)))).toBe(true);
  },
);
