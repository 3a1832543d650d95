import type { RxCollection } from 'rxdb';
import type { CollectionName } from '#schemas/collections.ts';
import { pushQueue, type QueueKey } from '../retry/queue-key.ts';
import type { ClubDatabase } from '../store/database.ts';

/** What the whole product calls a piece of unsent work: in counts, files, reports and the sync centre. */
export type UnsentKind = 'scan' | 'lead' | 'project' | 'chat' | 'reading' | 'survey';

/**
 * What everybody has to know of an entity that people edit: the page's push and the service worker's, the
 * counts, recovery, the report for support, the sync centre. What only some need stands beside, by the
 * same names: its requests (`wires.ts`), how its documents change (`machines.ts`), and how they stand in a
 * file of unsent work (`file-sections.ts`). Home is shown with this list alone.
 */
export interface Entity {
  readonly collection: EditableName;
  readonly kind: UnsentKind;
  /** Whether its documents wait for each other in one queue, or each has one of its own. */
  readonly queue: 'shared' | 'own';
  /** The states of those that the server does not have as they are. */
  readonly unsent: readonly ('captured' | 'waiting' | 'refused')[];
  /** Whether what was taken back here is told to the server. */
  readonly hasRemovals: boolean;
  /** A piece of work counts, and is exported, by itself; a mark is only sent. */
  readonly isWork: boolean;
}

/** What all such documents have. */
export interface EditableDocument {
  readonly uuid: string;
  readonly op_id: string;
  readonly state: 'captured' | 'waiting' | 'sent' | 'synced' | 'refused';
  readonly newest_first: number;
}

/** Every collection by what those have that people edit; RxDB's types tie each to its own documents. */
export function editableCollection(
  database: Pick<ClubDatabase, 'collections'>,
  name: CollectionName,
): RxCollection<EditableDocument> {
  return database.collections[name] as unknown as RxCollection<EditableDocument>;
}

/** In the order in which they go to the server: what others wait for first (F06). */
export const registry: readonly Entity[] = [
  {
    collection: 'leads',
    kind: 'lead',
    queue: 'own',
    unsent: ['waiting', 'refused'],
    hasRemovals: false,
    isWork: true,
  },
  {
    collection: 'projects',
    kind: 'project',
    queue: 'own',
    unsent: ['waiting', 'refused'],
    hasRemovals: false,
    isWork: true,
  },
  {
    collection: 'scans',
    kind: 'scan',
    queue: 'shared',
    unsent: ['captured', 'waiting', 'refused'],
    hasRemovals: true,
    isWork: true,
  },
  {
    collection: 'chats',
    kind: 'chat',
    queue: 'own',
    unsent: ['waiting', 'refused'],
    hasRemovals: false,
    isWork: true,
  },
  {
    collection: 'notifications',
    kind: 'reading',
    queue: 'shared',
    unsent: ['waiting'],
    hasRemovals: false,
    isWork: false,
  },
  {
    collection: 'surveys',
    kind: 'survey',
    queue: 'shared',
    unsent: ['waiting'],
    hasRemovals: false,
    isWork: false,
  },
];

/** The queue that carries what waits of a piece of unsent work. */
export function queueForWork(kind: UnsentKind, id: string): QueueKey | null {
  const entity = registry.find((one) => one.kind === kind);
  return entity ? pushQueue(entity, id) : null;
}

/** The collections whose documents people edit. */
export type EditableName = Extract<
  CollectionName,
  'leads' | 'projects' | 'scans' | 'chats' | 'notifications' | 'surveys'
>;
