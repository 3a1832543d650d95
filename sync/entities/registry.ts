import type { RxCollection } from 'rxdb';
import type { CollectionName } from '#schemas/collections.ts';
import { pushQueue, type QueueKey } from '../retry/queue-key.ts';
import type { ClubDatabase } from '../store/database.ts';

/** Kinds of unsent work, as named in counts, files, reports and the sync centre. */
export type UnsentKind = 'scan' | 'lead' | 'project' | 'chat' | 'reading' | 'survey' | 'attachment';

/**
 * Facts about an editable entity that all sync code shares: sending by the page and by the service worker, counts,
 * recovery, the support report and the sync centre. Requests (`wires.ts`), state machines (`machines.ts`) and the
 * export (`file-sections.ts`) are in their own files, because the home screen needs only this list.
 */
export interface Entity {
  readonly collection: EditableName;
  readonly kind: UnsentKind;
  /** `shared`: one queue for all documents. `own`: one per document. */
  readonly queue: 'shared' | 'own';
  /** States that count as unsent. */
  readonly unsent: readonly ('captured' | 'waiting' | 'refused')[];
  /** True if local removals are sent to the server. */
  readonly hasRemovals: boolean;
  /**
   * True if the entity is counted and exported as the user's work, and its rejections are shown. False for marks, such
   * as a read notification or an answered survey, which are only sent.
   */
  readonly isUserWork: boolean;
}

/** Fields of all editable documents. */
export interface EditableDocument {
  readonly uuid: string;
  readonly op_id: string;
  readonly state: 'captured' | 'waiting' | 'sent' | 'synced' | 'refused';
  readonly newest_first: number;
}

/**
 * Returns a collection whose type has only the fields that all editable documents share. RxDB itself has a different
 * type for each collection.
 */
export function editableCollection(
  database: Pick<ClubDatabase, 'collections'>,
  name: CollectionName,
): RxCollection<EditableDocument> {
  return database.collections[name] as unknown as RxCollection<EditableDocument>;
}

/** All editable entities, in the order in which they are sent: an entity comes after those it depends on (F06). */
export const registry: readonly Entity[] = [
  {
    collection: 'leads',
    kind: 'lead',
    queue: 'own',
    unsent: ['waiting', 'refused'],
    hasRemovals: false,
    isUserWork: true,
  },
  {
    collection: 'projects',
    kind: 'project',
    queue: 'own',
    unsent: ['waiting', 'refused'],
    hasRemovals: false,
    isUserWork: true,
  },
  {
    collection: 'scans',
    kind: 'scan',
    queue: 'shared',
    unsent: ['captured', 'waiting', 'refused'],
    hasRemovals: true,
    isUserWork: true,
  },
  {
    collection: 'chats',
    kind: 'chat',
    queue: 'own',
    unsent: ['waiting', 'refused'],
    hasRemovals: false,
    isUserWork: true,
  },
  {
    collection: 'notifications',
    kind: 'reading',
    queue: 'shared',
    unsent: ['waiting'],
    hasRemovals: false,
    isUserWork: false,
  },
  {
    collection: 'surveys',
    kind: 'survey',
    queue: 'shared',
    unsent: ['waiting'],
    hasRemovals: false,
    isUserWork: false,
  },
  {
    collection: 'attachments',
    kind: 'attachment',
    queue: 'shared',
    unsent: ['waiting', 'refused'],
    hasRemovals: true,
    isUserWork: true,
  },
];

/** Returns the queue of an unsent item. */
export function queueForWork(kind: UnsentKind, id: string): QueueKey | null {
  const entity = registry.find((candidate) => candidate.kind === kind);
  return entity ? pushQueue(entity, id) : null;
}

/** Collections with editable documents. */
export type EditableName = Extract<
  CollectionName,
  'leads' | 'projects' | 'scans' | 'chats' | 'notifications' | 'surveys' | 'attachments'
>;
