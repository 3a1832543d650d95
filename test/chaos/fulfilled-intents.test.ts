import { expect, test } from 'vitest';
import { collectionNames } from '#schemas/collections.ts';
import type { DeviceState } from './device-state.ts';
import { scanProblems } from './fulfilled-intents.ts';
import { emptyIntents, type ScanIntent } from './intents.ts';
import type { ServerState } from './server-state.ts';

const ID = 'scan';
const intent: ScanIntent = { serial: null, project: 'P', photo: 'new', deleted: false };
const emptyState = () => Object.fromEntries(collectionNames.map((name) => [name, new Map()]));
const sentScan = { uuid: ID, projects_id: 'P', state: 'sent', refusal: null };
const savedScan = {
  uuid: ID,
  serial_number: null,
  projects_id: 'P',
  image_data: 'old',
  deleted: false,
};

/** Counts the problems of a phone that took a new photo, with a scan on it and on the server. */
function problemsOf(
  intents: ReturnType<typeof intentsWithPhoto>,
  local: object,
  server: object,
): number {
  const device = { ...emptyState(), scans: new Map([[ID, { ...sentScan, ...local }]]) };
  const remote = { ...emptyState(), scans: new Map([[ID, { ...savedScan, ...server }]]) };
  const [deviceState, serverState] = [device as object, remote as object];
  return scanProblems(intents, [deviceState as DeviceState], serverState as ServerState).length;
}

function intentsWithPhoto(photo: ScanIntent['photo']) {
  const intents = emptyIntents();
  intents.scans.set(ID, new Map([[0, [{ ...intent, photo }]]]));
  return intents;
}

test.each(['rejected', 'in_review', 'valid'])(
  'a new photo that the server lacks is reported, unless the phone shows the reason: product %s',
  (flag) => {
    expect(problemsOf(intentsWithPhoto('new'), {}, { flag })).toBe(1);
    const refusal = { code: 'new_photo_not_needed' };
    expect(problemsOf(intentsWithPhoto('new'), { state: 'refused', refusal }, { flag })).toBe(0);
    expect(problemsOf(intentsWithPhoto('new'), {}, { flag, image_data: 'new' })).toBe(0);
  },
);

test('a discarded new photo may be missing, but not the rest of the product', () => {
  const discarded = intentsWithPhoto(undefined);
  expect(problemsOf(discarded, {}, { flag: 'rejected' })).toBe(0);
  expect(problemsOf(discarded, {}, { flag: 'rejected', projects_id: 'Q' })).toBe(1);
});
