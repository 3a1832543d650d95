import {
  concatMap,
  fromEvent,
  fromEventPattern,
  lastValueFrom,
  merge,
  startWith,
  takeUntil,
  takeWhile,
  throttleTime,
  timer,
} from 'rxjs';
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
import { changesOf, findRows, type RowOf } from '../store/documents.ts';
import { idsByState } from '../store/reads.ts';

/** Documents read at a time. */
const CHUNK = 100;
/** Maximum time to wait, in ms, so that a fault elsewhere can't block attachments forever. */
const MAX_WAIT_MS = 60_000;
const otherEntities = registry.filter(({ collection }) => collection !== 'attachments');
/** Minimum interval between two checks, in ms. */
const CHECK_INTERVAL_MS = 50;

interface OtherWorkOptions {
  readonly database: ClubDatabase;
  readonly retry: Pick<RetryScheduler, 'state' | 'subscribe'>;
}

/**
 * Resolves when all other work that can be sent now has been sent or is waiting to be retried. Also resolves after
 * `MAX_WAIT_MS` and when the signal is aborted.
 */
export async function waitForOtherWork(
  options: OtherWorkOptions,
  signal: AbortSignal,
): Promise<void> {
  // A result is saved only after the queue reports it, so watch both the queue and the documents.
  const changes = merge(
    fromEventPattern<unknown>(
      (listener) => options.retry.subscribe(listener),
      (_listener, unsubscribe: () => void) => unsubscribe(),
    ),
    ...otherEntities.map(({ collection }) =>
      changesOf(editableCollection(options.database, collection)),
    ),
  );
  const isSendable$ = changes.pipe(
    startWith(null),
    throttleTime(CHECK_INTERVAL_MS, undefined, { leading: true, trailing: true }),
    concatMap(() => isOtherWorkSendable(options)),
    takeWhile((isSendable) => isSendable),
    takeUntil(merge(timer(MAX_WAIT_MS), fromEvent(signal, 'abort'))),
  );
  if (!signal.aborted) await lastValueFrom(isSendable$, { defaultValue: false });
}

async function isOtherWorkSendable({ database, retry }: OtherWorkOptions): Promise<boolean> {
  const failingQueues = new Set(
    retry
      .state()
      .queues.filter(({ lastError }) => lastError !== null)
      .map(({ key }) => queueName(key)),
  );
  const isFailing = (key: QueueKey) => failingQueues.has(queueName(key));
  for (const entity of otherEntities) {
    const collection = editableCollection(database, entity.collection);
    const ids = [
      ...(entity.hasRemovals ? await idsByState(collection, 'waiting', true) : []),
      ...(await idsByState(collection, 'waiting', false)),
    ];
    for (let start = 0; start < ids.length; start += CHUNK) {
      const rows = await findRows(collection, ids.slice(start, start + CHUNK));
      const sendableRows = await filterSendable(database, entity, [...rows.values()], isFailing);
      if (sendableRows.length > 0) return true;
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
  const pendingRows = rows.filter(
    (row) => wire.nextRequest(row) !== null && !isFailing(pushQueue(entity, row.uuid)),
  );
  const prerequisites = pendingRows.map((row) => wire.prerequisite?.(row) ?? null);
  const projects = prerequisites.flatMap((prerequisite) =>
    prerequisite?.kind === 'project' ? prerequisite.id : [],
  );
  const projectsOnServer = await findProjectsOnServer(database, projects);
  return pendingRows.filter((_row, index) => {
    const prerequisite = prerequisites[index] ?? null;
    if (prerequisite === null) return true;
    return prerequisite.kind === 'photo'
      ? !isFailing({ kind: 'photos' })
      : projectsOnServer.has(prerequisite.id);
  });
}
