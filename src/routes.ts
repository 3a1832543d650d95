import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { paths } from './paths.ts';
import type { RouteEntry } from './shell/route-entry.ts';

const ofProject = v.object({ project: v.fallback(v.optional(uuid), undefined) });
const ofScan = v.object({
  ...ofProject.entries,
  scan: v.fallback(v.optional(uuid), undefined),
});
const anyText = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200))), undefined);

/** Every screen, in one place. A new screen is an entry here and a line in `paths`. */
export const routes: readonly RouteEntry[] = [
  {
    path: '/login',
    access: 'signed_out',
    header: 'none',
    navigation: false,
    search: v.object({ return: anyText }),
    texts: ['login'],
    screen: async () => (await import('./features/login/login-screen.tsx')).LoginScreen,
  },
  {
    path: '/maintenance',
    access: 'anybody',
    header: 'none',
    navigation: false,
    texts: [],
    screen: async () => (await import('./shell/maintenance-screen.tsx')).MaintenanceScreen,
  },
  {
    path: '/',
    access: 'signed_in',
    header: 'home',
    navigation: true,
    texts: ['home'],
    screen: async () => (await import('./features/home/home-screen.tsx')).HomeScreen,
  },
  {
    path: '/menu',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    back: paths.home(),
    texts: ['menu'],
    screen: async () => (await import('./features/menu/menu-screen.tsx')).MenuScreen,
  },
  {
    path: '/settings',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.menu(),
    texts: ['settings'],
    screen: async () => (await import('./features/settings/settings-screen.tsx')).SettingsScreen,
  },
  {
    path: '/balance',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.home(),
    texts: ['balance'],
    screen: async () => (await import('./features/balance/balance-screen.tsx')).BalanceScreen,
  },
  {
    path: '/scan',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    search: ofProject,
    texts: ['scan'],
    screen: async () => (await import('./features/scan/scan-screen.tsx')).ScanScreen,
  },
  {
    path: '/scan/manual',
    access: 'signed_in',
    header: 'none',
    navigation: true,
    search: ofScan,
    texts: ['scan', 'survey'],
    screen: async () => (await import('./features/scan/manual-screen.tsx')).ManualScreen,
  },
  {
    path: '/scan/generic',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    search: ofProject,
    texts: ['scan'],
    screen: async () => (await import('./features/scan/generic-screen.tsx')).GenericScreen,
  },
  {
    path: '/scan/survey',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    search: ofScan,
    texts: ['scan', 'survey'],
    screen: async () => (await import('./features/scan/survey-screen.tsx')).SurveyScreen,
  },
  {
    path: '/scan/review',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    search: ofProject,
    texts: ['scan'],
    screen: async () => (await import('./features/scan/review-screen.tsx')).ReviewScreen,
  },
  {
    path: '/scan/offline',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    texts: ['scan'],
    screen: async () => (await import('./features/scan/offline-screen.tsx')).OfflineScreen,
  },
  {
    path: '/projects',
    access: 'signed_in',
    header: 'none',
    navigation: true,
    search: v.object({ status: anyText, page: anyText }),
    texts: ['projects'],
    screen: async () => (await import('./features/projects/projects-screen.tsx')).ProjectsScreen,
  },
  {
    path: '/projects/',
    within: '/projects',
    access: 'signed_in',
    header: 'none',
    navigation: true,
    texts: ['projects'],
    screen: async () =>
      (await import('./features/projects/projects-index-screen.tsx')).ProjectsIndexScreen,
  },
  {
    path: '/projects/$uuid',
    within: '/projects',
    access: 'signed_in',
    header: 'none',
    navigation: true,
    texts: ['projects', 'survey'],
    screen: async () => (await import('./features/projects/project-screen.tsx')).ProjectScreen,
  },
  {
    path: '/projects/add',
    access: 'signed_in',
    header: 'none',
    navigation: true,
    search: v.object({ scan: anyText }),
    texts: ['projects'],
    screen: async () =>
      (await import('./features/projects/add-project-screen.tsx')).AddProjectScreen,
  },
  {
    path: '/projects/select',
    access: 'signed_in',
    header: 'none',
    navigation: true,
    search: ofProject,
    texts: ['projects', 'scan'],
    screen: async () =>
      (await import('./features/projects/select-project-screen.tsx')).SelectProjectScreen,
  },
];
