import { roles } from '#schemas/roles.ts';
import { paths } from './paths.ts';
import type { RouteEntry } from '../shell/route-entry.ts';

const framed = { access: 'signed_in', header: 'shell', navigation: true } as const;

/** The company's team: visible to main roles, managed by owners (spec 2 §2, §6); part of the route table. */
export const teamRoutes: readonly RouteEntry[] = [
  {
    ...framed,
    path: '/team',
    list: true,
    roles: [roles.owner, roles.staff],
    back: paths.menu(),
    screen: async () => (await import('../features/team/team-screen.tsx')).TeamScreen,
  },
  {
    ...framed,
    path: '/team/add',
    roles: [roles.owner],
    back: paths.team(),
    screen: async () => (await import('../features/team/add-member-screen.tsx')).AddMemberScreen,
  },
  {
    ...framed,
    path: '/team/$uuid',
    roles: [roles.owner],
    back: paths.team(),
    screen: async () => (await import('../features/team/edit-member-screen.tsx')).EditMemberScreen,
  },
];
