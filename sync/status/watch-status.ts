import type { ClubDatabase } from '../store/database.ts';
import type { HealthWatch } from '../store/reconnecting-storage.ts';
import type { Outbox } from '../outbox/counts.ts';
import type { Unreadable } from '../engine/unreadable.ts';
import { localData$ } from '../store/local-documents.ts';
import type { StatusBoard } from './status.ts';
import type { SyncLog } from './sync-log.ts';

/** The local document that stands once everything was pulled for the first time. */
const FIRST_PULL = 'first-pull';

/**
 * Notes what every tab can know by itself: the unsent work, what can't be read, the store's health, whether
 * everything was pulled once.
 * @returns how to stop it
 */
export function watchStatus(options: {
  database: ClubDatabase;
  board: StatusBoard;
  outbox: Outbox;
  unreadable: Unreadable;
  health: HealthWatch;
  log: SyncLog;
}): () => void {
  const { database, board, log } = options;
  const watches = [
    options.outbox.counts$.subscribe((unsent) => board.note({ unsent })),
    options.unreadable.counts$.subscribe((unreadable) => board.note({ unreadable })),
    options.health.health$.subscribe((store) => {
      board.note({ store });
      if (store === 'lost') log.add('store_lost');
    }),
    localData$(database, FIRST_PULL).subscribe((kept) => {
      board.note({ firstPullDone: kept !== null });
    }),
  ];
  return () => watches.forEach((watch) => watch.unsubscribe());
}

/** Notes for ever that everything was pulled once. What can't be noted is asked for once more. */
export async function noteFirstPull(database: ClubDatabase): Promise<void> {
  await database.upsertLocal(FIRST_PULL, { done: true }).catch(() => undefined);
}
