import { type Kysely } from 'kysely';
import { type Logger } from 'pino';
import { type FileStore } from './files/file-store.ts';
import { type Delivery } from './messages/providers/delivery.ts';
import { type MemoryDelivery } from './messages/providers/memory-delivery.ts';
import { type Database } from './db/tables.ts';
import { type EpochReader } from './db/epoch.ts';
import { type Environment } from './environment.ts';
import { type VoucherKeys } from './orders/voucher-keys.ts';

/** The clock as a port, so that tests can set the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** Sends queued messages. Several processes may each run a sender at the same time. */
export interface MessageSender {
  /** Sends newly committed urgent messages immediately, after the current response is written. */
  sendUrgent(): void;
  /**
   * Sends all messages that are due.
   * @returns the number of messages attempted, once their outcomes are stored
   */
  sendDue(): Promise<number>;
  /** Resolves when no attempt is in progress. */
  whenIdle(): Promise<void>;
  /** Sends the due messages now, then polls every few seconds. */
  start(): void;
  /** Stops starting new attempts. Resolves when the current ones have finished. */
  stop(): Promise<void>;
}

/** Dependencies of handlers and jobs, created once at start. */
export interface Services {
  readonly db: Kysely<Database>;
  /** Reads the epoch, which identifies the history of this database. A checkpoint from another epoch is stale. */
  readonly epoch: EpochReader;
  readonly clock: Clock;
  /** Secret key for hashing guessable values (codes, addresses). */
  readonly pepper: string;
  /** Keys that encrypt voucher codes. */
  readonly voucherKeys: VoucherKeys;
  readonly logger: Logger;
  readonly environment: Environment;
  readonly delivery: Delivery;
  /** Stores files, such as photos and order files. */
  readonly files: FileStore;
  /** Sends queued messages. */
  readonly messages: MessageSender;
  /** Messages stored instead of sent, for `/dev/codes` and `/dev/mail`; null in production. */
  readonly capturedMessages: Pick<MemoryDelivery, 'codes' | 'messages'> | null;
}
