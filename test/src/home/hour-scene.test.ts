import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sceneAt } from '#src/features/home/points-hero.tsx';
import { precachedPictures } from '#src/ui/media/picture-files.ts';
import { sceneFile } from '#src/ui/media/hero.tsx';
import { root } from '#test/setup/source-tree.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

test('the roof is dark at night, and becomes light once and dark once a day', () => {
  const day = hours.map((hour) => sceneAt(hour, false, false));
  expect(day.filter((scene, index) => scene !== day[index - 1])).toEqual([
    'night',
    'dawn',
    'day',
    'dusk',
    'night',
  ]);
  expect(day[12]).toBe('day');
});

test('the dark theme never shows a bright sky', () => {
  const shown = new Set(
    hours.flatMap((hour) => [sceneAt(hour, true, false), sceneAt(hour, true, true)]),
  );
  expect([...shown].toSorted()).toEqual(['dusk', 'night']);
});

test('for a new company it is always dawn', () => {
  expect(new Set(hours.map((hour) => sceneAt(hour, false, true)))).toEqual(new Set(['dawn']));
});

test.each(['dawn', 'day', 'dusk', 'night'] as const)(
  'the scene of %s exists in each width, and is bundled with the app',
  (scene) => {
    for (const width of [1080, 1440] as const) {
      expect(existsSync(join(root, 'public', sceneFile(scene, width)))).toBe(true);
    }
    expect(precachedPictures).toContain(sceneFile(scene, 1080));
  },
);
