import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { ClubServer } from './club-server.ts';
import { type Phone, startLeadServer, startPhone } from './lead-world.ts';

/** Current fixtures of a test file. */
export let server: ClubServer;
export let phone: Phone;

/** Gives every test its own phone; all share a server whose company receives leads. */
export function withOwnPhone(): void {
  beforeAll(async () => {
    server = await startLeadServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    phone = await startPhone(server);
  });
  afterEach(async () => {
    server.proxy.clearFaults();
    server.proxy.isDown = false;
    await phone.close();
  });
}

/** Replaces a lost phone, including its data. */
export async function changePhone(): Promise<void> {
  await phone.close();
  // Only now, so that it can't send what the other phone imports.
  server.proxy.isDown = false;
  phone = await startPhone(server);
}
