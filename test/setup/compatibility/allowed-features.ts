/** A feature that the build uses although an oldest supported browser lacks all or part of it. */
export type AllowedFeature = {
  /** MDN paths; a trailing `*` matches a prefix. */
  features: readonly string[];
  /** Where and why it is used. */
  reason: string;
  /** Behaviour in a browser without it. */
  fallback: string;
  /**
   * Feature whose check anywhere in the script guards the use; otherwise the function itself must
   * check.
   */
  detectedBy?: string;
};

const scripts: readonly AllowedFeature[] = [
  {
    features: ['api.AbortSignal.timeout_static'],
    reason: 'Limits the time of a request.',
    fallback:
      'Chrome before 124 rejects with another name of error; every error counts as no answer.',
  },
  {
    features: ['api.AudioParam.*'],
    reason: 'Lets a sound rise and fade.',
    fallback: 'The sound starts and stops at once.',
  },
  {
    features: ['api.Document.startViewTransition'],
    detectedBy: 'api.Document.startViewTransition',
    reason: 'Animates the way to another screen.',
    fallback: 'The next screen is shown at once.',
  },
  {
    features: ['api.NavigateEvent.hasUAVisualTransition'],
    reason:
      'Of `popstate` as well: leaves the animation out after a swipe back, which has moved the screens.',
    fallback:
      'Where the member is missing, a swipe back is animated twice, if there are view transitions at all.',
  },
  {
    features: ['api.ViewTransition.updateCallbackDone'],
    reason: 'Belongs to the animation between screens.',
    fallback: 'It is only reached where there are view transitions.',
  },
  {
    features: ['api.Element.wheel_event'],
    reason: 'Zooms a picture with the mouse wheel.',
    fallback: 'On a phone two fingers zoom.',
  },
  {
    features: ['api.GestureEvent.rotation', 'api.NavigatorLogin.setStatus'],
    reason: 'The label reader has fields of these names; nothing asks the browser for them.',
    fallback: 'None is needed.',
  },
  {
    features: ['api.HTMLElement.popover'],
    reason: 'React listens to popovers, which the app does not have.',
    fallback: 'None is needed.',
  },
  {
    features: ['api.IDBIndex.getAllRecords'],
    reason: 'Dexie reads keys and values in one request.',
    fallback: 'It reads by a cursor.',
  },
  {
    features: ['api.InputEvent.isComposing'],
    reason: 'React Aria ignores keys while a character is composed.',
    fallback: 'Safari may take the key that ends the composition as an ordinary key.',
  },
  {
    features: ['api.Navigation.*', 'api.NavigateEvent.*', 'api.Window.navigation'],
    reason: 'React reports its transitions to the Navigation API.',
    fallback: 'It reports nothing.',
  },
  {
    features: ['api.Navigator.canShare'],
    reason: 'Offers a file to other apps.',
    fallback: 'The file is downloaded.',
  },
  {
    features: ['api.Navigator.share'],
    reason: 'Offers a file to other apps.',
    fallback: 'The file is downloaded.',
    detectedBy: 'api.Navigator.canShare',
  },
  {
    features: ['api.Navigator.setAppBadge'],
    reason: 'Shows the number of open matters on the app icon.',
    fallback: 'The numbers in the navigation.',
  },
  {
    features: ['api.Navigator.clearAppBadge'],
    reason: 'Takes the number off the app icon.',
    fallback: 'There is no number on it.',
  },
  {
    features: ['api.Navigator.connection', 'api.NetworkInformation.downlink'],
    reason: 'React guesses how fast pictures come.',
    fallback: 'It takes 5 Mbit/s.',
  },
  {
    features: ['api.Navigator.userAgentData', 'api.NavigatorUAData.brands'],
    reason: 'React Aria and Dexie look for faults of certain browsers.',
    fallback: 'They read the user agent.',
  },
  {
    features: ['api.Navigator.vibrate'],
    reason: 'Lets the person feel a scan and a button.',
    fallback: 'A sound and a flash of the viewfinder.',
  },
  {
    features: ['api.Navigator.wakeLock'],
    reason: 'Keeps the screen on while a person scans.',
    fallback: 'The screen dims after the time set on the phone; the next touch wakes it.',
  },
  {
    features: ['api.WakeLock.request'],
    reason: 'Keeps the screen on while a person scans.',
    fallback: 'The screen dims after the time set on the phone; the next touch wakes it.',
    detectedBy: 'api.Navigator.wakeLock',
  },
  {
    features: ['api.Notification*'],
    reason: 'Push messages; on iOS only of an installed app.',
    fallback:
      'The setting is hidden; the offer to install says that notifications come only there.',
  },
  {
    features: [
      'api.PushSubscriptionChangeEvent.oldSubscription',
      'api.ServiceWorkerGlobalScope.pushsubscriptionchange_event',
    ],
    reason: 'Renews a push subscription that the browser ended.',
    fallback: 'The app asks for a new one at its next start.',
  },
  {
    features: ['api.ServiceWorkerGlobalScope.notificationclick_event'],
    reason: 'Opens what a push message is about.',
    fallback: 'The phone opens the app, which shows what is new.',
  },
  {
    features: ['api.ServiceWorkerGlobalScope.sync_event'],
    reason: 'Background Sync: sends while no tab is open.',
    fallback: 'The app sends when it is opened, seen, online again, or reached by a push message.',
  },
  {
    features: ['api.Scheduler.yield', 'api.scheduler'],
    reason: 'Lets touches go first during long work.',
    fallback: 'The work goes on without a break.',
  },
  {
    features: ['api.TextEvent'],
    reason: 'React reads what was typed from it.',
    fallback: 'It reads key presses.',
  },
  {
    features: ['api.TrustedTypePolicyFactory.*'],
    reason: 'DOMPurify gives trusted values where they are asked for.',
    fallback: 'It gives plain text.',
  },
  {
    features: ['api.Window.beforeinstallprompt_event'],
    reason: 'Offers to install the app.',
    fallback: 'On iOS a guide; elsewhere the menu of the browser.',
  },
  {
    features: ['api.Window.appinstalled_event'],
    reason: 'Takes the offer to install away.',
    fallback: 'There was no offer.',
  },
  {
    features: ['api.Window.beforeunload_event'],
    reason: 'Asks before a page with something unsaved is left.',
    fallback:
      'On iOS the page may be left without a question, and what was typed in an edited form is lost.',
  },
  {
    features: ['api.Window.requestIdleCallback'],
    reason: 'RxDB waits for a quiet moment.',
    fallback: 'It waits for a timer.',
  },
  {
    features: ['api.Window.setImmediate'],
    reason: 'React and Dexie run work soon.',
    fallback: 'public/first-paint.js defines it before they start.',
  },
  {
    features: ['javascript.builtins.Intl.Locale.getTextInfo'],
    reason: 'React Aria asks for the direction of a language.',
    fallback: 'It knows the scripts that run from right to left.',
  },
  {
    features: ['javascript.builtins.Symbol.asyncDispose', 'javascript.builtins.Symbol.dispose'],
    reason: 'RxDB and the label reader can be closed by `using`, which the app does not do.',
    fallback: 'None is needed.',
  },
];

const styles: readonly AllowedFeature[] = [
  {
    features: ['css.properties.accent-color'],
    reason: 'Colours the zoom control of the scanner.',
    fallback: 'The thumb may have less contrast; its label and value stay readable.',
  },
  {
    features: ['css.properties.cursor.*'],
    reason: 'The shape of the mouse pointer.',
    fallback: 'The usual pointer.',
  },
  {
    features: ['css.properties.field-sizing'],
    reason: 'A field for several lines grows with its text.',
    fallback: 'It scrolls, and can be pulled larger where the browser allows it.',
  },
  {
    features: ['css.properties.forced-color-adjust'],
    reason: 'Keeps chosen colours in forced colours.',
    fallback: 'Safari has no forced colours.',
  },
  {
    features: ['css.properties.overscroll-behavior'],
    reason: 'Keeps the page behind a list from scrolling with it.',
    fallback: 'A list too short to scroll passes the movement on; sheets hold the page themselves.',
  },
  {
    features: ['css.properties.resize*'],
    reason: 'Lets a mouse pull a field for several lines larger.',
    fallback: 'It scrolls.',
  },
  {
    features: ['css.properties.scrollbar-width'],
    reason: 'Hides the scroll bar below a row that is swiped.',
    fallback: 'The bar is shown while it scrolls.',
  },
  {
    features: ['css.properties.text-decoration.dotted'],
    reason: 'Tailwind underlines abbreviations with dots.',
    fallback: 'The same with a prefix.',
  },
  {
    features: ['css.properties.text-size-adjust'],
    reason: 'Keeps phones from enlarging text.',
    fallback: 'The same with a prefix, or a browser that enlarges nothing.',
  },
  {
    features: ['css.properties.text-wrap.balance'],
    reason: 'Evens the lines of headings.',
    fallback: 'The lines break as they do in a paragraph.',
  },
  {
    features: ['css.properties.view-transition-name', 'css.selectors.view-transition*'],
    reason: 'Belongs to the animation between screens.',
    fallback: 'The next screen is shown at once.',
  },
  {
    features: ['css.selectors.open'],
    reason: 'Tailwind finds what is open, in a list of selectors that forgives unknown ones.',
    fallback: 'The attribute `open`, in the same list.',
  },
  {
    features: ['css.selectors.selection'],
    reason: 'Colours selected text.',
    fallback: 'The colours of the phone.',
  },
];

/** All allowed features, in scripts and style sheets. */
export const allowedFeatures: readonly AllowedFeature[] = [...scripts, ...styles];
