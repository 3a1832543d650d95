/**
 * Features grouped by task (`src/features/…`), whose scripts and texts are bundled together. Features not
 * listed belong to `account`.
 */
const areas = {
  login: ['login', 'public-layout'],
  questions: ['onboarding', 'survey', 'address'],
  'sign-in': ['register'],
  home: ['home'],
  projects: ['projects', 'editing', 'dates'],
  scan: ['scan', 'sync-centre', 'guide'],
  customers: ['today', 'leads', 'support', 'surveys'],
  photos: ['job-photos'],
  marketing: ['marketing'],
  certificates: ['certificates'],
  handover: ['handover'],
  shop: ['shop', 'cart', 'checkout', 'orders', 'club-card'],
} as const;
export type Area = keyof typeof areas | 'account';

const areaByFeature = new Map<string, Area>();
for (const area of Object.keys(areas) as (keyof typeof areas)[]) {
  for (const feature of areas[area]) areaByFeature.set(feature, area);
}

/** Areas whose texts load before the first paint, together with those of the shell and the UI kit. */
export const frameAreas: readonly Area[] = ['login', 'home'];

/** Files outside features whose texts aren't needed immediately and load later (`loadDeferredTexts`). */
const deferredFiles: readonly string[] = [
  'src/data/device/device-error-messages.ts',
  'src/data/sync/unsent-work.ts',
  'src/data/text/error-messages.ts',
  'src/data/text/menu-sections.tsx',
  'src/shell/deferred-notices.tsx',
  'src/shell/access-denied-screen.tsx',
  'src/shell/clear-data-prompt.tsx',
  'src/shell/database-failure.tsx',
  'src/shell/impersonation-notice.tsx',
  'src/shell/maintenance-page.tsx',
  'src/shell/maintenance-screen.tsx',
  'src/shell/not-found-screen.tsx',
  'src/shell/send-report.tsx',
  'src/shell/update-prompt.tsx',
];

/**
 * Returns the area of a file's texts; null if they are needed immediately.
 * @param path from the project root
 */
export function areaOfFile(path: string): Area | null {
  const feature = featureOf(path);
  if (feature !== null) return areaOfFeature(feature);
  const isDeferred = path.startsWith('src/parts/') || deferredFiles.includes(path);
  return isDeferred ? 'account' : null;
}

/** Returns the area of a feature folder. */
export function areaOfFeature(feature: string): Area {
  return areaByFeature.get(feature) ?? 'account';
}

/**
 * Returns the feature (or the part of `_shared`) that a file is in; null elsewhere.
 * @param path relative to the project or absolute
 */
export function featureOf(path: string): string | null {
  return /(?:^|\/)src\/features\/(?:_shared\/)?([^/]+)\//.exec(path)?.[1] ?? null;
}
