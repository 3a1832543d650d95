import type { EditableWire } from '../entities/wires.ts';
import type { EditableDocument } from '../entities/registry.ts';
import type { Snapshot } from '../store/documents.ts';
import type { EditableRow } from './apply-verdicts.ts';
import type { Prerequisite } from './wire-format.ts';

/** Which projects of these are on the server. */
export type FindProjectsOnServer = (projects: readonly string[]) => Promise<ReadonlySet<string>>;

/** What can go, and what it was read with. */
export interface SendableRows {
  readonly rows: readonly EditableRow[];
  readonly reading: Snapshot<EditableDocument>;
}

/** What waits and can't go yet, because something else has to be on the server first (F06). */
export interface BlockedDocuments {
  /** Those of the ids that are not known to be blocked. */
  unblocked(ids: readonly string[]): string[];
  /** Reads documents, and keeps back what is blocked until it changes or is released. @returns the others */
  readSendable(ids: readonly string[]): Promise<SendableRows>;
  /** They have changed: what blocked them may not any more. */
  forget(ids: readonly string[]): void;
  /** Looks which of what they wait for has come. @returns whether anything is free now */
  release(): Promise<boolean>;
}

export function createBlockedDocuments(
  wire: EditableWire,
  read: (ids: readonly string[]) => Promise<Snapshot<EditableDocument>>,
  met: FindProjectsOnServer,
): BlockedDocuments {
  const needs = new Map<string, Prerequisite>();
  /** What has changed while it was read: what was read of it decides nothing. */
  const changing = new Set<Set<string>>();

  const metNow = (wanted: Iterable<Prerequisite>) =>
    met([...new Set([...wanted].flatMap(({ kind, id }) => (kind === 'project' ? [id] : [])))]);
  const release = async () => {
    if (needs.size === 0) return false;
    const there = await metNow(needs.values());
    const free = [...needs].filter(([, { kind, id }]) => kind === 'project' && there.has(id));
    free.forEach(([id]) => needs.delete(id));
    return free.length > 0;
  };

  return {
    unblocked: (ids) => ids.filter((id) => !needs.has(id)),
    async readSendable(ids) {
      const changed = new Set<string>();
      changing.add(changed);
      try {
        const reading = await read(ids);
        const wanted = [...reading.rows.values()].map((row) => {
          return { row, need: wire.prerequisite?.(row) ?? null };
        });
        const there = await metNow(wanted.flatMap(({ need }) => need ?? []));
        const blocked = wanted.filter(
          // A photo that has come changes the document that it belongs to.
          ({ need }) => need !== null && !(need.kind === 'project' && there.has(need.id)),
        );
        for (const { row, need } of blocked) {
          if (need && !changed.has(row.uuid)) needs.set(row.uuid, need);
        }
        const back = new Set(blocked.map(({ row }) => row.uuid));
        return { rows: wanted.flatMap(({ row }) => (back.has(row.uuid) ? [] : [row])), reading };
      } finally {
        changing.delete(changed);
      }
    },
    forget(ids) {
      for (const id of ids) {
        needs.delete(id);
        changing.forEach((changed) => changed.add(id));
      }
    },
    release,
  };
}
