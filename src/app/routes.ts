import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { roles } from '#schemas/roles.ts';
import { listSearch, freeText } from './list-view.ts';
import type { RouteEntry, ScreenEntry } from '../shell/route-entry.ts';

const id = v.fallback(v.optional(uuid), undefined);
const projectParam = v.object({ project: id });
const groupParam = v.object({ group: freeText });
const scanParam = v.object({ project: id, scan: id });
const returnParam = v.object({ return: freeText });
const inviteParam = v.object({ invite: freeText });

/** The "main" company roles (spec 1 §6). */
const mainRoles = [roles.owner, roles.staff] as const;
/** Roles that manage their own email address (spec 1 §6). */
const owners = [roles.owner, roles.decorOwner] as const;

const shellEntry = { access: 'signed_in', header: 'shell', navigation: true } as const;
const menuEntry = { ...shellEntry, back: '/menu' } as const;
/** Shop, orders and marketing material (spec 2 §6). */
const mainRolesEntry = { ...shellEntry, roles: mainRoles } as const;
/** Hides the navigation bar, which would distract. */
const checkoutEntry = { ...mainRolesEntry, navigation: false } as const;
/** For companies that may have a card (spec 2 §6). */
const clubCardEntry = { ...mainRolesEntry, needs: 'has_edenred_card' } as const;
/** For all roles of a company with the feature (spec 1 §5, §6). */
const certificateEntry = { ...menuEntry, needs: 'warranty' } as const;

/**
 * All screens. The router and the types of links, parameters and searches are derived from this table. A new
 * screen needs an entry here and one in `paths`.
 */
const table = [
  {
    path: '/login',
    access: 'signed_out',
    header: 'none',
    navigation: false,
    search: returnParam,
    screen: async () => (await import('../features/login/login-screen.tsx')).LoginScreen,
  },
  {
    path: '/register',
    access: 'signed_out',
    header: 'none',
    navigation: false,
    search: inviteParam,
    screen: async () => (await import('../features/register/register-screen.tsx')).RegisterScreen,
  },
  {
    path: '/register/decor',
    access: 'signed_out',
    header: 'none',
    navigation: false,
    search: inviteParam,
    screen: async () =>
      (await import('../features/register/decor-register-screen.tsx')).DecorRegisterScreen,
  },
  {
    path: '/maintenance',
    access: 'public',
    header: 'none',
    navigation: false,
    search: returnParam,
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
    back: '/',
    screen: async () => (await import('../features/menu/menu-screen.tsx')).MenuScreen,
  },
  {
    ...shellEntry,
    path: '/close',
    search: v.object({ source: freeText }),
    screen: async () => (await import('../features/close/close-screen.tsx')).CloseScreen,
  },
  {
    ...shellEntry,
    path: '/notifications',
    list: true,
    search: listSearch,
    screen: async () =>
      (await import('../features/notifications/notifications-screen.tsx')).NotificationsScreen,
  },
  {
    ...shellEntry,
    path: '/balance',
    list: true,
    search: listSearch,
    back: '/',
    screen: async () => (await import('../features/balance/balance-screen.tsx')).BalanceScreen,
  },
  {
    ...shellEntry,
    path: '/balance/statement',
    list: true,
    search: listSearch,
    back: '/balance',
    screen: async () => (await import('../features/balance/statement-screen.tsx')).StatementScreen,
  },
  {
    path: '/scan',
    access: 'signed_in',
    header: 'none',
    navigation: false,
    search: projectParam,
    screen: async () => (await import('../features/scan/scanner/scan-screen.tsx')).ScanScreen,
  },
  {
    path: '/scan/manual',
    access: 'signed_in',
    header: 'none',
    navigation: false,
    search: scanParam,
    screen: async () => (await import('../features/scan/manual/manual-screen.tsx')).ManualScreen,
  },
  {
    path: '/scan/generic',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    search: projectParam,
    screen: async () => (await import('../features/scan/manual/generic-screen.tsx')).GenericScreen,
  },
  {
    path: '/scan/survey',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    search: scanParam,
    screen: async () => (await import('../features/scan/review/survey-screen.tsx')).SurveyScreen,
  },
  {
    path: '/scan/review',
    access: 'signed_in',
    header: 'shell',
    navigation: false,
    search: projectParam,
    screen: async () => (await import('../features/scan/review/review-screen.tsx')).ReviewScreen,
  },
  {
    ...shellEntry,
    path: '/scan/offline',
    back: '/',
    screen: async () =>
      (await import('../features/sync-centre/sync-centre-screen.tsx')).SyncCentreScreen,
  },
  {
    path: '/projects',
    list: true,
    search: listSearch,
    access: 'signed_in',
    header: 'none',
    navigation: true,
    screen: async () =>
      (await import('../features/projects/list/projects-screen.tsx')).ProjectsScreen,
  },
  {
    path: '/projects/$uuid',
    within: '/projects',
    search: v.object({ product: id }),
    access: 'signed_in',
    header: 'none',
    navigation: true,
    screen: async () =>
      (await import('../features/projects/detail/project-screen.tsx')).ProjectScreen,
  },
  {
    path: '/projects/$uuid/photos',
    access: 'signed_in',
    header: 'none',
    navigation: true,
    screen: async () => (await import('../features/job-photos/photos-screen.tsx')).PhotosScreen,
  },
  {
    path: '/projects/$uuid/photos/camera',
    access: 'signed_in',
    header: 'none',
    navigation: false,
    search: groupParam,
    screen: async () => (await import('../features/job-photos/camera-screen.tsx')).CameraScreen,
  },
  {
    path: '/projects/$uuid/photos/$photo',
    access: 'signed_in',
    header: 'none',
    navigation: true,
    screen: async () => (await import('../features/job-photos/photo-screen.tsx')).PhotoScreen,
  },
  {
    path: '/projects/add',
    access: 'signed_in',
    header: 'none',
    navigation: true,
    search: v.object({ scan: freeText, project: id }),
    screen: async () =>
      (await import('../features/projects/create/add-project-screen.tsx')).AddProjectScreen,
  },
  {
    path: '/projects/select',
    list: true,
    access: 'signed_in',
    header: 'none',
    navigation: true,
    search: v.object({ ...listSearch.entries, project: id }),
    screen: async () =>
      (await import('../features/projects/list/select-project-screen.tsx')).SelectProjectScreen,
  },
  {
    path: '/projects/$uuid/handover',
    access: 'signed_in',
    header: 'none',
    navigation: false,
    screen: async () => (await import('../features/handover/handover-screen.tsx')).HandoverScreen,
  },
  {
    ...menuEntry,
    path: '/leads',
    list: true,
    search: listSearch,
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
    back: '/leads',
    roles: mainRoles,
    needs: 'accepts_leads',
    screen: async () => (await import('../features/leads/lead-screen.tsx')).LeadScreen,
  },
  {
    ...shellEntry,
    path: '/leads/$uuid/archive',
    within: '/leads',
    back: '/leads',
    roles: mainRoles,
    needs: 'accepts_leads',
    screen: async () =>
      (await import('../features/leads/lead-archive-screen.tsx')).LeadArchiveScreen,
  },
  {
    ...menuEntry,
    path: '/guide',
    search: v.object({ plate: freeText, era: freeText }),
    screen: async () => (await import('../features/guide/guide-screen.tsx')).GuideScreen,
  },
  {
    path: '/guide/scan',
    access: 'signed_in',
    header: 'none',
    navigation: false,
    screen: async () => (await import('../features/scan/scanner/look-up-screen.tsx')).LookUpScreen,
  },
  {
    ...shellEntry,
    path: '/today',
    back: '/',
    screen: async () => (await import('../features/today/today-screen.tsx')).TodayScreen,
  },
  {
    ...shellEntry,
    path: '/surveys',
    back: '/',
    screen: async () => (await import('../features/surveys/surveys-screen.tsx')).SurveysScreen,
  },
  {
    ...menuEntry,
    path: '/news',
    list: true,
    search: listSearch,
    screen: async () => (await import('../features/news/news-screen.tsx')).NewsScreen,
  },
  {
    ...shellEntry,
    path: '/news/$uuid',
    back: '/news',
    screen: async () => (await import('../features/news/news-item-screen.tsx')).NewsItemScreen,
  },
  {
    ...menuEntry,
    path: '/resources',
    list: true,
    search: listSearch,
    screen: async () =>
      (await import('../features/resources/resources-screen.tsx')).ResourcesScreen,
  },
  {
    ...mainRolesEntry,
    path: '/shop',
    list: true,
    search: listSearch,
    back: '/menu',
    screen: async () => (await import('../features/shop/shop-screen.tsx')).ShopScreen,
  },
  {
    ...mainRolesEntry,
    path: '/shop/club-card',
    needs: 'has_edenred_card',
    back: '/shop',
    screen: async () =>
      (await import('../features/shop/card-product-screen.tsx')).CardProductScreen,
  },
  {
    ...mainRolesEntry,
    path: '/shop/$uuid',
    back: '/shop',
    screen: async () => (await import('../features/shop/product-screen.tsx')).ProductScreen,
  },
  {
    ...mainRolesEntry,
    path: '/cart',
    navigation: false,
    back: '/shop',
    screen: async () => (await import('../features/cart/cart-screen.tsx')).CartScreen,
  },
  {
    ...checkoutEntry,
    path: '/checkout',
    screen: async () => (await import('../features/checkout/checkout-screen.tsx')).CheckoutScreen,
  },
  {
    ...checkoutEntry,
    path: '/checkout/person',
    screen: async () => (await import('../features/checkout/checkout-screen.tsx')).PersonScreen,
  },
  {
    ...checkoutEntry,
    path: '/checkout/company',
    screen: async () => (await import('../features/checkout/checkout-screen.tsx')).CompanyScreen,
  },
  {
    ...checkoutEntry,
    path: '/checkout/contact',
    back: '/checkout',
    screen: async () => (await import('../features/checkout/contact-screen.tsx')).ContactScreen,
  },
  {
    ...checkoutEntry,
    path: '/checkout/address',
    back: '/checkout',
    screen: async () => (await import('../features/checkout/address-screen.tsx')).AddressScreen,
  },
  {
    ...checkoutEntry,
    path: '/checkout/summary',
    back: '/checkout',
    screen: async () => (await import('../features/checkout/summary-screen.tsx')).SummaryScreen,
  },
  {
    ...checkoutEntry,
    path: '/checkout/thankyou',
    screen: async () => (await import('../features/checkout/thank-you-screen.tsx')).ThankYouScreen,
  },
  {
    ...mainRolesEntry,
    path: '/orders',
    list: true,
    search: listSearch,
    back: '/menu',
    screen: async () => (await import('../features/orders/orders-screen.tsx')).OrdersScreen,
  },
  {
    ...mainRolesEntry,
    path: '/orders/$uuid',
    within: '/orders',
    back: '/orders',
    screen: async () => (await import('../features/orders/order-screen.tsx')).OrderScreen,
  },
  {
    ...mainRolesEntry,
    path: '/marketing',
    back: '/shop',
    screen: async () =>
      (await import('../features/marketing/marketing-screen.tsx')).MarketingScreen,
  },
  {
    ...mainRolesEntry,
    path: '/marketing/$type',
    back: '/marketing',
    screen: async () => (await import('../features/marketing/material-screen.tsx')).MaterialScreen,
  },
  {
    ...clubCardEntry,
    path: '/club-card',
    list: true,
    search: listSearch,
    back: '/menu',
    screen: async () => (await import('../features/club-card/card-screen.tsx')).CardScreen,
  },
  {
    ...clubCardEntry,
    path: '/club-card/verify',
    back: '/menu',
    screen: async () => (await import('../features/club-card/verify-screen.tsx')).VerifyScreen,
  },
  {
    ...clubCardEntry,
    path: '/club-card/transfer',
    back: '/club-card',
    screen: async () => (await import('../features/club-card/transfer-screen.tsx')).TransferScreen,
  },
  {
    ...certificateEntry,
    path: '/warranty-certificates',
    list: true,
    search: listSearch,
    screen: async () =>
      (await import('../features/certificates/certificates-screen.tsx')).CertificatesScreen,
  },
  {
    ...certificateEntry,
    path: '/warranty-certificates/$uuid',
    within: '/warranty-certificates',
    navigation: false,
    back: '/warranty-certificates',
    screen: async () =>
      (await import('../features/certificates/certificate-screen.tsx')).CertificateScreen,
  },
  {
    ...certificateEntry,
    path: '/warranty-certificates/create',
    header: 'none',
    navigation: false,
    back: '/warranty-certificates',
    search: projectParam,
    screen: async () =>
      (await import('../features/certificates/wizard/create-screen.tsx')).CreateCertificateScreen,
  },
  {
    ...shellEntry,
    path: '/team',
    list: true,
    search: listSearch,
    roles: [roles.owner, roles.staff],
    back: '/menu',
    screen: async () => (await import('../features/team/team-screen.tsx')).TeamScreen,
  },
  {
    ...shellEntry,
    path: '/team/add',
    roles: [roles.owner],
    back: '/team',
    screen: async () => (await import('../features/team/add-member-screen.tsx')).AddMemberScreen,
  },
  {
    ...shellEntry,
    path: '/team/$uuid',
    roles: [roles.owner],
    back: '/team',
    screen: async () => (await import('../features/team/edit-member-screen.tsx')).EditMemberScreen,
  },
  {
    ...menuEntry,
    path: '/support/chat',
    list: true,
    search: listSearch,
    screen: async () => (await import('../features/support/chats-screen.tsx')).ChatsScreen,
  },
  {
    ...menuEntry,
    path: '/support/chat/',
    within: '/support/chat',
    screen: async () =>
      (await import('../features/support/chats-index-screen.tsx')).ChatsIndexScreen,
  },
  {
    ...menuEntry,
    path: '/support/chat/new',
    search: projectParam,
    screen: async () => (await import('../features/support/new-chat-screen.tsx')).NewChatScreen,
  },
  {
    ...menuEntry,
    path: '/support/chat/$uuid',
    within: '/support/chat',
    back: '/support/chat',
    screen: async () => (await import('../features/support/chat-screen.tsx')).ChatScreen,
  },
  {
    ...menuEntry,
    path: '/settings',
    screen: async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
  },
  {
    ...shellEntry,
    path: '/settings/language',
    back: '/settings',
    screen: async () => (await import('../features/settings/language-screen.tsx')).LanguageScreen,
  },
  {
    ...shellEntry,
    path: '/settings/font',
    back: '/settings',
    screen: async () => (await import('../features/settings/font-screen.tsx')).FontScreen,
  },
  {
    ...shellEntry,
    path: '/settings/other',
    back: '/settings',
    screen: async () => (await import('../features/settings/other-screen.tsx')).OtherSettingsScreen,
  },
  {
    ...menuEntry,
    path: '/user',
    screen: async () => (await import('../features/profile/user-screen.tsx')).UserScreen,
  },
  {
    ...shellEntry,
    path: '/user/edit',
    back: '/user',
    screen: async () => (await import('../features/profile/edit-user-screen.tsx')).EditUserScreen,
  },
  {
    ...menuEntry,
    path: '/company',
    screen: async () => (await import('../features/company/company-screen.tsx')).CompanyScreen,
  },
  {
    path: '/company/edit',
    access: 'signed_in',
    roles: owners,
    header: 'shell',
    navigation: true,
    back: '/company',
    screen: async () =>
      (await import('../features/company/edit-company-screen.tsx')).EditCompanyScreen,
  },
  {
    path: '/verify-email',
    access: 'signed_in',
    // Staff can only verify the address that an owner entered.
    roles: [...owners, roles.staff],
    header: 'shell',
    navigation: true,
    back: '/user',
    screen: async () =>
      (await import('../features/verify-email/verify-email-screen.tsx')).VerifyEmailScreen,
  },
  {
    path: '/restore-email',
    access: 'public',
    header: 'none',
    navigation: false,
    screen: async () =>
      (await import('../features/restore-email/restore-email-screen.tsx')).RestoreEmailScreen,
  },
] as const satisfies readonly RouteEntry[];

export type RouteTable = typeof table;

export const routes: readonly ScreenEntry[] = table;
