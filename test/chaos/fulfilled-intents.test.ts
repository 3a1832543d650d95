import { expect, test } from 'vitest';
import { collectionNames } from '#schemas/collections.ts';
import type { DeviceState } from './device-state.ts';
import { scanProblems } from './fulfilled-intents.ts';
import { releasePhoto } from './decide-product.ts';
import { emptyIntents, type ScanIntent } from './intents.ts';
import type { ServerState } from './server-state.ts';

const ID = 'scan';
const intent: ScanIntent = { serial: null, project: 'P', photo: 'new', deleted: false };
const emptyState = () => Object.fromEntries(collectionNames.map((name) => [name, new Map()]));
const sent = { uuid: ID, projects_id: 'P', state: 'sent', refusal: null };
const saved = {
  uuid: ID,
  serial_number: null,
  projects_id: 'P',
  image_data: 'old',
  deleted: false,
};

/** Counts the problems of a phone that promised a new photo, with a scan on it and on the server. */
function problemsOf(intents: ReturnType<typeof promise>, local: object, server: object): number {
  const device = { ...emptyState(), scans: new Map([[ID, { ...sent, ...local }]]) };
  const remote = { ...emptyState(), scans: new Map([[ID, { ...saved, ...server }]]) };
  const [deviceState, serverState] = [device as object, remote as object];
  return scanProblems(intents, [deviceState as DeviceState], serverState as ServerState).length;
}

function promise(photo: string | null) {
  const intents = emptyIntents();
  intents.scans.set(ID, new Map([[0, [{ ...intent, photo }]]]));
  return intents;
}

test('a new photo that the server lacks is reported, unless the phone shows why', () => {
  expect(problemsOf(promise('new'), {}, { flag: 'rejected' })).toBe(1);
  const refusal = { code: 'new_photo_not_needed' };
  expect(problemsOf(promise('new'), { state: 'refused', refusal }, { flag: 'rejected' })).toBe(0);
});

test('after an accepted product was objected to, its earlier new photos may be gone, but not later ones', () => {
  const intents = promise('new');
  expect(problemsOf(intents, {}, { flag: 'valid' })).toBe(0);
  releasePhoto(ID, intents);
  expect(problemsOf(intents, {}, { flag: 'rejected' })).toBe(0);
  expect(problemsOf(promise('later'), {}, { flag: 'rejected' })).toBe(1);
});

test('releasing a photo keeps the other promises about the product', () => {
  const intents = promise('new');
  releasePhoto(ID, intents);
  expect(problemsOf(intents, {}, { flag: 'rejected', projects_id: 'Q' })).toBe(1);
});
