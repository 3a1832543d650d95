import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Project } from '#schemas/project.ts';
import type { LocalAccount } from '#sync/account.ts';
import type { AccountOptions } from '#sync/account-options.ts';
import { type ClubServer, startClubServer } from './club-server.ts';
import { type Device, waitForProject, startDevice, waitUntil } from './device.ts';

/** Current fixtures of a test file. */
export let server: ClubServer;
export let device: Device;
/** The most recently opened account. */
export let account: LocalAccount;
/** A new project per test, known to the device. */
export let project: Project;

/** Gives every test its own up-to-date device; all share one server. */
export function withOwnDevice(): void {
  beforeAll(async () => {
    server = await startClubServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    project = await server.project('polishOwner');
    await setUpDevice();
  });
  afterEach(async () => {
    server.proxy.clearFaults();
    server.proxy.isDown = false;
    await tearDownDevice();
  });
}

/** Opens the app again on the device, optionally with other options. */
export async function reopen(options?: Partial<AccountOptions>): Promise<void> {
  account = await device.open(options);
}

/** Replaces the test's device. */
export async function replaceDevice(options: Parameters<typeof startDevice>[2]): Promise<void> {
  await tearDownDevice();
  await setUpDevice(options);
}

async function setUpDevice(options?: Parameters<typeof startDevice>[2]) {
  device = await startDevice(server, 'polishOwner', options);
  await reopen();
  await waitUntil(() => account.status().isFirstPullDone);
  await waitForProject(account, project.uuid);
}

async function tearDownDevice() {
  // Close all tabs first: an open store blocks its deletion.
  await device.close();
  await account.erase();
}
