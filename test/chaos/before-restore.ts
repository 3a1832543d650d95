import { deepEqual } from '#sync/store/deep-equal.ts';
import { type DeviceState, deviceState } from './device-state.ts';
import type { Phone } from './phone.ts';
import type { Problem } from './problem.ts';
import type { Promises } from './promises.ts';
import { serverState, type ServerState, type WireRow } from './server-state.ts';

/** Entities that two phones may edit: the compared fields, and the state that means settled. */
const KINDS = {
  scans: { fields: ['serial_number', 'projects_id'], settled: 'sent' },
  leads: { fields: ['NotesFromVELUXClub', 'status'], settled: 'synced' },
} as const;
type Kind = keyof typeof KINDS;

/** State of an entity that was equal on the server and on every phone just before a restore. */
interface SettledEntity {
  /** Null if it was deleted. */
  readonly row: WireRow | null;
  /** Promises at that time; unchanged means no edit since. */
  readonly promised: string;
}
export type BeforeRestore = Record<Kind, ReadonlyMap<string, SettledEntity>>;

/**
 * Records the entities that every phone and the server agree on, which must survive the restore. Call just
 * before a restore. Skipped if a phone has no open page.
 * @param before entities that must survive the previous restore but might still be missing
 */
export async function noteBeforeRestore(
  phones: readonly Phone[],
  promises: Promises,
  before: BeforeRestore | null,
): Promise<BeforeRestore> {
  const owner = phones[0];
  const isKnown = phones.every(({ pages }) => pages.some((page) => page !== null));
  if (!owner || !isKnown) return before ?? { scans: new Map(), leads: new Map() };
  // Phones first: settled entities have nothing in flight.
  const locals = await Promise.all(phones.map(deviceState));
  const server = await serverState(owner.direct);
  const settled = (kind: Kind) =>
    new Map([...(before?.[kind] ?? []), ...settledEntities(kind, promises, locals, server)]);
  return { scans: settled('scans'), leads: settled('leads') };
}

function settledEntities(
  kind: Kind,
  promises: Promises,
  locals: readonly DeviceState[],
  server: ServerState,
): [string, SettledEntity][] {
  return [...promises[kind].keys()].flatMap((id): [string, SettledEntity][] => {
    const row = notDeleted(server[kind].get(id));
    const isAlike = locals.every((local) => {
      const mine = local[kind].get(id);
      if (!mine || !row) return !mine && !row;
      const isSettled = mine['state'] === KINDS[kind].settled && mine['refusal'] === null;
      return isSettled && KINDS[kind].fields.every((field) => deepEqual(mine[field], row[field]));
    });
    return isAlike ? [[id, { row, promised: promisedOf(kind, id, promises) }]] : [];
  });
}

/** Checks that these entities are back, unless they were edited since or a phone shows a rejection. */
export function restoreProblems(
  before: BeforeRestore,
  promises: Promises,
  locals: readonly DeviceState[],
  server: ServerState,
): Problem[] {
  return (['scans', 'leads'] as const).flatMap((kind) =>
    [...before[kind]].flatMap(([id, { row, promised }]): Problem[] => {
      if (promisedOf(kind, id, promises) !== promised) return [];
      if (locals.some((local) => local[kind].get(id)?.['state'] === 'refused')) return [];
      const now = notDeleted(server[kind].get(id));
      if (isBack(kind, row, now, promises.givenUp.size > 0)) return [];
      const what = `${kind} after the restore ${JSON.stringify({ id, before: row, now })}`;
      return [{ kind: 'lost', what }];
    }),
  );
}

function isBack(kind: Kind, row: WireRow | null, now: WireRow | null, hasGivenUp: boolean) {
  if (!row || !now) return row === now;
  return KINDS[kind].fields.every((field) => {
    if (field === 'projects_id' && hasGivenUp) return true;
    // A lead is closed with its project, which is checked separately.
    if (field === 'status') return openStatus(row) === openStatus(now);
    return deepEqual(row[field], now[field]);
  });
}

function openStatus({ status }: WireRow): unknown {
  return status === 'closed' ? 'agreed' : status;
}

function notDeleted(row: WireRow | undefined): WireRow | null {
  return row === undefined || row.deleted ? null : row;
}

function promisedOf(kind: Kind, id: string, promises: Promises): string {
  return JSON.stringify([...(promises[kind].get(id) ?? [])]);
}
