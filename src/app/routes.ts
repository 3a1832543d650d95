import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { roles } from '#schemas/roles.ts';
import { accountRoutes } from './account-routes.ts';
import { certificateRoutes } from './certificate-routes.ts';
import { clubCardRoutes } from './club-card-routes.ts';
import { marketingRoutes } from './marketing-routes.ts';
import { listSearch } from './list-view.ts';
import { paths } from './paths.ts';
import type { RouteEntry } from '../shell/route-entry.ts';
import { shopRoutes } from './shop-routes.ts';
import { supportRoutes } from './support-routes.ts';
import { teamRoutes } from './team-routes.ts';

const ofProject = v.object({ project: v.fallback(v.optional(uuid), undefined) });
const ofScan = v.object({
  ...ofProject.entries,
  scan: v.fallback(v.optional(uuid), undefined),
});
/** The "main" company roles (spec 1 §6). */
const mainRoles = [roles.owner, roles.staff] as const;
const anyText = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200))), undefined);

/** All screens. A new screen needs an entry here and one in `paths`. */
export const routes: readonly RouteEntry[] = [
  {
    path: '/login',
    access: 'signed_out',
    header: 'none',
    navigation: false,
    search: v.object({ return: anyText }),
    screen: async () => (await import('../features/login/login-screen.tsx')).LoginScreen,
  },
  {
    path: '/register',
    access: 'signed_out',
    header: 'none',
    navigation: false,
    search: v.object({ invite: anyText }),
    screen: async () => (await import('../features/register/register-screen.tsx')).RegisterScreen,
  },
  {
    path: '/register/decor',
    access: 'signed_out',
    header: 'none',
    navigation: false,
    search: v.object({ invite: anyText }),
    screen: async () =>
      (await import('../features/register/decor-register-screen.tsx')).DecorRegisterScreen,
  },
  {
    path: '/maintenance',
    access: 'anybody',
    header: 'none',
    navigation: false,
    search: v.object({ return: anyText }),
    inFrame: true,
    screen: async () => (await import('../shell/maintenance-screen.tsx')).MaintenanceScreen,
  },
  {
    path: '/',
    access: 'signed_in',
    header: 'home',
    navigation: true,
    inFrame: true,
    screen: async () => (await import('../features/home/home-screen.tsx')).HomeScreen,
  },
  {
    path: '/menu',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    back: paths.home(),
    screen: async () => (await import('../features/menu/menu-screen.tsx')).MenuScreen,
  },
  {
    path: '/close',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    search: v.object({ source: anyText }),
    screen: async () => (await import('../features/close/close-screen.tsx')).CloseScreen,
  },
  {
    path: '/notifications',
    list: true,
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    screen: async () =>
      (await import('../features/notifications/notifications-screen.tsx')).NotificationsScreen,
  },
  {
    path: '/balance',
    list: true,
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.home(),
    screen: async () => (await import('../features/balance/balance-screen.tsx')).BalanceScreen,
  },
  {
    path: '/scan',
    access: 'signed_in',
    header: 'none',
    navigation: false,
    search: ofProject,
    screen: async () => (await import('../features/scan/scanner/scan-screen.tsx')).ScanScreen,
  },
  {
    path: '/scan/manual',
    access: 'signed_in',
    header: 'none',
    navigation: false,
    search: ofScan,
    screen: async () => (await import('../features/scan/manual/manual-screen.tsx')).ManualScreen,
  },
  {
    path: '/scan/generic',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    search: ofProject,
    screen: async () => (await import('../features/scan/manual/generic-screen.tsx')).GenericScreen,
  },
  {
    path: '/scan/survey',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    search: ofScan,
    screen: async () => (await import('../features/scan/review/survey-screen.tsx')).SurveyScreen,
  },
  {
    path: '/scan/review',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    search: ofProject,
    screen: async () => (await import('../features/scan/review/review-screen.tsx')).ReviewScreen,
  },
  {
    path: '/scan/offline',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.home(),
    screen: async () =>
      (await import('../features/sync-centre/sync-centre-screen.tsx')).SyncCentreScreen,
  },
  {
    path: '/projects',
    list: true,
    access: 'signed_in',
    header: 'none',
    navigation: true,
    screen: async () =>
      (await import('../features/projects/list/projects-screen.tsx')).ProjectsScreen,
  },
  {
    path: '/projects/$uuid',
    within: '/projects',
    access: 'signed_in',
    header: 'none',
    navigation: true,
    screen: async () =>
      (await import('../features/projects/detail/project-screen.tsx')).ProjectScreen,
  },
  {
    path: '/projects/add',
    access: 'signed_in',
    header: 'none',
    navigation: true,
    search: v.object({ scan: anyText, ...ofProject.entries }),
    screen: async () =>
      (await import('../features/projects/create/add-project-screen.tsx')).AddProjectScreen,
  },
  {
    path: '/projects/select',
    list: true,
    access: 'signed_in',
    header: 'none',
    navigation: true,
    search: v.object({ ...listSearch.entries, ...ofProject.entries }),
    screen: async () =>
      (await import('../features/projects/list/select-project-screen.tsx')).SelectProjectScreen,
  },
  {
    path: '/leads',
    list: true,
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.menu(),
    roles: mainRoles,
    needs: 'accepts_leads',
    screen: async () => (await import('../features/leads/leads-screen.tsx')).LeadsScreen,
  },
  {
    path: '/leads/$uuid',
    within: '/leads',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    back: paths.leads(),
    roles: mainRoles,
    needs: 'accepts_leads',
    screen: async () => (await import('../features/leads/lead-screen.tsx')).LeadScreen,
  },
  {
    path: '/leads/$uuid/archive',
    within: '/leads',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.leads(),
    roles: mainRoles,
    needs: 'accepts_leads',
    screen: async () =>
      (await import('../features/leads/lead-archive-screen.tsx')).LeadArchiveScreen,
  },
  {
    path: '/surveys',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.home(),
    screen: async () => (await import('../features/surveys/surveys-screen.tsx')).SurveysScreen,
  },
  {
    path: '/news',
    list: true,
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.menu(),
    screen: async () => (await import('../features/news/news-screen.tsx')).NewsScreen,
  },
  {
    path: '/news/$uuid',
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.news(),
    screen: async () => (await import('../features/news/news-item-screen.tsx')).NewsItemScreen,
  },
  {
    path: '/resources',
    list: true,
    access: 'signed_in',
    header: 'shell',
    navigation: true,
    back: paths.menu(),
    screen: async () =>
      (await import('../features/resources/resources-screen.tsx')).ResourcesScreen,
  },
  ...shopRoutes,
  ...marketingRoutes,
  ...clubCardRoutes,
  ...certificateRoutes,
  ...teamRoutes,
  ...supportRoutes,
  ...accountRoutes,
];
