import type { EditableWire } from '../entities/wires.ts';
import type { EditableDocument } from '../entities/registry.ts';
import type { Snapshot } from '../store/documents.ts';
import type { EditableRow } from './entity-sync.ts';
import type { Prerequisite } from './wire-format.ts';

/** Returns the given projects that exist on the server. */
export type FindProjectsOnServer = (projects: readonly string[]) => Promise<ReadonlySet<string>>;

/** Rows that can be sent, with the snapshot they come from. */
interface SendableRows {
  readonly rows: readonly EditableRow[];
  readonly snapshot: Snapshot<EditableDocument>;
}

/** Pending documents that depend on something the server doesn't have yet (F06). */
export interface BlockedDocuments {
  /** Filters out the ids known to be blocked. */
  filterUnblocked(ids: readonly string[]): string[];
  /**
   * Reads documents and returns the sendable ones. Remembers the blocked ones until they change or
   * are released.
   */
  readSendable(ids: readonly string[]): Promise<SendableRows>;
  /** Stops treating documents as blocked. Call it when they have changed, because they may no longer be blocked. */
  forget(ids: readonly string[]): void;
  /**
   * Unblocks documents whose prerequisite is now on the server.
   * @returns true if any was unblocked
   */
  release(): Promise<boolean>;
}

export function createBlockedDocuments(
  wire: EditableWire,
  read: (ids: readonly string[]) => Promise<Snapshot<EditableDocument>>,
  findProjects: FindProjectsOnServer,
): BlockedDocuments {
  const prerequisites = new Map<string, Prerequisite>();
  /**
   * One set for each read in progress. It holds the ids that have changed since the read started, which the read must
   * not mark as blocked.
   */
  const changedDuringReads = new Set<Set<string>>();

  const projectsOnServer = (candidates: Iterable<Prerequisite>) =>
    findProjects([
      ...new Set([...candidates].flatMap(({ kind, id }) => (kind === 'project' ? [id] : []))),
    ]);
  const release = async () => {
    if (prerequisites.size === 0) return false;
    const serverProjectIds = await projectsOnServer(prerequisites.values());
    const unblockedEntries = [...prerequisites].filter(
      ([, { kind, id }]) => kind === 'project' && serverProjectIds.has(id),
    );
    unblockedEntries.forEach(([id]) => prerequisites.delete(id));
    return unblockedEntries.length > 0;
  };

  return {
    filterUnblocked: (ids) => ids.filter((id) => !prerequisites.has(id)),
    async readSendable(ids) {
      const changedIds = new Set<string>();
      changedDuringReads.add(changedIds);
      try {
        const snapshot = await read(ids);
        const candidates = [...snapshot.rows.values()].map((row) => {
          return { row, prerequisite: wire.prerequisite?.(row) ?? null };
        });
        const serverProjectIds = await projectsOnServer(
          candidates.flatMap(({ prerequisite }) => prerequisite ?? []),
        );
        const blockedRows = candidates.filter(
          // A missing photo always blocks its document. Uploading the photo changes the document, and that unblocks it.
          ({ prerequisite }) =>
            prerequisite !== null &&
            !(prerequisite.kind === 'project' && serverProjectIds.has(prerequisite.id)),
        );
        for (const { row, prerequisite } of blockedRows) {
          if (prerequisite && !changedIds.has(row.uuid)) prerequisites.set(row.uuid, prerequisite);
        }
        const blockedIds = new Set(blockedRows.map(({ row }) => row.uuid));
        return {
          rows: candidates.flatMap(({ row }) => (blockedIds.has(row.uuid) ? [] : [row])),
          snapshot,
        };
      } finally {
        changedDuringReads.delete(changedIds);
      }
    },
    forget(ids) {
      for (const id of ids) {
        prerequisites.delete(id);
        changedDuringReads.forEach((changedIds) => changedIds.add(id));
      }
    },
    release,
  };
}
