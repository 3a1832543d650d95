import { expect, test } from 'vitest';
import { collectionNames } from '#schemas/collections.ts';
import { restoreProblems, settledState } from './before-restore.ts';
import type { DeviceState } from './device-state.ts';
import { emptyIntents, type Possible, type ScanIntent } from './intents.ts';
import type { ServerState, WireRow } from './server-state.ts';

const ID = 'scan';
const row = { uuid: ID, serial_number: 'A', projects_id: 'P', image_data: null, deleted: false };
const intent: ScanIntent = { serial: 'A', project: 'P', photo: null, deleted: false };
const removal: ScanIntent = { ...intent, deleted: true };

const emptyState = () => Object.fromEntries(collectionNames.map((name) => [name, new Map()]));
const serverWith = (scan: WireRow | null) =>
  ({ ...emptyState(), scans: new Map(scan && [[ID, scan]]) }) as ServerState;
const pageWith = (scan: object | null) =>
  ({ ...emptyState(), scans: new Map(scan && [[ID, { uuid: ID, ...scan }]]) }) as DeviceState;
const sentScan = { ...row, state: 'sent', refusal: null };

/** Intents of the first phone, which may have any of the given states. */
function intentsOf(...possibleIntents: Possible<ScanIntent>[]) {
  const intents = emptyIntents();
  intents.scans.set(ID, new Map([[0, possibleIntents]]));
  return intents;
}

interface Restore {
  readonly intents: ReturnType<typeof emptyIntents>;
  /** The scan on each page before the restore. */
  readonly pages: readonly (object | null)[];
  readonly before: WireRow | null;
  readonly after: WireRow | null;
}

function problemsOf({ intents, pages, before, after }: Restore): number {
  const state = settledState(intents, pages.map(pageWith), serverWith(before), null);
  return restoreProblems(state, intents, [pageWith(after && sentScan)], serverWith(after)).length;
}

test('a scan that every page and the server agreed on is reported if it is missing after the restore', () => {
  const restore = { intents: intentsOf(intent), pages: [sentScan, sentScan], before: row };
  expect(problemsOf({ ...restore, after: row })).toBe(0);
  expect(problemsOf({ ...restore, after: null })).toBe(1);
  expect(problemsOf({ ...restore, after: { ...row, deleted: true } })).toBe(1);
  expect(problemsOf({ ...restore, after: { ...row, serial_number: 'B' } })).toBe(1);
});

test('a removed scan is reported if it exists again after the restore', () => {
  const restore = { intents: intentsOf(removal), pages: [null], before: null };
  expect(problemsOf({ ...restore, after: null })).toBe(0);
  expect(problemsOf({ ...restore, after: row })).toBe(1);
});

test('a scan that is unsent, or that a page hasn’t received yet, doesn’t count as removed', () => {
  const restore = { pages: [null], before: null, after: row };
  expect(problemsOf({ ...restore, intents: intentsOf(intent) })).toBe(0);
  expect(problemsOf({ ...restore, intents: intentsOf(intent, removal) })).toBe(0);
  expect(problemsOf({ ...restore, intents: intentsOf(null, removal) })).toBe(0);
});

test('an edit that only one of a phone’s pages has isn’t settled', () => {
  const editedScan = { ...sentScan, serial_number: 'B', state: 'waiting' };
  const restore = { intents: intentsOf({ ...intent, serial: 'B' }), before: row };
  const after = { ...row, serial_number: 'B' };
  expect(problemsOf({ ...restore, pages: [sentScan, editedScan], after })).toBe(0);
});
