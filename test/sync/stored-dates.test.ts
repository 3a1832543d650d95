import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalAccount } from '#sync/account.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, projectOf, startDevice } from './device.ts';
import { dumpStore, restoreStore, type StoredDatabase } from './stored-device.ts';

/**
 * store-of-projects-5.json is a dump of a phone’s projects with version 5 of their schema, which stored no rejection
 * reason for a date set together with a closing. Its projects: with a rejected date, with a pending date, with a
 * pending date and closing, and without a date.
 */
interface StoredDates {
  readonly ids: Readonly<
    Record<'userId' | 'mine' | 'theirs' | 'rejected' | 'dated' | 'closing' | 'plain', string>
  >;
  readonly databases: readonly StoredDatabase[];
}
let stored: StoredDates;
let server: ClubServer;
let device: Device;
let account: LocalAccount;

beforeAll(async () => {
  const file = new URL('store-of-projects-5.json', import.meta.url);
  stored = JSON.parse(await readFile(file, 'utf8')) as StoredDates;
  server = await startClubServer();
  server.proxy.isDown = true;
  await restoreStore(stored.databases);
});
afterAll(async () => {
  await device.close();
  await account.erase();
  await server.close();
});

test('the stored device data is unchanged', async () => {
  expect(await dumpStore(`club-${stored.ids.userId}`)).toEqual(stored.databases);
});

test('F26: a date rejected under the previous schema keeps its reason, and the others wait', async () => {
  device = await startDevice(server, 'polishOwner');
  account = await device.open();
  const {
    mine: ownDate,
    theirs: theirDate,
    rejected: rejectedProject,
    dated: datedProject,
    closing,
    plain,
  } = stored.ids;
  const conflict = { code: 'conflict' };
  expect(await projectOf(account, rejectedProject)).toMatchObject({
    ...{
      state: 'refused',
      refusal: conflict,
      date_refusal: conflict,
      installation_date: theirDate,
    },
    date_edit: { date: ownDate, server_date: theirDate },
  });
  const waitingRow = { state: 'waiting', date_edit: { date: ownDate }, date_refusal: null };
  expect(await projectOf(account, datedProject)).toMatchObject({ ...waitingRow, closing: null });
  expect(await projectOf(account, closing)).toMatchObject({
    ...waitingRow,
    closing: { released: false },
  });
  expect(await projectOf(account, plain)).toMatchObject({ state: 'synced', date_refusal: null });
  const { kinds } = await account.outbox.counts();
  expect(kinds.project).toMatchObject({ waiting: 2, refused: 1 });
  await account.projectCommands.withdrawDate(rejectedProject);
  expect(await projectOf(account, rejectedProject)).toMatchObject({
    state: 'synced',
    date_edit: null,
  });
});
