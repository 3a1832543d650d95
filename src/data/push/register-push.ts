import type { Services } from '../services.ts';
import { browserPush, createPush } from './push.ts';

/** Registers this device's subscription with the server if needed, because browsers renew subscriptions. */
export async function registerPush({ transport, session }: Services): Promise<void> {
  const state = session.state();
  if (state.name !== 'signed_in') return;
  // If the device is offline, the next start tries again.
  await createPush(browserPush, transport.call, state.account.user_id)
    .load()
    .catch(() => undefined);
}
