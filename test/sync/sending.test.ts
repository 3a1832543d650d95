import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, scanInto, scanOf, startDevice, until } from './device.ts';

let server: ClubServer;
let device: Device;
beforeAll(async () => {
  server = await startClubServer();
});
afterAll(() => server.close());
afterEach(async () => {
  server.proxy.mend();
  await device.close();
});

test('a scan is sent, judged and settled in the same document', async () => {
  device = await startDevice(server, 'polishOwner');
  const account = await device.open();
  const project = await server.project('polishOwner');
  const [serial] = await server.serials(1);
  const [id = ''] = await scanInto(account, project.uuid, [serial ?? '']);
  await until(async () => (await scanOf(account, id))?.state === 'sent');
  expect(await scanOf(account, id)).toMatchObject({ flag: 'valid', points: 120, refusal: null });
  expect(await server.savedScans(project.uuid)).toHaveLength(1);
});
