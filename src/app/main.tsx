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
import { startFocusRecovery } from '../shell/behaviour/focus-recovery.ts';
import { trackKeyboardInset } from '../shell/behaviour/keyboard-inset.ts';
import { markMissingPictures } from '../shell/behaviour/missing-pictures.ts';
import { applyDeviceSettings } from '../shell/behaviour/apply-device-settings.ts';
import { registerServiceWorker } from '../shell/service-worker-registration.ts';
import { applyBrand } from '../ui/theme.ts';

/** Starts the app: settings and language first, so that nothing is painted twice. */
async function start(root: HTMLElement): Promise<void> {
  // For `npm run bench -- start`: when our code runs, and when it has everything that it draws with.
  performance.mark('club-begins');
  suppressQuotaRejections(window);
  const tellErrors = captureErrors(window);
  trackKeyboardInset(window);
  startFocusRecovery(document);
  markMissingPictures(document);
  // Whoever was signed in most likely is: their code comes while everything else is looked up.
  if (wasSignedIn()) void loadBehindSignIn();
  const services = await browserServices(routePatterns);
  tellErrors(services);
  const address = new URL(location.href);
  if (address.searchParams.has('faker')) {
    const { impersonate } = await import('../data/account/impersonate.ts');
    await impersonate(services, address);
  }
  const update = registerServiceWorker();
  const session = services.session.state();
  applyBrand(brand);
  const [signedInApp] = await Promise.all([
    session.name === 'signed_in' ? loadBehindSignIn() : null,
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
  // What the last sign-out could not erase must not stay until the next sign-in.
  void services.erasures.finish();
  void services.connectivity.probe();
  // Without a network, or refused: the session says so by itself.
  services.transport.refreshIfDue().catch(() => undefined);
}

/** The route table comes with the app behind the sign-in. */
const routePatterns = async () => (await loadSignedInApp()).routePatterns();

/** The app behind the sign-in; with it comes what opens its database. Null where it can't be loaded now. */
function loadBehindSignIn() {
  // Asked for again by whoever opens the database, who can say what is wrong.
  loadAccounts().catch(() => undefined);
  return loadSignedInApp().then(
    ({ SignedInApp }) => SignedInApp,
    () => null,
  );
}

const root = document.getElementById('root');
if (root) void start(root);
