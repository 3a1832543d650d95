import { deepEqual } from '#sync/store/deep-equal.ts';
import { type DeviceState, pageState } from './device-state.ts';
import type { Phone } from './phone.ts';
import type { Problem } from './problem.ts';
import type { Intents } from './intents.ts';
import { serverState, type ServerState, type WireRow } from './server-state.ts';

/** Entities that two phones may edit: the compared fields, and the state that means settled. */
const KINDS = {
  scans: { fields: ['serial_number', 'projects_id', 'image_data'], settled: 'sent' },
  leads: { fields: ['NotesFromVELUXClub', 'status'], settled: 'synced' },
} as const;
type Kind = keyof typeof KINDS;

/** State of an entity that was equal on the server and on every phone just before a restore. */
interface SettledEntity {
  /** Null if it was deleted. */
  readonly row: WireRow | null;
  /** Intents at that time. If they are unchanged later, the entity hasn't been edited since. */
  readonly intended: string;
}
export type StateBeforeRestore = Record<Kind, ReadonlyMap<string, SettledEntity>>;

/**
 * Records the entities that every phone and the server agree on, which must survive the restore. Call just
 * before a restore. Skipped if a phone has no open page.
 * @param before entities that must survive the previous restore but might still be missing
 */
export async function recordStateBeforeRestore(
  phones: readonly Phone[],
  intents: Intents,
  before: StateBeforeRestore | null,
): Promise<StateBeforeRestore> {
  const owner = phones[0];
  const openPages = phones.map(({ pages }) => pages.filter((page) => page !== null));
  if (!owner || openPages.some((pages) => pages.length === 0))
    return before ?? { scans: new Map(), leads: new Map() };
  // Phones first: settled entities have nothing in flight.
  const pages = await Promise.all(openPages.flat().map(pageState));
  return settledState(intents, pages, await serverState(owner.direct), before);
}

/**
 * Adds the entities that all pages and the server agree on to those of the previous restore. Pure.
 * @param pages state of each open page: a page may not have received another page's change on the same phone yet
 */
export function settledState(
  intents: Intents,
  pages: readonly DeviceState[],
  server: ServerState,
  before: StateBeforeRestore | null,
): StateBeforeRestore {
  const settledBy = (kind: Kind) =>
    new Map([...(before?.[kind] ?? []), ...settledEntities(kind, intents, pages, server)]);
  return { scans: settledBy('scans'), leads: settledBy('leads') };
}

function settledEntities(
  kind: Kind,
  intents: Intents,
  pages: readonly DeviceState[],
  server: ServerState,
): [string, SettledEntity][] {
  return [...intents[kind].keys()].flatMap((id): [string, SettledEntity][] => {
    const row = notDeleted(server[kind].get(id));
    const isUnchanged = pages.every((page) => {
      const localRow = page[kind].get(id);
      if (!localRow || !row) return !localRow && !row;
      const isSettled = localRow['state'] === KINDS[kind].settled && localRow['refusal'] === null;
      return (
        isSettled && KINDS[kind].fields.every((field) => deepEqual(localRow[field], row[field]))
      );
    });
    if (!isUnchanged || (row === null && !isRemovalIntended(kind, id, intents))) return [];
    return [[id, { row, intended: intentsOf(kind, id, intents) }]];
  });
}

/** True if a phone has certainly removed the entity. A missing entity may also be unsent, or not read yet. */
function isRemovalIntended(kind: Kind, id: string, intents: Intents): boolean {
  // A lead can't be removed.
  if (kind === 'leads') return false;
  return [...(intents.scans.get(id)?.values() ?? [])].some((possibleIntents) =>
    possibleIntents.every((intent) => intent?.deleted === true),
  );
}

/**
 * Finds entities that the server lacks or has changed since before the restore, except those that were edited since or
 * that a phone shows as rejected.
 */
export function restoreProblems(
  before: StateBeforeRestore,
  intents: Intents,
  locals: readonly DeviceState[],
  server: ServerState,
): Problem[] {
  return (['scans', 'leads'] as const).flatMap((kind) =>
    [...before[kind]].flatMap(([id, { row, intended: intentsBefore }]): Problem[] => {
      if (intentsOf(kind, id, intents) !== intentsBefore) return [];
      if (locals.some((local) => local[kind].get(id)?.['state'] === 'refused')) return [];
      const current = notDeleted(server[kind].get(id));
      if (isRestored(kind, row, current, intents.phonesWithDiscards.size > 0)) return [];
      const description = `${kind} after the restore ${JSON.stringify({ id, before: row, current })}`;
      return [{ kind: 'lost', description }];
    }),
  );
}

function isRestored(
  kind: Kind,
  row: WireRow | null,
  current: WireRow | null,
  hasDiscards: boolean,
) {
  if (!row || !current) return row === current;
  return KINDS[kind].fields.every((field) => {
    if (field === 'projects_id' && hasDiscards) return true;
    // An accepted product needs no new photo.
    if (field === 'image_data' && current['flag'] === 'valid') return true;
    // A lead is closed with its project, which is checked separately.
    if (field === 'status') return openStatus(row) === openStatus(current);
    return deepEqual(row[field], current[field]);
  });
}

function openStatus({ status }: WireRow): unknown {
  return status === 'closed' ? 'agreed' : status;
}

function notDeleted(row: WireRow | undefined): WireRow | null {
  return row === undefined || row.deleted ? null : row;
}

function intentsOf(kind: Kind, id: string, intents: Intents): string {
  return JSON.stringify([...(intents[kind].get(id) ?? [])]);
}
