import type { Promises } from './promises.ts';
import type { LocalAccount } from '#sync/account.ts';
/** State shared by all edits of a history. */
export interface World {
  readonly promises: Promises;
  /** Number of products taken from the registry or made up. */
  taken: number;
}

/** The page on which an edit is made. */
export interface Hand {
  readonly account: LocalAccount;
  readonly phone: number;
  /** Null if the page is killed first. */
  unlessKilled<T>(work: Promise<T>): Promise<{ value: T } | null>;
}
