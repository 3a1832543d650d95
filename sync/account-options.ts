import type { RxStorage } from 'rxdb';
import { browserTabChannel } from './browser-ports.ts';
import type { Connectivity } from './http/connectivity.ts';
import type { AccountIdentity, Session } from './http/session.ts';
import type { Transport } from './http/transport.ts';
import type { ReducePhoto } from './photos/uploads.ts';
import type { Clock, Locks, NewId, TabChannel, PageSignals } from './ports.ts';

/** What an account stands on. */
export interface AccountOptions {
  readonly identity: AccountIdentity;
  readonly session: Session;
  readonly transport: Transport;
  readonly connectivity: Connectivity;
  readonly wake: PageSignals;
  readonly locks: Locks;
  /** Asks the browser to keep the storage (F20). */
  readonly persist: () => Promise<boolean>;
  /** Resolves when the screen stands: nothing is asked of the server before. */
  readonly idle?: () => Promise<void>;
  /** Asks the browser to send what is unsent with no page open; without it only pages send. */
  readonly backgroundSync?: () => Promise<void>;
  /** Makes a photograph smaller; null where it can't be. Without it one that is too large for the way waits. */
  readonly reducePhoto?: ReducePhoto;
  readonly clock?: Clock;
  readonly newId?: NewId;
  readonly random?: () => number;
  readonly tabChannel?: (name: string) => TabChannel;
  readonly storage?: RxStorage<unknown, unknown>;
  /** Only for tests: several handles on one database in one realm. */
  readonly ignoreDuplicate?: boolean;
  /** This build, to read again what an older one could not. */
  readonly build?: string;
  readonly bulkSize?: number;
}

/** What of it nobody has to say: the browser's own. */
export function withDefaults(given: AccountOptions) {
  return {
    clock: Date.now,
    newId: () => crypto.randomUUID(),
    random: Math.random,
    build: '',
    tabChannel: browserTabChannel,
    backgroundSync: () => Promise.resolve(),
    ...given,
  };
}
