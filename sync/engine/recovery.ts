import type { RxCollection } from 'rxdb';
import * as v from 'valibot';
import type { Call } from '#schemas/api/call.ts';
import type { CollectionName } from '#schemas/collections.ts';
import { findAgreedProjects } from '../entities/leads/agreed-projects.ts';
import { machines } from '../entities/machines.ts';
import { editableCollection, type EditableDocument, registry } from '../entities/registry.ts';
import type { Transport } from '../http/transport.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { ClubDatabase } from '../store/database.ts';
import { changeMany } from '../store/documents.ts';
import { allRows } from '../store/reads.ts';
import { deepEqual } from '../store/deep-equal.ts';
import type { RestoredEvent, RestoredEntity, EditableRow } from './entity-sync.ts';

/** Documents per page. */
const PAGE_SIZE = 1000;

/** Checks only the fields that comparisons need, so that it also accepts entities with a newer schema (F15). */
const restoredEntity = v.looseObject({
  uuid: v.string(),
  op_id: v.string(),
  updated_at: v.string(),
  deleted: v.optional(v.boolean(), false),
  /** An object for a project, a string for a lead. */
  status: v.optional(v.unknown()),
  /** Only for a project. */
  installation_date: v.optional(v.nullable(v.string())),
  /** Only for an attachment. */
  has_content: v.optional(v.boolean()),
  /** Only for a chat. */
  messages: v.optional(v.array(v.object({ uuid: v.string() }))),
});

interface RecoveryOptions {
  readonly database: ClubDatabase;
  readonly transport: Transport;
  readonly userId: string;
  readonly log: SyncLog;
}

/**
 * Recovers after the server was restored from a backup (F43): compares the server's and the device's documents by the
 * last acknowledged edit, and lets each state machine decide what to resend. Fetches everything before changing
 * anything, so that an interrupted run changes nothing.
 * @returns the checkpoint of each collection's list
 * @throws CallError, SyncError; safe to run again
 */
export async function recoverLostEdits(
  { database, transport, userId, log }: RecoveryOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<CollectionName, string>> {
  const serverLists = new Map<CollectionName, ServerList>();
  for (const { collection: name } of registry) {
    serverLists.set(
      name,
      await fetchServerList(transport, machines[name].listCall, { userId, signal }),
    );
  }
  const counts: Record<string, number> = {};
  // In order of dependency: a project waits until its lead's resent edits are accepted.
  for (const { collection: name } of registry) {
    const { next } = machines[name];
    const serverEntities = serverLists.get(name)?.entities;
    const agreedProjects = name === 'projects' ? await findAgreedProjects(database) : null;
    // Each machine matches its collection, but TypeScript can't infer that inside the loop.
    counts[name] = await updateAll(editableCollection(database, name), (row) => {
      const awaitsLead = agreedProjects?.get(row.uuid);
      const event: RestoredEvent = {
        type: 'restored',
        server: serverEntities?.get(row.uuid) ?? null,
        ...(awaitsLead !== undefined && { awaitsLead }),
      };
      return next(row, event);
    });
  }
  log.add('server_restored', counts);
  return new Map([...serverLists].map(([name, { checkpoint }]) => [name, checkpoint]));
}

/** The server's documents of one kind by id, and the checkpoint of the list. */
interface ServerList {
  readonly entities: ReadonlyMap<string, RestoredEntity>;
  readonly checkpoint: string;
}

/** Applies `next` to all documents, and returns the number of those that it changed. */
async function updateAll(
  collection: RxCollection<EditableDocument>,
  next: (row: EditableRow) => EditableRow,
): Promise<number> {
  let count = 0;
  for await (const rows of allRows(collection)) {
    const changedIds = rows.filter((row) => !deepEqual(next(row), row)).map(({ uuid }) => uuid);
    if (changedIds.length > 0) await changeMany(collection, changedIds, next);
    count += changedIds.length;
  }
  return count;
}

/**
 * Fetches all documents of one kind from the server, including tombstones.
 * @throws CallError
 */
async function fetchServerList(
  transport: Transport,
  listCall: Call,
  options: { userId: string; signal: AbortSignal },
): Promise<ServerList> {
  const pageSchema = v.object({
    data: v.array(restoredEntity),
    meta: v.object({ checkpoint: v.string() }),
  });
  const restoredEntities = new Map<string, RestoredEntity>();
  let since = '';
  for (let hasMore = true; hasMore;) {
    const input = { query: { since, limit: PAGE_SIZE } };
    // Every list call takes these two parameters, but its specific type isn't known here.
    const response = await transport.callWithSchema(listCall, input as never, pageSchema, options);
    for (const entity of response.data) restoredEntities.set(entity.uuid, entity);
    since = response.meta.checkpoint;
    hasMore = response.data.length >= PAGE_SIZE;
  }
  return { entities: restoredEntities, checkpoint: since };
}
