import { expect, test } from 'vitest';
import { showAppBadge } from '#src/shell/behaviour/app-badge.ts';

test('the icon shows the number of unsent items, and no number at zero', () => {
  const badges: number[] = [];
  const icon = {
    setAppBadge: (count: number) => Promise.resolve(void badges.push(count)),
    clearAppBadge: () => Promise.resolve(void badges.push(0)),
  };
  for (const count of [3, 1, 0]) showAppBadge(icon, count);
  expect(badges).toEqual([3, 1, 0]);
});

test('a system without badges, or one that rejects them, causes no error', async () => {
  const rejectingBadge = { setAppBadge: () => Promise.reject(new Error('not installed')) };
  showAppBadge(rejectingBadge, 2);
  showAppBadge({}, 2);
  showAppBadge({}, 0);
  // An unhandled rejection would make this test fail.
  await new Promise((resolve) => setImmediate(resolve));
  expect(rejectingBadge).toBeDefined();
});
