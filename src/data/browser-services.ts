import {
  requestBackgroundSync,
  requestPersistentStorage,
  browserLocks,
  browserStore,
  browserPageSignals,
} from '#sync/browser-ports.ts';
import { createConnectivity } from '#sync/http/connectivity.ts';
import type { KeyValue } from '#sync/ports.ts';
import { createSession } from '#sync/http/session.ts';
import { SESSION_KEY } from '#sync/http/session-key.ts';
import type { PhotoBytes } from '#sync/photos/photos.ts';
import { createTransport } from '#sync/http/transport.ts';
import { createAccountStore } from './account/account-store.ts';
import { createDisplayedSession } from './account/displayed-session.ts';
import { isFormTouched } from './drafts/unsaved-forms.ts';
import { createDeviceSettings, languageToShow } from './device/device-settings.ts';
import { createErasures } from './account/erasures.ts';
import { createErrorReports } from './reports/capture-errors.ts';
import { unsubscribePush } from './push/unsubscribe-push.ts';
import { watchBrowserInstall } from './device/install.ts';
import type { Services } from './services.ts';
import { whenIdle } from './device/when-idle.ts';

/** Loads the code that opens an account's local database (RxDB). */
export const loadAccounts = () => import('#sync/account.ts');

/** Loaded with the first account, because signing in doesn't need it. */
const loadDatabases = () => import('#sync/store/device-databases.ts');

async function eraseAccount(userId: string): Promise<void> {
  await (await loadDatabases()).deleteAccountDatabases(userId);
}

/** True if the user was signed in at the end of the last visit. Synchronous, so it can be used before any await. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(SESSION_KEY) !== null;
}

/**
 * Creates the services that use browser APIs. RxDB is loaded later, with the first account.
 * @param patterns route patterns, to name the screen in error reports
 */
export async function browserServices(
  patterns: () => Promise<readonly string[]>,
): Promise<Services> {
  // Before any await, because the browser fires its install event only once.
  const install = watchBrowserInstall();
  const store = await browserStore();
  const pageSignals = browserPageSignals();
  const locks = browserLocks();
  const device = createDeviceSettings({
    getItem: store.get,
    setItem: store.set,
    subscribe: store.subscribe,
  });
  const session = createSession({ store });
  const displayedSession = createDisplayedSession(session, isFormTouched);
  const transport = createTransport({
    baseUrl: '/api',
    fetch: (input, init) => fetch(input, init),
    session,
    user: () => {
      const state = displayedSession.current();
      return state.name === 'signed_in' ? state.account.user_id : undefined;
    },
    language: () => languageToShow(device.current(), location.host),
    platform: 'web',
    clock: Date.now,
    locks,
    store,
  });
  const connectivity = createConnectivity({
    transport,
    checkMaintenance: async () => {
      const { checkMaintenance } = await import('#sync/http/check-maintenance.ts');
      return checkMaintenance(transport, session);
    },
    pageSignals,
  });
  const erasures = createErasures(store, eraseAccount);
  const accounts = createAccountStore({
    open: async (identity) => {
      await erasures.finish(identity.user_id);
      // An account that is opened now would be erased at the next start.
      if (erasures.isPending(identity.user_id))
        throw new Error('The last erasure is not finished.');
      const { openAccount } = await loadAccounts();
      return openAccount({
        identity,
        session,
        transport,
        connectivity,
        pageSignals,
        locks,
        requestPersistence: requestPersistentStorage,
        backgroundSync: requestBackgroundSync,
        reducePhoto,
        build: __SCHEMAS_STAMP__,
        whenIdle,
      });
    },
    databases: async (userId) => (await loadDatabases()).listAccountDatabases(userId),
    marks: accountMarks(store),
  });
  const errors = createErrorReports(device, async () => {
    await whenIdle();
    const [{ createErrorReporter }, routePatterns] = await Promise.all([
      import('./reports/error-reporter.ts'),
      patterns(),
    ]);
    const clock = Date.now;
    return createErrorReporter({
      store,
      transport,
      connectivity,
      device,
      locks,
      clock,
      patterns: routePatterns,
    });
  });
  // Closes the database when the session ends, here or in another tab.
  displayedSession.subscribe(() => {
    if (displayedSession.current().name === 'signed_in') return;
    void accounts.close();
    void unsubscribePush();
  });
  const services = { device, accounts, erasures, install, errors };
  return { session, displayedSession, transport, connectivity, ...services };
}

/** Shrinks a photo in a worker, which is loaded with the first photo that is too large to upload. */
async function reducePhoto({ bytes, mime }: PhotoBytes): Promise<PhotoBytes | null> {
  const worker = await import('#workers/image-worker-client.ts');
  return worker.reducePhoto(new Blob([bytes], { type: mime }));
}

/** Marks which accounts have databases on this device, to detect their loss (F20). */
function accountMarks(store: KeyValue) {
  const key = (userId: string) => `club.account.${userId}`;
  return {
    has: (userId: string) => store.get(key(userId)) !== null,
    add: (userId: string) => store.set(key(userId), '1'),
    remove: (userId: string) => store.remove(key(userId)),
  };
}
