import type { RxStorage } from 'rxdb';
import { browserTabChannel } from './browser-ports.ts';
import type { Connectivity } from './http/connectivity.ts';
import type { AccountIdentity, Session } from './http/session.ts';
import type { Transport } from './http/transport.ts';
import type { ReducePhoto } from './photos/uploads.ts';
import type { Clock, Locks, NewId, TabChannel, PageSignals } from './ports.ts';

/** Everything an account needs: identity, transport and device ports. */
export interface AccountOptions {
  readonly identity: AccountIdentity;
  readonly session: Session;
  readonly transport: Transport;
  readonly connectivity: Connectivity;
  readonly pageSignals: PageSignals;
  readonly locks: Locks;
  /** Asks the browser not to evict the storage (F20). */
  readonly requestPersistence: () => Promise<boolean>;
  /** Resolves after the first screen has rendered; no request is sent before that. */
  readonly whenIdle?: () => Promise<void>;
  /** Requests a background sync. Without it, only open pages send. */
  readonly backgroundSync?: () => Promise<void>;
  /** Shrinks a photo that is too large for the network. Without this port, such a photo isn't sent. */
  readonly reducePhoto?: ReducePhoto;
  /** Maximum size of all attachments on the device, in bytes. */
  readonly attachmentQuota?: number;
  readonly clock?: Clock;
  readonly newId?: NewId;
  readonly random?: () => number;
  readonly tabChannel?: (name: string) => TabChannel;
  readonly storage?: RxStorage<unknown, unknown>;
  /** Only for tests: allows several handles on one database in one realm. */
  readonly ignoreDuplicate?: boolean;
  /** Build id. After an update, entities that the previous build couldn't parse are pulled again. */
  readonly build?: string;
  readonly bulkSize?: number;
}

/** Uses the browser's implementation for every port that isn't given. */
export function withDefaults(options: AccountOptions) {
  return {
    clock: Date.now,
    newId: () => crypto.randomUUID(),
    random: Math.random,
    build: '',
    tabChannel: browserTabChannel,
    backgroundSync: () => Promise.resolve(),
    ...options,
  };
}
