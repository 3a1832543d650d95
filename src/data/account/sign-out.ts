import { accessCalls } from '#schemas/api/access-calls.ts';
import { deleteSharedTexts } from '#sync/store/shared-texts.ts';
import { REGISTRATION_KEY } from '../drafts/saved-draft.ts';
import type { Services } from '../services.ts';

/** Timeout of the request that ends the session on the server, in ms. */
const LOGOUT_TIMEOUT_MS = 4_000;

/**
 * Signs the user out of this device. Never throws; anything that can't be erased now is erased at the next
 * start.
 * @param mode `erase` deletes all data of the account; `keep` keeps its database, including unsent work, for
 * the same user's next sign-in, and requires explicit consent
 * @returns false if data is left that only a reloaded page can erase, because WebKit's storage was lost
 */
export async function signOut(services: Services, mode: 'erase' | 'keep'): Promise<boolean> {
  const { session, transport, connectivity, accounts, device, erasures } = services;
  const state = session.state();
  if (state.name === 'signed_out') return true;
  const userId = state.account.user_id;
  if (mode === 'erase') erasures.schedule(userId);

  // If the device is offline, the tokens expire on the server on their own.
  const pendingRequest =
    state.name === 'signed_in' && connectivity.state() === 'online'
      ? endServerSession(transport, state.token.token)
      : undefined;
  // Don't wait for the response first: another tab could save work that is then erased.
  const pendingClose = mode === 'erase' ? accounts.erase() : accounts.close();
  session.signOut();
  device.change({ accountLanguage: null });
  sessionStorage.clear();
  await pendingClose;
  const isComplete = mode === 'keep' || (await eraseRemainingData(services, userId));
  // A reload would cancel the request.
  await pendingRequest;
  return isComplete;
}

/** Ends the session on the server. The token is passed, because the session on this device ends first. */
async function endServerSession(transport: Services['transport'], token: string): Promise<void> {
  const signal = AbortSignal.timeout(LOGOUT_TIMEOUT_MS);
  await transport.call(accessCalls.signOut, {}, { signal, token }).catch(() => undefined);
}

/** Deletes drafts, and the user's databases that weren't open. Resolves to false if data is left. */
async function eraseRemainingData(
  { erasures }: Pick<Services, 'erasures'>,
  userId: string,
): Promise<boolean> {
  // If this fails, the request keys expire within a day anyway.
  await deleteDrafts(userId).catch(() => undefined);
  await erasures.finish(userId);
  return !erasures.isPending(userId);
}

/** Deletes drafts and request keys, which are stored outside the database. */
async function deleteDrafts(userId: string): Promise<void> {
  const prefix = `draft:${userId}:`;
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
  await deleteSharedTexts(prefix);
}

/**
 * "Clear data and restart" (spec 1 §2): deletes all data of the signed-in user from this device. If work would
 * be lost, the caller asks for confirmation first.
 */
export async function clearDevice(services: Services): Promise<void> {
  await signOut(services, 'erase');
  sessionStorage.clear();
  // An unfinished registration contains personal data too.
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(REGISTRATION_KEY)) localStorage.removeItem(key);
  }
}
