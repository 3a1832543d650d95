import { afterEach, expect, test, vi } from 'vitest';

/** Loads the preferences with a stored value. */
async function load(storedValue: unknown) {
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(storedValue) });
  const { currentPreferences } = await import('#console/parts/preferences.ts');
  return currentPreferences();
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  [{}, 'system'],
  [{ theme: 'light', fontSize: '17px' }, 'system'],
  [{ theme: 'dark' }, 'dark'],
  [{ theme: 'light', version: 2 }, 'light'],
  [{ theme: 'sepia', version: 2 }, 'system'],
])('the stored theme of %j is %s', async (storedValue, theme) => {
  expect((await load(storedValue)).theme).toBe(theme);
});
