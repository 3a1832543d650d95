import { roles } from '#schemas/roles.ts';
import { paths } from './paths.ts';
import type { RouteEntry } from '../shell/route-entry.ts';

/** For main roles of a company that may have a card (spec 2 §6). */
const framed = {
  access: 'signed_in',
  roles: [roles.owner, roles.staff],
  needs: 'has_edenred_card',
  header: 'shell',
  navigation: true,
  texts: ['shop'],
} as const;

/** Club card; part of the route table. */
export const clubCardRoutes: readonly RouteEntry[] = [
  {
    ...framed,
    path: '/club-card',
    list: true,
    back: paths.menu(),
    screen: async () => (await import('../features/club-card/card-screen.tsx')).CardScreen,
  },
  {
    ...framed,
    path: '/club-card/verify',
    back: paths.menu(),
    screen: async () => (await import('../features/club-card/verify-screen.tsx')).VerifyScreen,
  },
  {
    ...framed,
    path: '/club-card/transfer',
    back: paths.clubCard(),
    screen: async () => (await import('../features/club-card/transfer-screen.tsx')).TransferScreen,
  },
];
