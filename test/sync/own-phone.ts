import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { ClubServer } from './club-server.ts';
import { type Phone, startLeadServer, startPhone } from './lead-fixture.ts';

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

/** Closes the phone and loses its data, then starts an empty one for the same account. */
export async function replacePhone(): Promise<void> {
  await phone.close();
  // Reconnect only after closing, so that the lost phone can't send the work that the new one imports.
  server.proxy.isDown = false;
  phone = await startPhone(server);
}
