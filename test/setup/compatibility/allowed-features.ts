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
      'Before version 124, Chrome rejects with another error name; every error counts as no response.',
  },
  {
    features: ['api.AudioParam.*'],
    reason: 'Fades a sound in and out.',
    fallback: 'The sound starts and stops at once.',
  },
  {
    features: ['api.Document.startViewTransition'],
    detectedBy: 'api.Document.startViewTransition',
    reason: 'Animates the transition to another screen.',
    fallback: 'The next screen is shown at once.',
  },
  {
    features: ['api.NavigateEvent.hasUAVisualTransition'],
    reason:
      'Also on `popstate`: skips the animation after a swipe back, which the browser has already animated.',
    fallback: 'Without it, a swipe back is animated twice where view transitions are supported.',
  },
  {
    features: ['api.ViewTransition.updateCallbackDone'],
    reason: 'Part of the animation between screens.',
    fallback: 'Only used where view transitions are supported.',
  },
  {
    features: ['api.Element.wheel_event'],
    reason: 'Zooms a picture with the mouse wheel.',
    fallback: 'On a phone, people zoom with two fingers.',
  },
  {
    features: ['api.GestureEvent.rotation', 'api.NavigatorLogin.setStatus'],
    reason: 'The label reader has fields with these names; the browser’s API isn’t used.',
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
    fallback: 'Safari may treat the key that ends the composition as an ordinary key.',
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
    features: ['api.PointerEvent.getCoalescedEvents'],
    reason: 'Draws a fast signature with all positions of the pen.',
    fallback: 'The line has one position per event.',
  },
  {
    features: ['api.Navigator.share'],
    reason: 'Offers a file or a link to other apps.',
    fallback: 'The file is downloaded, and the link can only be copied.',
    detectedBy: 'api.Navigator.canShare',
  },
  {
    features: ['api.Navigator.setAppBadge'],
    reason: 'Shows the number of unsent items on the app icon.',
    fallback: 'The counts in the navigation remain.',
  },
  {
    features: ['api.Navigator.clearAppBadge'],
    reason: 'Removes the number from the app icon.',
    fallback: 'The icon has no number.',
  },
  {
    features: ['api.Navigator.connection', 'api.NetworkInformation.downlink'],
    reason: 'React estimates how fast pictures load.',
    fallback: 'It assumes 5 Mbit/s.',
  },
  {
    features: ['api.Navigator.userAgentData', 'api.NavigatorUAData.brands'],
    reason: 'React Aria and Dexie detect browsers with known bugs.',
    fallback: 'They read the user agent.',
  },
  {
    features: ['api.Navigator.vibrate'],
    reason: 'Vibrates for a scan and a pressed button.',
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
    reason: 'Push messages; on iOS only for an installed app.',
    fallback:
      'The setting is hidden; the install prompt says that notifications need the installed app.',
  },
  {
    features: [
      'api.PushSubscriptionChangeEvent.oldSubscription',
      'api.ServiceWorkerGlobalScope.pushsubscriptionchange_event',
    ],
    reason: 'Renews a push subscription that the browser ended.',
    fallback: 'The app subscribes again at its next start.',
  },
  {
    features: ['api.ServiceWorkerGlobalScope.notificationclick_event'],
    reason: 'Opens what a push message is about.',
    fallback: 'The phone opens the app, which shows the new notification.',
  },
  {
    features: ['api.ServiceWorkerGlobalScope.sync_event'],
    reason: 'Background Sync: sends while no tab is open.',
    fallback:
      'The app sends when it is opened, visible or online again, or receives a push message.',
  },
  {
    features: ['api.Scheduler.yield', 'api.scheduler'],
    reason: 'Handles touches first during long work.',
    fallback: 'The work continues without yielding.',
  },
  {
    features: ['api.TextEvent'],
    reason: 'React reads typed text from it.',
    fallback: 'It reads key presses.',
  },
  {
    features: ['api.TrustedTypePolicyFactory.*'],
    reason: 'DOMPurify returns trusted types where they are required.',
    fallback: 'It returns plain strings.',
  },
  {
    features: ['api.Window.beforeinstallprompt_event'],
    reason: 'Offers to install the app.',
    fallback: 'On iOS, instructions are shown; elsewhere, the browser’s menu offers it.',
  },
  {
    features: ['api.Window.appinstalled_event'],
    reason: 'Hides the install prompt.',
    fallback: 'There was no prompt.',
  },
  {
    features: ['api.Window.beforeunload_event'],
    reason: 'Asks before a page with unsaved input is left.',
    fallback: 'On iOS, the page can be left without a question, and unsaved input is lost.',
  },
  {
    features: ['api.Window.requestIdleCallback'],
    reason: 'RxDB waits until the page is idle.',
    fallback: 'It uses a timer.',
  },
  {
    features: ['api.Window.setImmediate'],
    reason: 'React and Dexie schedule work.',
    fallback: 'public/first-paint.js defines it before they start.',
  },
  {
    features: ['javascript.builtins.Intl.Locale.getTextInfo'],
    reason: 'React Aria determines the direction of a language.',
    fallback: 'It has its own list of right-to-left scripts.',
  },
  {
    features: ['javascript.builtins.Symbol.asyncDispose', 'javascript.builtins.Symbol.dispose'],
    reason: 'RxDB and the label reader can be closed by `using`, which the app doesn’t use.',
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
    reason: 'Sets the shape of the mouse pointer.',
    fallback: 'The default pointer is shown.',
  },
  {
    features: ['css.properties.field-sizing'],
    reason: 'A multi-line field grows with its text.',
    fallback: 'It scrolls, and can be resized where the browser allows it.',
  },
  {
    features: ['css.properties.forced-color-adjust'],
    reason: 'Keeps specified colours in forced-colours mode.',
    fallback: 'Safari has no forced-colours mode.',
  },
  {
    features: ['css.properties.overscroll-behavior'],
    reason: 'Keeps the page behind a list from scrolling with it.',
    fallback:
      'The page scrolls behind a list that is too short to scroll; sheets lock the page themselves.',
  },
  {
    features: ['css.properties.resize*'],
    reason: 'Lets people resize a multi-line field with a mouse.',
    fallback: 'It scrolls.',
  },
  {
    features: ['css.properties.scrollbar-width'],
    reason: 'Hides the scroll bar below a swipeable row.',
    fallback: 'The scroll bar is visible while it scrolls.',
  },
  {
    features: ['css.properties.text-decoration.dotted'],
    reason: 'Tailwind underlines abbreviations with dots.',
    fallback: 'The prefixed property does the same.',
  },
  {
    features: ['css.properties.text-size-adjust'],
    reason: 'Keeps phones from enlarging text.',
    fallback: 'The prefixed property does the same, or the browser doesn’t enlarge text.',
  },
  {
    features: ['css.properties.text-wrap.balance'],
    reason: 'Balances the lines of headings.',
    fallback: 'Lines break as in a paragraph.',
  },
  {
    features: ['css.properties.view-transition-name', 'css.selectors.view-transition*'],
    reason: 'Part of the animation between screens.',
    fallback: 'The next screen is shown at once.',
  },
  {
    features: ['css.selectors.open'],
    reason: 'Tailwind matches open elements, in a forgiving selector list.',
    fallback: 'The `open` attribute in the same list matches them.',
  },
  {
    features: ['css.selectors.selection'],
    reason: 'Colours selected text.',
    fallback: 'The phone’s own colours are used.',
  },
];

/** All allowed features, in scripts and style sheets. */
export const allowedFeatures: readonly AllowedFeature[] = [...scripts, ...styles];
