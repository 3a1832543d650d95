import { firstValueFrom, fromEventPattern, merge, timer } from 'rxjs';
import { findProjectsOnServer } from '../entities/projects/on-server.ts';
import {
  editableCollection,
  type EditableDocument,
  type Entity,
  registry,
} from '../entities/registry.ts';
import { wires } from '../entities/wires.ts';
import { pushQueue, type QueueKey, queueName } from '../retry/queue-key.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { ClubDatabase } from '../store/database.ts';
import { findRows, type RowOf } from '../store/documents.ts';
import { idsByState } from '../store/reads.ts';

/** Documents read at a time. */
const CHUNK = 100;
/** Maximum wait, in ms, so that a fault elsewhere can't hold up attachments forever. */
const MAX_WAIT_MS = 60_000;

interface OtherWorkOptions {
  readonly database: ClubDatabase;
  readonly retry: Pick<RetryScheduler, 'state' | 'subscribe'>;
}

/** Resolves when all other work that can be sent now has been sent, or is waiting to be retried. */
export async function waitForOtherWork(
  options: OtherWorkOptions,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  while (!signal.aborted && (await isOtherWorkSendable(options))) {
    const remainingMs = MAX_WAIT_MS - (performance.now() - startedAt);
    if (remainingMs <= 0) return;
    await firstValueFrom(
      merge(
        fromEventPattern<unknown>(
          (listener) => options.retry.subscribe(listener),
          (_listener, unsubscribe: () => void) => unsubscribe(),
        ),
        timer(remainingMs),
      ),
    );
  }
}

async function isOtherWorkSendable({ database, retry }: OtherWorkOptions): Promise<boolean> {
  const failing = new Set(
    retry
      .state()
      .queues.filter(({ lastError }) => lastError !== null)
      .map(({ key }) => queueName(key)),
  );
  const isFailing = (key: QueueKey) => failing.has(queueName(key));
  for (const entity of registry) {
    if (entity.collection === 'attachments') continue;
    const collection = editableCollection(database, entity.collection);
    const ids = [
      ...(entity.hasRemovals ? await idsByState(collection, 'waiting', true) : []),
      ...(await idsByState(collection, 'waiting', false)),
    ];
    for (let start = 0; start < ids.length; start += CHUNK) {
      const rows = await findRows(collection, ids.slice(start, start + CHUNK));
      const sendable = await filterSendable(database, entity, [...rows.values()], isFailing);
      if (sendable.length > 0) return true;
    }
  }
  return false;
}

async function filterSendable(
  database: ClubDatabase,
  entity: Entity,
  rows: readonly RowOf<EditableDocument>[],
  isFailing: (key: QueueKey) => boolean,
): Promise<RowOf<EditableDocument>[]> {
  const wire = wires[entity.collection];
  const pending = rows.filter(
    (row) => wire.nextRequest(row) !== null && !isFailing(pushQueue(entity, row.uuid)),
  );
  const prerequisites = pending.map((row) => wire.prerequisite?.(row) ?? null);
  const projects = prerequisites.flatMap((needed) => (needed?.kind === 'project' ? needed.id : []));
  const onServer = await findProjectsOnServer(database, projects);
  return pending.filter((_row, index) => {
    const needed = prerequisites[index] ?? null;
    if (needed === null) return true;
    return needed.kind === 'photo' ? !isFailing({ kind: 'photos' }) : onServer.has(needed.id);
  });
}
