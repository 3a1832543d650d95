import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Project } from '#schemas/project.ts';
import type { LocalAccount } from '#sync/account.ts';
import type { AccountOptions } from '#sync/account-options.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, knows, startDevice, until } from './device.ts';

/** What a test of this file works with, as it is now. */
export let server: ClubServer;
export let device: Device;
/** The account as the app has it open that was opened last. */
export let account: LocalAccount;
/** A new one of each test, which the device knows. */
export let project: Project;

/** Gives every test of a file a device of its own, up to date; the server is the same for all of them. */
export function withOwnDevice(): void {
  beforeAll(async () => {
    server = await startClubServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    project = await server.project('polishOwner');
    await takeDevice();
  });
  afterEach(async () => {
    server.proxy.mend();
    server.proxy.isDown = false;
    await giveBack();
  });
}

/** The app is opened once more on the device, perhaps with other options. */
export async function openAgain(options?: Partial<AccountOptions>): Promise<void> {
  account = await device.open(options);
}

/** Another device in the place of the test's own. */
export async function changeDevice(options: Parameters<typeof startDevice>[2]): Promise<void> {
  await giveBack();
  await takeDevice(options);
}

async function takeDevice(options?: Parameters<typeof startDevice>[2]) {
  device = await startDevice(server, 'polishOwner', options);
  await openAgain();
  await until(() => account.status().firstPullDone);
  await knows(account, project.uuid);
}

async function giveBack() {
  // Closed in every tab first: a store that is open somewhere is in the way of being deleted.
  await device.close();
  await account.erase();
}
