import type { Intents } from './intents.ts';
import type { LocalAccount } from '#sync/account.ts';
/** State shared by all edits of a history. */
export interface World {
  readonly intents: Intents;
  /** Number of products taken from the registry or made up. */
  usedSerials: number;
}

/** The page on which an edit is made. */
export interface Actor {
  readonly account: LocalAccount;
  readonly phone: number;
  /** Resolves with null if the page is killed first. */
  unlessKilled<T>(command: Promise<T>): Promise<{ value: T } | null>;
}
