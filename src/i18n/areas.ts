/**
 * What a person does in one go, by the features that it takes (`src/features/…`): their scripts and
 * their texts are loaded together. A feature that stands nowhere here belongs to `account`.
 */
const areas = {
  login: ['login', 'public-layout'],
  questions: ['onboarding', 'survey', 'address'],
  'sign-in': ['register'],
  home: ['home'],
  projects: ['projects', 'editing'],
  scan: ['scan', 'sync-centre'],
  customers: ['leads', 'support', 'surveys'],
  marketing: ['marketing'],
  certificates: ['certificates'],
  shop: ['shop', 'cart', 'checkout', 'orders', 'club-card'],
} as const;
export type Area = keyof typeof areas | 'account';

const ofFeatures = new Map<string, Area>();
for (const area of Object.keys(areas) as (keyof typeof areas)[]) {
  for (const feature of areas[area]) ofFeatures.set(feature, area);
}

/** The areas whose texts are loaded before the first paint, with those of the shell, the kit and the errors. */
export const frameAreas: readonly Area[] = ['login', 'home'];

/** What is shown only where the rest of the texts is loaded, or so seldom that the shell loads it then (`loadRest`). */
const seldom: readonly string[] = [
  'src/data/device/device-error-messages.ts',
  'src/shell/clear-data-prompt.tsx',
  'src/shell/send-report.tsx',
];

/** The area that a file's texts belong to; null for what they can't wait for. @param path from the project's root */
export function areaOfFile(path: string): Area | null {
  const feature = featureOf(path);
  if (feature !== null) return areaOfFeature(feature);
  return seldom.includes(path) ? 'account' : null;
}

/** The area of a feature, by its folder. */
export function areaOfFeature(feature: string): Area {
  return ofFeatures.get(feature) ?? 'account';
}

/** Returns the feature (or the part of `_shared`) a file is in; null elsewhere. @param path relative to the project or absolute */
export function featureOf(path: string): string | null {
  return /(?:^|\/)src\/features\/(?:_shared\/)?([^/]+)\//.exec(path)?.[1] ?? null;
}
