import { type Kysely } from 'kysely';
import { type Logger } from 'pino';
import { type FileStore } from './files/file-store.ts';
import { type Delivery } from './messages/providers/delivery.ts';
import { type MemoryDelivery } from './messages/providers/memory-delivery.ts';
import { type MessageSender } from './messages/queue/message-sender.ts';
import { type Database } from './db/tables.ts';
import { type Environment } from './environment.ts';

/** The time, as a port: tests move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** What handlers and jobs work with. Made once at start, handed to everything that needs it. */
export interface Services {
  readonly db: Kysely<Database>;
  /** Names this database's history; a checkpoint of another epoch is stale. */
  readonly epoch: string;
  readonly clock: Clock;
  /** Keys every hash that must not be guessed from outside (codes, addresses). */
  readonly pepper: string;
  readonly logger: Logger;
  readonly environment: Environment;
  readonly delivery: Delivery;
  /** Where the bytes of photos and order files are kept. */
  readonly files: FileStore;
  /** Hands over what stands in the queue of messages. */
  readonly messages: MessageSender;
  /** What was kept instead of sent, for `/dev/codes` and `/dev/mail`; null in production. */
  readonly unsentMessages: Pick<MemoryDelivery, 'codes' | 'messages'> | null;
}
