import type { Services } from '../services.ts';
import { browserPush } from './browser-push.ts';
import { createPush } from './push.ts';

/** Tells the server of this device's subscription where it does not know it: browsers renew them. */
export async function registerPush({ transport, session }: Services): Promise<void> {
  const state = session.state();
  if (state.name !== 'signed_in') return;
  // Without a network the next start does it.
  await createPush(browserPush, transport.call, state.account.user_id)
    .load()
    .catch(() => undefined);
}
