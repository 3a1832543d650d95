/** The roof on home tells the time of day. Pure. */
import type { Scene } from '#src/ui/media/hero.tsx';

/** Until this hour of the day, by the device's clock, it looks so; then it is night. */
const hours: readonly (readonly [until: number, scene: Scene])[] = [
  [5, 'night'],
  [8, 'dawn'],
  [18, 'day'],
  [21, 'dusk'],
];

/**
 * @param hour 0 to 23, by the device's clock
 * @param isDark whether the theme is: a bright sky would blind whoever chose the dark
 * @param isNew whether the company is at its beginning, whatever the hour
 */
export function sceneAt(hour: number, isDark: boolean, isNew: boolean): Scene {
  if (isNew && !isDark) return 'dawn';
  const scene = hours.find(([until]) => hour < until)?.[1] ?? 'night';
  return isDark && scene !== 'night' ? 'dusk' : scene;
}
