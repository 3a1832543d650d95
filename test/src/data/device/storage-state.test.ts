import { expect, test } from 'vitest';
import { evictsUnusedStorage, readStorageState } from '#src/data/device/storage-state.ts';

const estimate = () => Promise.resolve({ usage: 1_500_000, quota: 1 });

test('the storage state contains what the browser reports, and reading it never throws', async () => {
  const persisted = () => Promise.resolve(true);
  expect(await readStorageState({ persisted, estimate })).toEqual({
    isPersisted: true,
    usedBytes: 1_500_000,
  });
  expect(await readStorageState({ persisted })).toEqual({ isPersisted: true, usedBytes: null });
  expect(await readStorageState({ estimate })).toBeNull();
  expect(await readStorageState(undefined)).toBeNull();
  const reject = () => Promise.reject(new Error('private mode'));
  expect(await readStorageState({ persisted: reject, estimate })).toBeNull();
});

test.each([
  ['Safari on a Mac', 'Apple Computer, Inc.', 'Macintosh; Version/18.0 Safari/605', 0, false, true],
  ['an iPad', 'Apple Computer, Inc.', 'Macintosh; Version/18.0 Safari/605', 5, false, true],
  ['Chrome on an iPhone', 'Google Inc.', 'iPhone; CriOS/137.0 Safari/604', 5, false, true],
  ['the installed app', 'Apple Computer, Inc.', 'iPhone', 5, true, false],
  ['Chrome on Android', 'Google Inc.', 'Android 15; Chrome/137.0 Safari/537', 5, false, false],
  ['Firefox', '', 'Windows NT 10.0; Firefox/139.0', 0, false, false],
])('storage persistence: %s', (_, vendor, userAgent, maxTouchPoints, installed, yes) => {
  expect(evictsUnusedStorage({ vendor, userAgent, maxTouchPoints }, installed)).toBe(yes);
});
