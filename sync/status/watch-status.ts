import type { ClubDatabase } from '../store/database.ts';
import type { HealthMonitor } from '../store/reconnecting-storage.ts';
import type { Outbox } from '../outbox/counts.ts';
import type { UnreadableEntities } from '../engine/unreadable-entities.ts';
import { localData$ } from '../store/local-documents.ts';
import type { StatusStore } from './status.ts';
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
  board: StatusStore;
  outbox: Outbox;
  unreadable: UnreadableEntities;
  health: HealthMonitor;
  log: SyncLog;
}): () => void {
  const { database, board, log } = options;
  const watches = [
    options.outbox.counts$.subscribe((unsent) => board.update({ unsent })),
    options.unreadable.counts$.subscribe((unreadable) => board.update({ unreadable })),
    options.health.health$.subscribe((store) => {
      board.update({ store });
      if (store === 'lost') log.add('store_lost');
    }),
    localData$(database, FIRST_PULL).subscribe((kept) => {
      board.update({ firstPullDone: kept !== null });
    }),
  ];
  return () => watches.forEach((watch) => watch.unsubscribe());
}

/** Notes for ever that everything was pulled once. What can't be noted is asked for once more. */
export async function saveFirstPull(database: ClubDatabase): Promise<void> {
  await database.upsertLocal(FIRST_PULL, { done: true }).catch(() => undefined);
}
