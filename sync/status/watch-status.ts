import type { ClubDatabase } from '../store/database.ts';
import type { HealthMonitor } from '../store/reconnecting-storage.ts';
import type { Outbox } from '../outbox/counts.ts';
import type { UnreadableEntities } from '../engine/unreadable-entities.ts';
import { localData$ } from '../store/local-documents.ts';
import type { StatusStore } from './status.ts';
import type { SyncLog } from './sync-log.ts';

/** Local document that exists after the first complete pull. */
const FIRST_PULL = 'first-pull';

/**
 * Updates the status that each tab can determine itself: unsent work, unreadable entities, store health, first
 * pull.
 * @returns a function that stops watching
 */
export function watchStatus(options: {
  database: ClubDatabase;
  statusStore: StatusStore;
  outbox: Outbox;
  unreadable: UnreadableEntities;
  health: HealthMonitor;
  log: SyncLog;
}): () => void {
  const { database, statusStore, log } = options;
  const subscriptions = [
    options.outbox.counts$.subscribe((unsent) => statusStore.update({ unsent })),
    options.unreadable.counts$.subscribe((unreadable) => statusStore.update({ unreadable })),
    options.health.health$.subscribe((store) => {
      statusStore.update({ store });
      if (store === 'lost') log.add('store_lost');
    }),
    localData$(database, FIRST_PULL).subscribe((document) => {
      statusStore.update({ isFirstPullDone: document !== null });
    }),
  ];
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
}

/** Records permanently that the first pull is complete. If the write fails, the next start pulls everything again. */
export async function saveFirstPull(database: ClubDatabase): Promise<void> {
  await database.upsertLocal(FIRST_PULL, { done: true }).catch(() => undefined);
}
