import type { DeviceKind } from './account-session.ts';

/**
 * The first matching pattern wins. The order matters, because most browsers also name the browsers they derive from.
 */
const browserPatterns: readonly (readonly [RegExp, DeviceKind['browser']])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'edge'],
  [/\b(?:OPR|OPT)\//, 'opera'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'chrome'],
  [/\bSafari\//, 'safari'],
];
const systemPatterns: readonly (readonly [RegExp, DeviceKind['system']])[] = [
  [/\bAndroid\b/, 'android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'ios'],
  [/\bWindows\b/, 'windows'],
  [/\bMacintosh\b/, 'macos'],
  [/\b(?:Linux|X11|CrOS)\b/, 'linux'],
];

/** Detects the kind of device from a `user-agent` header; `other` if unknown. */
export function deviceKindOf(userAgent: string): DeviceKind {
  return {
    browser: browserPatterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other',
    system: systemPatterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other',
  };
}

/** Major version of the browser; null if unknown. */
export function browserMajorOf(userAgent: string): number | null {
  const { browser } = deviceKindOf(userAgent);
  const pattern = browserPatterns.find(([, name]) => name === browser)?.[0];
  // In Safari, `Safari/` precedes the engine's version, not the browser's.
  const versionPattern = browser === 'safari' ? /\bVersion\// : pattern;
  const version =
    versionPattern && new RegExp(`${versionPattern.source}(\\d{1,3})\\b`).exec(userAgent)?.[1];
  return version === undefined ? null : Number(version);
}
