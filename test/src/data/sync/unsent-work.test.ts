import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AccountState, AccountStore } from '#src/data/account/account-store.ts';
import { countUnsent } from '#src/data/sync/unsent-work.ts';
import type { LocalAccount } from '#sync/account.ts';
import { type UnsentCounts, unsentCounts } from '#sync/outbox/counts.ts';

const counts = unsentCounts({ scan: { captured: 1, waiting: 2 } });

/** A minimal account store with a fixed state. */
function accounts(state: AccountState): { accounts: AccountStore } {
  return {
    accounts: {
      current: () => state,
      subscribe: () => () => undefined,
      open: () => undefined,
      close: () => Promise.resolve(),
      erase: () => Promise.resolve(),
    },
  };
}

function open(count: () => Promise<UnsentCounts>) {
  // Only the parts of an account that are read.
  const account = { outbox: { counts: count } } as unknown as LocalAccount;
  return accounts({ name: 'open', account, isStorageLost: false });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('F28: unsent work', () => {
  test('is counted in the open store', async () => {
    expect(await countUnsent(open(() => Promise.resolve(counts)))).toEqual(counts);
  });

  test.each([
    ['there is no open store', accounts({ name: 'failed', code: 'database_failed' })],
    ['the store fails', open(() => Promise.reject(new Error('broken')))],
  ])('is unknown, not zero, when %s', async (_, services) => {
    expect(await countUnsent(services)).toBeNull();
  });

  test('F23: is unknown after a timeout if the store never responds', async () => {
    const pendingCount = countUnsent(open(() => new Promise(() => undefined)));
    await vi.runAllTimersAsync();
    expect(await pendingCount).toBeNull();
  });
});
