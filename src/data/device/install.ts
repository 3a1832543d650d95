import { isIos } from '#schemas/is-ios.ts';
import { type Readable, writable } from '../live/readable.ts';

/** The prompt comes again after so long (spec 1 §9), in ms. */
export const INSTALL_PAUSE_MS = 30 * 86_400_000;
const PUT_OFF_KEY = 'club.install-put-off';

/** What Chromium fires when it would install the app; not in TypeScript's library. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * How this device can put the app on its home screen: the browser asks, the person does it by hand
 * (iOS), only another browser can (the page is shown inside another app), or not at all, because it is
 * there already or the browser can't.
 */
export type InstallMethod = 'ask' | 'by-hand' | 'in-app' | 'none';

/** What the device says of itself. */
export interface InstallPorts {
  /** The app runs from the home screen already. */
  isInstalled: boolean;
  isIos: boolean;
  /** The page is shown inside another app. */
  isInApp: boolean;
  /** Keeps when the prompt was put off; may throw. */
  store: Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
  events: Pick<Window, 'addEventListener'>;
}

/** Putting the app on the home screen. */
export interface Install {
  /** The way that may be offered now. */
  readonly method: Readable<InstallMethod>;
  /** The app on the home screen would not have what this page stores: on iOS each has its own storage. */
  readonly hasSeparateStorage: boolean;
  /** Lets the browser ask; only where the way is `ask`. */
  ask: () => Promise<void>;
  /** Not for the next 30 days. */
  dismiss: () => void;
}

/** Listens from the start: the browser tells once, and early, that it would install the app. */
export function watchInstall(ports: InstallPorts): Install {
  const { isInstalled, store, now, events } = ports;
  const method = writable<InstallMethod>('none');
  let asking: InstallEvent | null = null;
  let isDone = isInstalled;

  const decide = () => {
    if (isDone || isPutOff(store, now())) method.set('none');
    else if (ports.isInApp) method.set('in-app');
    else if (asking) method.set('ask');
    else method.set(ports.isIos ? 'by-hand' : 'none');
  };
  events.addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would come at any time; ours stands where it is not in the way.
    event.preventDefault();
    asking = event as InstallEvent;
    decide();
  });
  events.addEventListener('appinstalled', () => {
    isDone = true;
    decide();
  });
  decide();

  const dismiss = () => {
    try {
      store.setItem(PUT_OFF_KEY, String(now()));
      decide();
    } catch {
      // Not kept: it stays away until the next start.
      isDone = true;
      decide();
    }
  };
  return {
    method,
    hasSeparateStorage: ports.isIos && !isInstalled,
    dismiss,
    async ask() {
      const event = asking;
      // An event asks once.
      asking = null;
      const answer = await event?.prompt();
      if (answer?.outcome === 'accepted') isDone = true;
      else dismiss();
      decide();
    },
  };
}

function isPutOff(store: InstallPorts['store'], now: number): boolean {
  try {
    const at = Number(store.getItem(PUT_OFF_KEY) ?? Number.NaN);
    // A clock that was set back must not hide it for ever.
    return at <= now && now - at < INSTALL_PAUSE_MS;
  } catch {
    return false;
  }
}

/** The same on the browser's own events. */
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

/** What some apps add to the user agent of the browser inside them, and Android to that of any such browser. */
const APPS = /FBA[NV]|Instagram|LinkedIn|WhatsApp|Viber|\bLine\/|GSA\/|; wv\)/;
/** On iOS every real browser calls itself Safari, and what other apps show pages with does not. */
const APPLE = /(?:iPhone|iPad|iPod|Macintosh).*AppleWebKit/;

/**
 * Whether a page is shown inside another app, such as a messenger. What is stored there is the app's, and the camera,
 * a start without a network and installing are often missing.
 * @param isInstalled whether the app runs from the home screen, where iOS does not name Safari either
 */
export function isInAppBrowser(userAgent: string, isInstalled: boolean): boolean {
  if (isInstalled) return false;
  return APPS.test(userAgent) || (APPLE.test(userAgent) && !userAgent.includes('Safari/'));
}
