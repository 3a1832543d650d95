import type { CollectionName } from '#schemas/collections.ts';
import type { Wire } from '../engine/wire.ts';
import type { QueueKey } from '../retry/queue-key.ts';
import type { RowOf } from '../store/documents.ts';
import { chatWire } from './chats/wire.ts';
import { leadWire } from './leads/wire.ts';
import { notificationWire } from './notifications/wire.ts';
import { projectWire } from './projects/wire.ts';
import { scanWire } from './scans/wire.ts';
import { surveyWire } from './surveys/wire.ts';

/** What the whole product calls a piece of unsent work: in counts, files, reports and the sync centre. */
export type UnsentKind = 'scan' | 'lead' | 'closing' | 'chat' | 'reading' | 'survey';

/**
 * What everybody has to know of an entity that people edit: the page's push and the service worker's, the
 * counts, the export of unsent work, the report for support, the sync centre. Free of the store and of
 * all schemas; how its documents change is in `entities/machines.ts`.
 */
export interface Entity {
  readonly collection: EditableName;
  readonly kind: UnsentKind;
  /** What its unsent edits say to the server. */
  readonly wire: Wire<RowOf<EditableDocument>>;
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

/** In the order in which they go to the server: what others wait for first (F06). */
export const registry: readonly Entity[] = [
  {
    collection: 'leads',
    kind: 'lead',
    wire: leadWire,
    queue: 'own',
    unsent: ['waiting', 'refused'],
    hasRemovals: false,
    isWork: true,
  },
  {
    collection: 'projects',
    kind: 'closing',
    wire: projectWire,
    queue: 'own',
    unsent: ['waiting', 'refused'],
    hasRemovals: false,
    isWork: true,
  },
  {
    collection: 'scans',
    kind: 'scan',
    wire: scanWire,
    queue: 'shared',
    unsent: ['captured', 'waiting', 'refused'],
    hasRemovals: true,
    isWork: true,
  },
  {
    collection: 'chats',
    kind: 'chat',
    wire: chatWire,
    queue: 'own',
    unsent: ['waiting', 'refused'],
    hasRemovals: false,
    isWork: true,
  },
  {
    collection: 'notifications',
    kind: 'reading',
    wire: notificationWire,
    queue: 'shared',
    unsent: ['waiting'],
    hasRemovals: false,
    isWork: false,
  },
  {
    collection: 'surveys',
    kind: 'survey',
    wire: surveyWire,
    queue: 'shared',
    unsent: ['waiting'],
    hasRemovals: false,
    isWork: false,
  },
];

/** The queue that carries what waits of a piece of unsent work. */
export function queueOf(kind: UnsentKind, id: string): QueueKey | null {
  const entity = registry.find((one) => one.kind === kind);
  if (!entity) return null;
  const shared = { kind: 'push', collection: entity.collection } as const;
  return entity.queue === 'own' ? { ...shared, id } : shared;
}

/** The collections whose documents people edit. */
export type EditableName = Extract<
  CollectionName,
  'leads' | 'projects' | 'scans' | 'chats' | 'notifications' | 'surveys'
>;
