import { accessCalls } from '#schemas/api/access-calls.ts';
import { REGISTRATION_KEY } from '../drafts/saved-draft.ts';
import type { Services } from '../services.ts';

/** How long a sign-out waits for the server to hear of it, in ms. */
const GOODBYE_MS = 4_000;

/**
 * Signs the person out of this device.
 * @param fate `erase` leaves nothing of the account on the device; `keep` leaves its database, unsent
 *   work included, for the same person's next sign-in: only where they explicitly agreed to it.
 * @throws nothing: what can't be erased now is erased with the next start
 */
export async function signOut(services: Services, fate: 'erase' | 'keep'): Promise<void> {
  const { session, transport, connectivity, accounts, device, erasures } = services;
  const state = session.state();
  if (state.name === 'signed_out') return;
  const userId = state.account.user_id;
  if (fate === 'erase') erasures.begin(userId);

  // Offline the server can't be told; its tokens end by themselves, and ours are forgotten anyway.
  if (connectivity.state() === 'online') {
    const options = { signal: AbortSignal.timeout(GOODBYE_MS), retryAuth: false };
    await transport.call(accessCalls.logout, {}, options).catch(() => undefined);
  }
  const leaving = fate === 'erase' ? accounts.erase() : accounts.close();
  session.signOut();
  device.change({ accountLanguage: null });
  sessionStorage.clear();
  await leaving;
  // The keys of requests end within a day by themselves.
  if (fate === 'erase') await forgetDrafts(userId).catch(() => undefined);
  // Whatever is still there, or was not open, goes by its name.
  if (fate === 'erase') await erasures.finish(userId);
}

/** Drafts, and keys of requests, which are kept beside the database. */
async function forgetDrafts(userId: string): Promise<void> {
  const prefix = `draft:${userId}:`;
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
  const { deleteSharedTexts } = await import('#sync/store/shared-texts.ts');
  await deleteSharedTexts(prefix);
}

/**
 * "Clear data and restart" (spec 1 §2): everything that the app keeps on this device for whoever was
 * signed in. The caller has asked first if work would be lost.
 */
export async function clearDevice(services: Services): Promise<void> {
  await signOut(services, 'erase');
  sessionStorage.clear();
  // A registration under way holds personal data, too.
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(REGISTRATION_KEY)) localStorage.removeItem(key);
  }
}
