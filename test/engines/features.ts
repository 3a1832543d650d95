/** A feature that works in every supported browser. */
interface Feature {
  /** Title in the table of supported browsers and of the tests in Firefox and WebKit. */
  readonly title: string;
  /** Chromium test files that test the same feature. */
  readonly chromium: readonly string[];
  /** Unsupported engines, with reasons. */
  readonly unsupported?: { readonly firefox?: string; readonly webkit?: string };
}

/** Each feature has one test in this folder, or several with the same title prefix. */
export const features = {
  signIn: { title: 'Sign-in by code', chromium: ['main-job'] },
  offline: { title: 'Saving scans offline', chromium: ['main-job', 'scanner'] },
  restart: { title: 'Reload and restart offline', chromium: ['main-job', 'offline-start'] },
  sentOnce: { title: 'Back online: sent once', chromium: ['main-job'] },
  signOut: { title: 'Sign-out leaves nothing', chromium: ['sign-out'] },
  picture: { title: 'Scan from photo', chromium: ['scanner'] },
  camera: { title: 'Scan by camera', chromium: ['camera', 'scanner'] },
  tabs: { title: 'Two tabs: one leads, both see changes', chromium: ['lazy-code'] },
  hungTab: { title: 'Two tabs: a leader that hangs is replaced', chromium: ['device-faults'] },
  cachedTab: {
    title: 'Two tabs: a tab from the back-forward cache leads again',
    chromium: [],
  },
  update: { title: 'Update of the app with unsent work', chromium: ['app-update'] },
  order: { title: 'Order from the shop', chromium: ['shop'] },
  certificate: {
    title: 'Certificate and its PDF',
    chromium: ['certificates', 'certificate-wizard'],
  },
  registration: { title: 'Registration to the first sign-in', chromium: ['registration'] },
  appearance: {
    title: 'Language, font size and theme',
    chromium: ['languages', 'ui-contrast-theme'],
  },
  screens: { title: 'All screens: width, images, console', chromium: ['screens'] },
  addresses: { title: 'Quick address changes', chromium: [] },
  leaving: { title: 'Leaving a page while it loads', chromium: [] },
  formDrafts: { title: 'A closed page keeps edited forms', chromium: ['form-drafts'] },
  lostStorage: {
    title: 'Storage that the browser has lost',
    chromium: ['device-faults'],
    unsupported: { firefox: 'Firefox has no separate storage process that can be ended.' },
  },
} as const satisfies Record<string, Feature>;

export type FeatureKey = keyof typeof features;
