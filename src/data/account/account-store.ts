import type { LocalAccount } from '#sync/account.ts';
import type { AccountIdentity } from '#sync/http/session.ts';
import type { SyncErrorCode } from '#sync/store/sync-error.ts';
import { withTimeout } from '#sync/store/with-timeout.ts';
import { codeOf } from '../text/error-code.ts';
import { type Readable, writable } from '../live/readable.ts';

/** Signing out, and in again, wait so long for a database to close, in ms. */
export const CLOSE_TIMEOUT_MS = 10_000;

/** Where the account's local database stands. */
export type AccountState =
  | { name: 'closed' }
  | { name: 'opening' }
  | {
      name: 'open';
      account: LocalAccount;
      /** The browser threw this account's data away since it was last open (F20). */
      storageLost: boolean;
    }
  | { name: 'failed'; code: SyncErrorCode };

/** Holds the one open account of this tab, apart from any component's life. */
export interface AccountStore extends Readable<AccountState> {
  /** Opens the person's database unless it is open or opening already, and closes anybody else's. */
  open: (identity: AccountIdentity) => void;
  /** Closes it and keeps what is on the device. */
  close: () => Promise<void>;
  /** Closes it and deletes what is on the device. */
  erase: () => Promise<void>;
}

/** What the store needs of the world. */
export interface AccountPorts {
  open: (identity: AccountIdentity) => Promise<LocalAccount>;
  /** The names of the person's databases on this device. Rejects where the browser can't tell. */
  databases: (userId: string) => Promise<readonly string[]>;
  /**
   * Remembers, apart from the databases, that the person has data here. Safari deletes both together after 7 unused
   * days, so there a loss is not noticed.
   */
  marks: {
    has: (userId: string) => boolean;
    add: (userId: string) => void;
    remove: (userId: string) => void;
  };
}

export function createAccountStore(ports: AccountPorts): AccountStore {
  const state = writable<AccountState>({ name: 'closed' });
  // Tells a finished opening whether it is still the one that is wanted.
  let wanted: string | null = null;
  // A database is not opened again before its last handle is gone.
  let leaving: Promise<void> = Promise.resolve();

  const openDatabase = async (identity: AccountIdentity) => {
    await leaving;
    const expected = ports.marks.has(identity.user_id);
    const lost = expected && (await ports.databases(identity.user_id)).length === 0;
    const account = await ports.open(identity);
    if (wanted !== identity.user_id) return account.close();
    ports.marks.add(identity.user_id);
    performance.mark('club-opened');
    state.set({ name: 'open', account, storageLost: lost });
  };

  const leave = (end: (account: LocalAccount) => Promise<void>): Promise<void> => {
    const last = state.current();
    wanted = null;
    state.set({ name: 'closed' });
    if (last.name === 'open') {
      // What could not be closed can't be opened either: the next opening says so.
      leaving = leaving
        .then(() => withTimeout(end(last.account), CLOSE_TIMEOUT_MS))
        .catch(() => undefined);
    }
    return leaving;
  };

  return {
    current: state.current,
    subscribe: state.subscribe,
    open: (identity) => {
      const now = state.current().name;
      if (wanted === identity.user_id && now !== 'failed') return;
      // Somebody else signed in meanwhile: nobody's database is left open behind another's.
      if (now === 'open') void leave((account) => account.close());
      wanted = identity.user_id;
      state.set({ name: 'opening' });
      openDatabase(identity).catch((error: unknown) => {
        if (wanted !== identity.user_id) return;
        state.set({ name: 'failed', code: openingFailure(error) });
      });
    },
    close: () => leave((account) => account.close()),
    erase: () =>
      leave((account) => {
        ports.marks.remove(account.identity.user_id);
        return account.erase();
      }),
  };
}

function openingFailure(error: unknown): SyncErrorCode {
  // `openAccount` throws nothing but its own errors; a chunk that did not load has no code.
  return (codeOf(error) ?? 'database_failed') as SyncErrorCode;
}
