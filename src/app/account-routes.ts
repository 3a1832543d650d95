import { roles } from '#schemas/roles.ts';
import { paths } from './paths.ts';
import type { RouteEntry } from '../shell/route-entry.ts';

/** Owners with an e-mail address of their own. */
const owners = [roles.owner, roles.decorOwner] as const;

/** Screens of the person, their company and their settings; part of the route table. */
export const accountRoutes: readonly RouteEntry[] = [
  {
    path: '/settings',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.menu(),
    screen: async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
  },
  {
    path: '/settings/language',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.settings(),
    screen: async () => (await import('../features/settings/language-screen.tsx')).LanguageScreen,
  },
  {
    path: '/settings/font',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.settings(),
    screen: async () => (await import('../features/settings/font-screen.tsx')).FontScreen,
  },
  {
    path: '/settings/other',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.settings(),
    screen: async () => (await import('../features/settings/other-screen.tsx')).OtherSettingsScreen,
  },
  {
    path: '/user',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.menu(),
    screen: async () => (await import('../features/profile/user-screen.tsx')).UserScreen,
  },
  {
    path: '/user/edit',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.user(),
    screen: async () => (await import('../features/profile/edit-user-screen.tsx')).EditUserScreen,
  },
  {
    path: '/company',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.menu(),
    screen: async () => (await import('../features/company/company-screen.tsx')).CompanyScreen,
  },
  {
    path: '/company/edit',
    access: 'signed_in',
    roles: owners,
    header: 'shell',
    navigation: true,
    back: paths.company(),
    screen: async () =>
      (await import('../features/company/edit-company-screen.tsx')).EditCompanyScreen,
  },
  {
    path: '/verify-email',
    access: 'signed_in',
    // Staff verify the address their owner entered.
    roles: [...owners, roles.staff],
    header: 'shell',
    navigation: true,
    back: paths.user(),
    screen: async () =>
      (await import('../features/verify-email/verify-email-screen.tsx')).VerifyEmailScreen,
  },
  {
    path: '/restore-email',
    access: 'anybody',
    header: 'none',
    navigation: false,
    screen: async () =>
      (await import('../features/restore-email/restore-email-screen.tsx')).RestoreEmailScreen,
  },
];
