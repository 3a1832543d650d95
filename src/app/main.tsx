import '../styles/app.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, loadSignedInApp } from './app.tsx';
import { brand } from '#brand';
import { browserServices, loadAccounts, wasSignedIn } from '../data/browser-services.ts';
import { suppressQuotaRejections } from '../data/device/quota-rejections.ts';
import { captureErrors } from '../data/reports/capture-errors.ts';
import { ServicesContext } from '../data/services.ts';
import { whenIdle } from '../data/device/when-idle.ts';
import { UpdateContext } from '../shell/app-update.ts';
import { startFocusRecovery } from '../ui/focus-recovery.ts';
import { trackKeyboardInset } from '../shell/behaviour/keyboard-inset.ts';
import { markMissingPictures } from '../shell/behaviour/missing-pictures.ts';
import { applyDeviceSettings } from '../shell/behaviour/apply-device-settings.ts';
import { registerServiceWorker } from '../shell/service-worker-registration.ts';
import { applyBrand } from '../ui/theme.ts';

/** Starts the app; applies settings and language first, so that nothing is painted twice. */
async function start(root: HTMLElement): Promise<void> {
  // For `npm run bench -- start`: marks when our code starts, and when everything for the first render is
  // loaded.
  performance.mark('club-begins');
  suppressQuotaRejections(window);
  const reportErrors = captureErrors(window);
  trackKeyboardInset(window);
  startFocusRecovery(document);
  markMissingPictures(document);
  // The user is probably still signed in, so load the code of the signed-in app in parallel.
  if (wasSignedIn()) void loadSignedIn();
  const services = await browserServices(routePatterns);
  reportErrors(services);
  const address = new URL(location.href);
  if (address.href.includes('faker=')) {
    const { impersonate } = await import('../data/account/impersonate.ts');
    await impersonate(services, address);
  }
  const update = registerServiceWorker();
  const session = services.session.state();
  applyBrand(brand);
  const [signedInApp] = await Promise.all([
    session.name === 'signed_in' ? loadSignedIn() : null,
    applyDeviceSettings(services.device),
  ]);
  performance.mark('club-loaded');
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <ServicesContext value={services}>
          <UpdateContext value={update}>
            <App signedInApp={signedInApp} />
          </UpdateContext>
        </ServicesContext>
      </I18nProvider>
    </StrictMode>,
  );
  await whenIdle();
  // Keep an ended session's data for the user's next sign-in, unless the user was impersonated.
  if (session.name === 'ended' && session.account.emulated)
    services.erasures.schedule(session.account.user_id);
  // Erase any data that the last sign-out couldn't erase.
  void services.erasures.finish();
  void services.connectivity.probe();
  // If the device is offline or the refresh is rejected, the session handles that.
  services.transport.refreshIfDue().catch(() => undefined);
}

/** Loads the patterns of the routes, which are part of the signed-in app. */
const routePatterns = async () => (await loadSignedInApp()).routePatterns();

/** Loads the signed-in app and the code that opens its database. Returns null if the app can't be loaded now. */
function loadSignedIn() {
  // If this fails, opening the database loads the code again and reports the error.
  loadAccounts().catch(() => undefined);
  return loadSignedInApp().then(
    ({ SignedInApp }) => SignedInApp,
    () => null,
  );
}

const root = document.getElementById('root');
if (root) void start(root);
