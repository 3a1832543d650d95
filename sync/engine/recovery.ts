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
import type { RestoredEvent, RestoredEntity } from './entity-sync.ts';
import type { EditableRow } from './apply-verdicts.ts';

const PAGE = 1000;

/** What the comparison needs of an entity, so that one of a newer shape does not end it (F15). */
const restoredEntity = v.object({
  uuid: v.string(),
  op_id: v.string(),
  updated_at: v.string(),
  deleted: v.optional(v.boolean(), false),
  /** Of a project; a lead's is a word. */
  status: v.optional(v.unknown()),
  /** Of a chat. */
  messages: v.optional(v.array(v.object({ uuid: v.string() }))),
});

export interface RecoveryOptions {
  readonly database: ClubDatabase;
  readonly transport: Transport;
  readonly userId: string;
  readonly log: SyncLog;
}

/**
 * After the server was restored from a backup (F43): compares all that it has with all that this device
 * has, by the last edit of each document that the server had acknowledged, and lets every document say
 * what of it has to be sent again. One way for all entities; what a loss means for one, its machine says.
 * All is asked for before anything is changed: an app that is ended while it asks has begun nothing.
 * @returns where the server's lists stood, by their collections
 * @throws CallError, SyncError; done once more it changes nothing more
 */
export async function recoverLostEdits(
  { database, transport, userId, log }: RecoveryOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<CollectionName, string>> {
  const found = new Map<CollectionName, OnServer>();
  for (const { collection: name } of registry) {
    found.set(name, await allOnServer(transport, machines[name].listCall, { userId, signal }));
  }
  const counts: Record<string, number> = {};
  // In the order in which they depend on each other: what is to be sent of leads makes projects wait.
  for (const { collection: name } of registry) {
    const { next } = machines[name];
    const server = found.get(name)?.server;
    const awaited = name === 'projects' ? await findAgreedProjects(database) : null;
    // The machine of a collection takes its documents; which one it is, is lost in the loop.
    counts[name] = await compare(editableCollection(database, name), (row) => {
      const awaitsLead = awaited?.get(row.uuid);
      const event: RestoredEvent = {
        type: 'restored',
        server: server?.get(row.uuid) ?? null,
        ...(awaitsLead !== undefined && { awaitsLead }),
      };
      return next(row, event);
    });
  }
  log.add('server_restored', counts);
  return new Map([...found].map(([name, { checkpoint }]) => [name, checkpoint]));
}

/** What the server has of one kind, by its ids, and where its list stood. */
interface OnServer {
  readonly server: ReadonlyMap<string, RestoredEntity>;
  readonly checkpoint: string;
}

/** @returns how many documents have changed */
async function compare(
  collection: RxCollection<EditableDocument>,
  next: (row: EditableRow) => EditableRow,
): Promise<number> {
  let count = 0;
  for await (const rows of allRows(collection)) {
    const lost = rows.filter((row) => !deepEqual(next(row), row)).map(({ uuid }) => uuid);
    if (lost.length > 0) await changeMany(collection, lost, next);
    count += lost.length;
  }
  return count;
}

/** Everything of one kind that the server has, its tombstones among it. @throws CallError */
async function allOnServer(
  transport: Transport,
  list: Call,
  options: { userId: string; signal: AbortSignal },
): Promise<OnServer> {
  const page = v.object({
    data: v.array(restoredEntity),
    meta: v.object({ checkpoint: v.string() }),
  });
  const known = new Map<string, RestoredEntity>();
  let since = '';
  for (let isMore = true; isMore;) {
    const input = { query: { since, limit: PAGE } };
    // Every list call takes these two; its own type is lost here.
    const answer = await transport.callAs(list, input as never, page, options);
    for (const one of answer.data) known.set(one.uuid, one);
    since = answer.meta.checkpoint;
    isMore = answer.data.length >= PAGE;
  }
  return { server: known, checkpoint: since };
}
