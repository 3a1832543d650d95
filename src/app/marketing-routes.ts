import { roles } from '#schemas/roles.ts';
import { paths } from './paths.ts';
import type { RouteEntry } from '../shell/route-entry.ts';

/** For the "main" company roles, which order marketing material (spec 2 §6). */
const framed = {
  access: 'signed_in',
  roles: [roles.owner, roles.staff],
  header: 'shell',
  navigation: true,
} as const;

/** Marketing material (spec 2 §2); part of the route table. */
export const marketingRoutes: readonly RouteEntry[] = [
  {
    ...framed,
    path: '/marketing',
    back: paths.shop(),
    screen: async () =>
      (await import('../features/marketing/marketing-screen.tsx')).MarketingScreen,
  },
  {
    ...framed,
    path: '/marketing/$type',
    back: paths.marketing(),
    screen: async () => (await import('../features/marketing/material-screen.tsx')).MaterialScreen,
  },
];
