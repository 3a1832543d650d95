/** Groups of screens by the first segment of their path, so that tours of all screens run in parallel. */
const segmentsByGroup = {
  shop: ['shop', 'cart', 'checkout', 'orders', 'marketing', 'club-card'],
  scanning: ['', 'scan', 'projects'],
  account: [
    'menu',
    'settings',
    'user',
    'company',
    'team',
    'verify-email',
    'notifications',
    'balance',
  ],
  contact: [
    'today',
    'leads',
    'support',
    'surveys',
    'news',
    'resources',
    'guide',
    'close',
    'maintenance',
    'nowhere',
  ],
  certificates: ['warranty-certificates'],
  'sign-in': ['login', 'register', 'restore-email'],
} as const satisfies Record<string, readonly string[]>;

/** A group of screens: `shop`. */
export type ScreenGroup = keyof typeof segmentsByGroup;

/** Groups of signed-in screens, longest tour first. */
export const signedInGroups: readonly ScreenGroup[] = [
  'shop',
  'scanning',
  'account',
  'contact',
  'certificates',
];

/** Lists the groups that contain a path, with or without a search; each route has exactly one. */
export function groupsOf(path: string): ScreenGroup[] {
  const [, segment = ''] = /^\/([^/?]*)/.exec(path) ?? [];
  const entries = Object.entries(segmentsByGroup) as [ScreenGroup, readonly string[]][];
  return entries.flatMap(([group, segments]) => (segments.includes(segment) ? [group] : []));
}
