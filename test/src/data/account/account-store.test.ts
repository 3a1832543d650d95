import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type AccountPorts,
  CLOSE_TIMEOUT_MS,
  createAccountStore,
} from '#src/data/account/account-store.ts';
import type { LocalAccount } from '#sync/account.ts';
import type { AccountIdentity } from '#sync/http/session.ts';
import { SyncError } from '#sync/store/sync-error.ts';

const anna: AccountIdentity = { user_id: 'a', company_id: 'c', role: 3, region: 'PL' };
const jan: AccountIdentity = { user_id: 'j', company_id: 'd', role: 3, region: 'CZ' };

/** A store over fake accounts that record the calls. */
function harness(changes: Partial<AccountPorts> = {}) {
  const markedErasures = new Set<string>();
  const steps: string[] = [];
  const open = (identity: AccountIdentity) => {
    steps.push(`open ${identity.user_id}`);
    const step = (name: string) => () => {
      steps.push(`${name} ${identity.user_id}`);
      return Promise.resolve();
    };
    // Only the parts of an account that the store calls.
    return Promise.resolve({
      identity,
      close: step('close'),
      erase: step('erase'),
    } as unknown as LocalAccount);
  };
  const store = createAccountStore({
    open,
    databases: () => Promise.resolve([]),
    marks: {
      has: (id) => markedErasures.has(id),
      add: (id) => void markedErasures.add(id),
      remove: (id) => void markedErasures.delete(id),
    },
    ...changes,
  });
  const waitForState = (name: string) => vi.waitFor(() => expect(store.current().name).toBe(name));
  return { store, markedErasures, steps, waitForState };
}

describe('the account store', () => {
  test('opens once, even if requested repeatedly', async () => {
    const { store, steps, waitForState } = harness();
    store.open(anna);
    store.open({ ...anna });
    await waitForState('open');
    store.open(anna);
    expect(steps).toEqual(['open a']);
  });

  test('F23: reports the code of a failed opening, which can be retried', async () => {
    const failures = [new SyncError('database_hung')];
    const openAccount = { identity: anna } as unknown as LocalAccount;
    const { store, waitForState } = harness({
      open: () => {
        const failure = failures.pop();
        return failure ? Promise.reject(failure) : Promise.resolve(openAccount);
      },
    });
    store.open(anna);
    await waitForState('failed');
    expect(store.current()).toEqual({ name: 'failed', code: 'database_hung' });
    store.open(anna);
    await waitForState('open');
  });

  test('closes a database that was still opening at sign-out before the same person’s next opening', async () => {
    const steps: string[] = [];
    const finishers: (() => void)[] = [];
    const { store, waitForState } = harness({
      open(identity) {
        const name = `${identity.user_id}${finishers.length + 1}`;
        steps.push(`open ${name}`);
        const close = () => Promise.resolve(void steps.push(`close ${name}`));
        return new Promise((resolve) => {
          finishers.push(() => resolve({ identity, close } as unknown as LocalAccount));
        });
      },
    });
    store.open(anna);
    await vi.waitFor(() => expect(finishers).toHaveLength(1));
    await store.close();
    store.open(anna);
    finishers[0]?.();
    await vi.waitFor(() => expect(finishers).toHaveLength(2));
    expect(store.current().name).toBe('opening');
    finishers[1]?.();
    await waitForState('open');
    expect(steps).toEqual(['open a1', 'close a1', 'open a2']);
  });

  test('F29: never shows the data of a person who was signed out while it opened', async () => {
    let finish: (account: LocalAccount) => void = () => undefined;
    const close = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const { store } = harness({
      open: () => new Promise((resolve) => (finish = resolve)),
    });
    store.open(anna);
    await store.close();
    // Retry, because opening starts only in the next tick.
    await vi.waitFor(() => {
      finish({ identity: anna, close } as unknown as LocalAccount);
      expect(close).toHaveBeenCalled();
    });
    expect(store.current().name).toBe('closed');
  });

  test('opens another account only after the previous one is closed', async () => {
    const { store, steps, waitForState } = harness();
    store.open(anna);
    await waitForState('open');
    void store.close();
    store.open(jan);
    await waitForState('open');
    expect(steps).toEqual(['open a', 'close a', 'open j']);
  });
});

describe('a database that doesn’t close', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('doesn’t prevent signing out or signing in again', async () => {
    const close = () => new Promise<void>(() => undefined);
    const open = (identity: AccountIdentity) =>
      Promise.resolve({ identity, close } as unknown as LocalAccount);
    const { store } = harness({ open });
    store.open(anna);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.current().name).toBe('open');
    const closing = store.close();
    store.open(jan);
    await vi.advanceTimersByTimeAsync(CLOSE_TIMEOUT_MS);
    await closing;
    expect(store.current()).toMatchObject({ name: 'open', account: { identity: jan } });
  });
});

describe('data deleted by the browser', () => {
  test('F20: is detected', async () => {
    const { store, markedErasures, waitForState } = harness();
    markedErasures.add('a');
    store.open(anna);
    await waitForState('open');
    expect(store.current()).toMatchObject({ isStorageLost: true });
  });

  test.each([
    ['it never existed', false, []],
    ['it exists', true, ['club-a']],
  ])('isn’t reported as lost when %s', async (_, known, names) => {
    const { store, markedErasures, waitForState } = harness({
      databases: () => Promise.resolve(names),
    });
    if (known) markedErasures.add('a');
    store.open(anna);
    await waitForState('open');
    expect(store.current()).toMatchObject({ isStorageLost: false });
  });

  test('isn’t opened if the browser can’t list its databases', async () => {
    const { store, steps, markedErasures, waitForState } = harness({
      databases: () => Promise.reject(new SyncError('database_hung')),
    });
    markedErasures.add('a');
    store.open(anna);
    await waitForState('failed');
    expect(store.current()).toMatchObject({ code: 'database_hung' });
    expect(steps).toEqual([]);
  });

  test('isn’t reported as lost after an erasure', async () => {
    const { store, steps, markedErasures, waitForState } = harness();
    store.open(anna);
    await waitForState('open');
    expect(markedErasures.has('a')).toBe(true);
    await store.erase();
    expect(steps).toEqual(['open a', 'erase a']);
    expect(markedErasures.has('a')).toBe(false);
  });
});
