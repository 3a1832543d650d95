import { type DeviceKind } from './account-session.ts';

/** The first match wins, because most browsers also name the ones they derive from. */
const browserMarks: readonly (readonly [RegExp, DeviceKind['browser']])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'edge'],
  [/\b(?:OPR|OPT)\//, 'opera'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'chrome'],
  [/\bSafari\//, 'safari'],
];
const systemMarks: readonly (readonly [RegExp, DeviceKind['system']])[] = [
  [/\bAndroid\b/, 'android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'ios'],
  [/\bWindows\b/, 'windows'],
  [/\bMacintosh\b/, 'macos'],
  [/\b(?:Linux|X11|CrOS)\b/, 'linux'],
];

/** Detects the kind of device from a `user-agent` header; `other` if unknown. */
export function deviceKindOf(userAgent: string): DeviceKind {
  return {
    browser: browserMarks.find(([mark]) => mark.test(userAgent))?.[1] ?? 'other',
    system: systemMarks.find(([mark]) => mark.test(userAgent))?.[1] ?? 'other',
  };
}

/** Major version of the browser; null if unknown. */
export function browserMajorOf(userAgent: string): number | null {
  const { browser } = deviceKindOf(userAgent);
  const mark = browserMarks.find(([, name]) => name === browser)?.[0];
  // `Safari/` is followed by the version of the engine, not of the browser.
  const before = browser === 'safari' ? /\bVersion\// : mark;
  const found = before && new RegExp(`${before.source}(\\d{1,3})\\b`).exec(userAgent)?.[1];
  return found === undefined ? null : Number(found);
}
