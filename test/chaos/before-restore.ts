import { deepEqual } from '#sync/store/deep-equal.ts';
import { type DeviceState, deviceState } from './device-state.ts';
import type { Phone } from './phone.ts';
import type { Problem } from './problem.ts';
import type { Promises } from './promises.ts';
import { serverState, type ServerState, type WireRow } from './server-state.ts';

/** Of what two phones may have edited: what people have of it, and how a phone says that it is settled. */
const KINDS = {
  scans: { fields: ['serial_number', 'projects_id'], settled: 'sent' },
  leads: { fields: ['NotesFromVELUXClub', 'status'], settled: 'synced' },
} as const;
type Kind = keyof typeof KINDS;

/** How a thing stood on the server and on every phone alike, just before the server was restored. */
interface Stood {
  /** Null for what was gone. */
  readonly row: WireRow | null;
  /** What was promised of it by then: no edit has come since while this is the same. */
  readonly promised: string;
}
export type BeforeRestore = Record<Kind, ReadonlyMap<string, Stood>>;

/**
 * What has to come back because everybody knew it: to be called just before a restore. A phone of which
 * no page is open knows nothing.
 * @param before what had to come back after the restore before this one, and may not have yet
 */
export async function noteBeforeRestore(
  phones: readonly Phone[],
  promises: Promises,
  before: BeforeRestore | null,
): Promise<BeforeRestore> {
  const owner = phones[0];
  const isKnown = phones.every(({ pages }) => pages.some((page) => page !== null));
  if (!owner || !isKnown) return before ?? { scans: new Map(), leads: new Map() };
  // The phones first: of what they all have settled, nothing is on its way to the server any more.
  const locals = await Promise.all(phones.map(deviceState));
  const server = await serverState(owner.direct);
  const stood = (kind: Kind) =>
    new Map([...(before?.[kind] ?? []), ...standingOf(kind, promises, locals, server)]);
  return { scans: stood('scans'), leads: stood('leads') };
}

function standingOf(
  kind: Kind,
  promises: Promises,
  locals: readonly DeviceState[],
  server: ServerState,
): [string, Stood][] {
  return [...promises[kind].keys()].flatMap((id): [string, Stood][] => {
    const row = living(server[kind].get(id));
    const isAlike = locals.every((local) => {
      const mine = local[kind].get(id);
      if (!mine || !row) return !mine && !row;
      const isSettled = mine['state'] === KINDS[kind].settled && mine['refusal'] === null;
      return isSettled && KINDS[kind].fields.every((field) => deepEqual(mine[field], row[field]));
    });
    return isAlike ? [[id, { row, promised: promisedOf(kind, id, promises) }]] : [];
  });
}

/**
 * What everybody knew stands there again, unless somebody has edited it since, or a phone shows that the
 * server refused it.
 */
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
      const now = living(server[kind].get(id));
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
    // A lead is closed with its project, whose closing is a promise of its own.
    if (field === 'status') return openStatus(row) === openStatus(now);
    return deepEqual(row[field], now[field]);
  });
}

function openStatus({ status }: WireRow): unknown {
  return status === 'closed' ? 'agreed' : status;
}

function living(row: WireRow | undefined): WireRow | null {
  return row === undefined || row.deleted ? null : row;
}

function promisedOf(kind: Kind, id: string, promises: Promises): string {
  return JSON.stringify([...(promises[kind].get(id) ?? [])]);
}
