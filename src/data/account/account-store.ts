import type { LocalAccount } from '#sync/account.ts';
import type { AccountIdentity } from '#sync/http/session.ts';
import type { SyncErrorCode } from '#sync/store/sync-error.ts';
import { withTimeout } from '#sync/store/with-timeout.ts';
import { codeOf } from '../text/error-code.ts';
import { type Readable, writable } from '../live/readable.ts';

/** Maximum time that sign-out and the next sign-in wait for a database to close, in ms. */
export const CLOSE_TIMEOUT_MS = 10_000;

/** State of the account's local database. */
export type AccountState =
  | { name: 'closed' }
  | { name: 'opening' }
  | {
      name: 'open';
      account: LocalAccount;
      /** True if the browser deleted the account's data since it was last open (F20). */
      isStorageLost: boolean;
    }
  | { name: 'failed'; code: SyncErrorCode };

/** Holds the tab's one open account, independent of components. */
export interface AccountStore extends Readable<AccountState> {
  /** Opens the user's database, unless it's already open or opening. Closes another user's database first. */
  open: (identity: AccountIdentity) => void;
  /** Closes the account and keeps its data. */
  close: () => Promise<void>;
  /** Closes the account and deletes its data. */
  erase: () => Promise<void>;
}

/** Dependencies of the store. */
export interface AccountPorts {
  open: (identity: AccountIdentity) => Promise<LocalAccount>;
  /** Names of the user's databases on this device. Rejects if the browser can't list them. */
  databases: (userId: string) => Promise<readonly string[]>;
  /**
   * Marks that the user has data on this device. The marks are stored outside the databases. Safari deletes both marks
   * and databases after 7 days without use, so this kind of loss can't be detected.
   */
  marks: {
    has: (userId: string) => boolean;
    add: (userId: string) => void;
    remove: (userId: string) => void;
  };
}

export function createAccountStore(ports: AccountPorts): AccountStore {
  const state = writable<AccountState>({ name: 'closed' });
  // The user whose database was requested last.
  let requestedUserId: string | null = null;
  // Number of requests to open or close. An opening that finishes after a newer request closes its database again.
  let requestCount = 0;
  // A database must be fully closed before it is reopened.
  let pendingClose: Promise<void> = Promise.resolve();
  // The same database can't be opened twice, so the openings run one after another.
  let pendingOpening: Promise<void> = Promise.resolve();

  const openDatabase = async (identity: AccountIdentity, request: number) => {
    await pendingClose;
    const isExpected = ports.marks.has(identity.user_id);
    const isStorageLost = isExpected && (await ports.databases(identity.user_id)).length === 0;
    const account = await ports.open(identity);
    if (request !== requestCount) return withTimeout(account.close(), CLOSE_TIMEOUT_MS);
    ports.marks.add(identity.user_id);
    performance.mark('club-opened');
    state.set({ name: 'open', account, isStorageLost });
  };

  const leaveAccount = (closeOrErase: (account: LocalAccount) => Promise<void>): Promise<void> => {
    const previousState = state.current();
    requestedUserId = null;
    requestCount += 1;
    state.set({ name: 'closed' });
    if (previousState.name === 'open') {
      // If closing fails, the next opening fails and reports it.
      pendingClose = pendingClose
        .then(() => withTimeout(closeOrErase(previousState.account), CLOSE_TIMEOUT_MS))
        .catch(() => undefined);
    }
    return pendingClose;
  };

  return {
    current: state.current,
    subscribe: state.subscribe,
    open: (identity) => {
      const currentName = state.current().name;
      if (requestedUserId === identity.user_id && currentName !== 'failed') return;
      // Another user signed in: close the previous database.
      if (currentName === 'open') void leaveAccount((account) => account.close());
      requestedUserId = identity.user_id;
      requestCount += 1;
      const request = requestCount;
      state.set({ name: 'opening' });
      pendingOpening = pendingOpening
        .then(() => openDatabase(identity, request))
        .catch((error: unknown) => {
          if (request === requestCount) state.set({ name: 'failed', code: openingFailure(error) });
        });
    },
    close: () => leaveAccount((account) => account.close()),
    erase: () =>
      leaveAccount((account) => {
        ports.marks.remove(account.identity.user_id);
        return account.erase();
      }),
  };
}

function openingFailure(error: unknown): SyncErrorCode {
  // The errors of `openAccount` all have a code. The error of a chunk that failed to load has none.
  return (codeOf(error) ?? 'database_failed') as SyncErrorCode;
}
