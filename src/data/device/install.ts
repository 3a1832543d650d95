import { DAY_MS } from '#schemas/durations.ts';
import { isIos } from '#schemas/is-ios.ts';
import { type Readable, writable } from '../live/readable.ts';

/** Time until a dismissed prompt returns (spec 1 §9), in ms. */
export const INSTALL_PAUSE_MS = 30 * DAY_MS;
const DISMISSED_KEY = 'club.install-put-off';

/** Chromium's `beforeinstallprompt` event; missing from TypeScript's library. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * Way to install the app: `prompt` shows the browser's prompt, `manual` needs manual steps (iOS), `in-app` needs
 * another browser. `none` means that the app is already installed, that it can't be installed here, or that the user
 * has dismissed the prompt.
 */
export type InstallMethod = 'prompt' | 'manual' | 'in-app' | 'none';

/** Facts about the device, and the browser APIs that are needed. */
export interface InstallPorts {
  /** True if the app runs from the home screen. */
  isInstalled: boolean;
  isIos: boolean;
  /** True inside another app's web view. */
  isInApp: boolean;
  /** Stores when the prompt was dismissed; may throw. */
  store: Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
  events: Pick<Window, 'addEventListener'>;
}

/** State of installing the app. */
export interface Install {
  /** The method to offer now. */
  readonly method: Readable<InstallMethod>;
  /** True if the installed app would have its own storage (iOS). */
  readonly hasSeparateStorage: boolean;
  /** Shows the browser's prompt; only if `method` is `prompt`. */
  showPrompt: () => Promise<void>;
  /** Hides the prompt for 30 days. */
  dismiss: () => void;
}

/**
 * Watches how the app can be installed. Call this at the start, because the browser fires `beforeinstallprompt`
 * early and only once.
 */
export function watchInstall(ports: InstallPorts): Install {
  const { isInstalled, store, now, events } = ports;
  const method = writable<InstallMethod>('none');
  let promptEvent: InstallEvent | null = null;
  let isUnavailable = isInstalled;

  const updateMethod = () => {
    if (isUnavailable || isSnoozed(store, now())) method.set('none');
    else if (ports.isInApp) method.set('in-app');
    else if (promptEvent) method.set('prompt');
    else method.set(ports.isIos ? 'manual' : 'none');
  };
  events.addEventListener('beforeinstallprompt', (event) => {
    // Replaces the browser's prompt, which could appear at any time.
    event.preventDefault();
    promptEvent = event as InstallEvent;
    updateMethod();
  });
  events.addEventListener('appinstalled', () => {
    isUnavailable = true;
    updateMethod();
  });
  updateMethod();

  const dismiss = () => {
    try {
      store.setItem(DISMISSED_KEY, String(now()));
      updateMethod();
    } catch {
      // The time couldn't be saved, so the prompt is hidden only until the next start.
      isUnavailable = true;
      updateMethod();
    }
  };
  return {
    method,
    hasSeparateStorage: ports.isIos && !isInstalled,
    dismiss,
    async showPrompt() {
      const event = promptEvent;
      // An event can prompt only once.
      promptEvent = null;
      const response = await event?.prompt();
      if (response?.outcome === 'accepted') isUnavailable = true;
      else dismiss();
      updateMethod();
    },
  };
}

function isSnoozed(store: InstallPorts['store'], now: number): boolean {
  try {
    const dismissedAt = Number(store.getItem(DISMISSED_KEY) ?? Number.NaN);
    // A clock that was set back must not hide the prompt forever.
    return dismissedAt <= now && now - dismissedAt < INSTALL_PAUSE_MS;
  } catch {
    return false;
  }
}

/** Calls `watchInstall` with the browser's APIs. */
export function watchBrowserInstall(): Install {
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  return watchInstall({
    isInstalled,
    isIos: isIos(navigator),
    isInApp: isInAppBrowser(navigator.userAgent, isInstalled),
    store: localStorage,
    now: () => Date.now(),
    events: window,
  });
}

/** User agent markers of some apps' web views, and of Android web views in general. */
const IN_APP_BROWSER = /FBA[NV]|Instagram|LinkedIn|WhatsApp|Viber|\bLine\/|GSA\/|; wv\)/;
/** On iOS, real browsers include "Safari" in the user agent; web views don't. */
const APPLE_DEVICE = /(?:iPhone|iPad|iPod|Macintosh).*AppleWebKit/;

/**
 * True in another app's web view, such as a messenger's. Its storage belongs to that app, and camera, offline
 * start and installing often don't work.
 * @param isInstalled true if the app runs from the home screen, where iOS omits "Safari" too
 */
export function isInAppBrowser(userAgent: string, isInstalled: boolean): boolean {
  if (isInstalled) return false;
  return (
    IN_APP_BROWSER.test(userAgent) ||
    (APPLE_DEVICE.test(userAgent) && !userAgent.includes('Safari/'))
  );
}
