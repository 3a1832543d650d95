import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { ClubServer } from './club-server.ts';
import { type Phone, startLeadServer, startPhone } from './lead-world.ts';

/** What a test of this file works with, as it is now. */
export let server: ClubServer;
export let phone: Phone;

/** Gives every test of a file a phone of its own, before one server whose company takes leads. */
export function withOwnPhone(): void {
  beforeAll(async () => {
    server = await startLeadServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    phone = await startPhone(server);
  });
  afterEach(async () => {
    server.proxy.mend();
    server.proxy.isDown = false;
    await phone.close();
  });
}

/** The phone is lost with all that it had, and another takes its place. */
export async function changePhone(): Promise<void> {
  await phone.close();
  // Only now: it may not send what another is to take over.
  server.proxy.isDown = false;
  phone = await startPhone(server);
}
