import { expect, test } from 'vitest';
import { readStorageState } from '#src/data/device/storage-state.ts';

const estimate = () => Promise.resolve({ usage: 1_500_000, quota: 1 });

test('the state of the storage is told as far as the browser tells it, and never thrown', async () => {
  const persisted = () => Promise.resolve(true);
  expect(await readStorageState({ persisted, estimate })).toEqual({
    persisted: true,
    usedBytes: 1_500_000,
  });
  expect(await readStorageState({ persisted })).toEqual({ persisted: true, usedBytes: null });
  expect(await readStorageState({ estimate })).toBeNull();
  expect(await readStorageState(undefined)).toBeNull();
  const refuses = () => Promise.reject(new Error('private mode'));
  expect(await readStorageState({ persisted: refuses, estimate })).toBeNull();
});
