import type { RegisteredRouter, ResolveRoute } from '@tanstack/react-router';
import { appPath } from '#schemas/app-path.ts';
import type { RouteTable } from './routes.ts';

/** Paths of all screens, as in the route table: `/projects/$uuid`. */
export type ScreenPath = Exclude<RouteTable[number]['path'], `/${string}/`>;

/** Paths of the screens whose path contains no id. */
export type PlainPath = Exclude<ScreenPath, `${string}$${string}`>;

/** Paths of the lists that keep their view in the URL. */
export type ListPath = Extract<RouteTable[number], { list: true }>['path'];

type Params<Path> = ResolveRoute<RegisteredRouter, string, Path>['types']['allParams'];
type Search<Path> = ResolveRoute<RegisteredRouter, string, Path>['types']['fullSearchSchemaInput'];

/** A link to a screen, with the parameters that its route requires. */
export type AppLink =
  | { to: PlainPath; params?: never; search?: never }
  | {
      [Path in ScreenPath]: { to: Path } & (keyof Params<Path> extends never
        ? { params?: never }
        : { params: Params<Path> }) &
        (keyof Search<Path> extends never ? { search?: never } : { search?: Search<Path> });
    }[ScreenPath];

/**
 * Builds every link of the app. Pass the result to `linkTo` for a link or to `useGo` to navigate. `useCanSee` checks
 * whether the user may open the screen.
 */
export const paths = {
  home: (): AppLink => ({ to: '/' }),
  login: (returnTo?: string): AppLink => ({ to: '/login', search: { return: returnTo } }),
  /** `invite` is the code of an invitation link. */
  register: (search: Search<'/register'> = {}): AppLink => ({ to: '/register', search }),
  registerDecor: (search: Search<'/register/decor'> = {}): AppLink => ({
    to: '/register/decor',
    search,
  }),
  restoreEmail: (): AppLink => ({ to: '/restore-email' }),
  /** `returnTo` is the path to return to. */
  maintenance: (returnTo?: string): AppLink => ({
    to: '/maintenance',
    search: { return: returnTo },
  }),

  scan: (search: Search<'/scan'> = {}): AppLink => ({ to: '/scan', search }),
  /** `scan` is a captured scan to complete or correct. */
  scanManual: (search: Search<'/scan/manual'> = {}): AppLink => ({ to: '/scan/manual', search }),
  /** Form for a product without a label. */
  scanGeneric: (search: Search<'/scan/generic'> = {}): AppLink => ({ to: '/scan/generic', search }),
  /** The product question of one scan. */
  scanSurvey: (search: Search<'/scan/survey'> = {}): AppLink => ({ to: '/scan/survey', search }),
  scanReview: (search: Search<'/scan/review'> = {}): AppLink => ({ to: '/scan/review', search }),
  scanOffline: (): AppLink => ({ to: '/scan/offline' }),
  /** Project picker for captured scans. */
  scanProject: (search: Search<'/projects/select'> = {}): AppLink => ({
    to: '/projects/select',
    search,
  }),

  projects: (search: Search<'/projects'> = {}): AppLink => ({ to: '/projects', search }),
  /** `product` opens the details of one of the project's products. */
  project: (uuid: string, search: Search<'/projects/$uuid'> = {}): AppLink => ({
    to: '/projects/$uuid',
    params: { uuid },
    search,
  }),
  projectPhotos: (uuid: string): AppLink => ({ to: '/projects/$uuid/photos', params: { uuid } }),
  projectPhoto: (uuid: string, photo: string): AppLink => ({
    to: '/projects/$uuid/photos/$photo',
    params: { uuid, photo },
  }),
  /** `group` is the group for the next photos. */
  projectCamera: (uuid: string, search: Search<'/projects/$uuid/photos/camera'> = {}): AppLink => ({
    to: '/projects/$uuid/photos/camera',
    params: { uuid },
    search,
  }),
  handover: (uuid: string): AppLink => ({ to: '/projects/$uuid/handover', params: { uuid } }),
  /** `scan: '1'` returns to the project picker; `project` is an unsent project to edit. */
  projectAdd: (search: Search<'/projects/add'> = {}): AppLink => ({ to: '/projects/add', search }),

  /** `plate` is the text of a label or data plate; `era` chooses between products with the same code. */
  guide: (search: Search<'/guide'> = {}): AppLink => ({ to: '/guide', search }),
  guideScan: (): AppLink => ({ to: '/guide/scan' }),
  today: (): AppLink => ({ to: '/today' }),
  leads: (): AppLink => ({ to: '/leads' }),
  lead: (uuid: string): AppLink => ({ to: '/leads/$uuid', params: { uuid } }),
  leadArchive: (uuid: string): AppLink => ({ to: '/leads/$uuid/archive', params: { uuid } }),

  balance: (): AppLink => ({ to: '/balance' }),
  statement: (): AppLink => ({ to: '/balance/statement' }),
  menu: (): AppLink => ({ to: '/menu' }),
  /** Page that other sites return to; `source` is the kind of site, such as `survey`. */
  close: (search: Search<'/close'> = {}): AppLink => ({ to: '/close', search }),
  notifications: (): AppLink => ({ to: '/notifications' }),
  settings: (): AppLink => ({ to: '/settings' }),
  settingsLanguage: (): AppLink => ({ to: '/settings/language' }),
  settingsFont: (): AppLink => ({ to: '/settings/font' }),
  settingsOther: (): AppLink => ({ to: '/settings/other' }),
  user: (): AppLink => ({ to: '/user' }),
  userEdit: (): AppLink => ({ to: '/user/edit' }),
  company: (): AppLink => ({ to: '/company' }),
  companyEdit: (): AppLink => ({ to: '/company/edit' }),
  verifyEmail: (): AppLink => ({ to: '/verify-email' }),
  surveys: (): AppLink => ({ to: '/surveys' }),
  news: (): AppLink => ({ to: '/news' }),
  newsItem: (uuid: string): AppLink => ({ to: '/news/$uuid', params: { uuid } }),
  resources: (): AppLink => ({ to: '/resources' }),
  shop: (search: Search<'/shop'> = {}): AppLink => ({ to: '/shop', search }),
  shopProduct: (uuid: string): AppLink => ({ to: '/shop/$uuid', params: { uuid } }),
  shopClubCard: (): AppLink => ({ to: '/shop/club-card' }),
  cart: (): AppLink => ({ to: '/cart' }),
  checkout: (): AppLink => ({ to: '/checkout' }),
  checkoutPerson: (): AppLink => ({ to: '/checkout/person' }),
  checkoutCompany: (): AppLink => ({ to: '/checkout/company' }),
  checkoutContact: (): AppLink => ({ to: '/checkout/contact' }),
  checkoutAddress: (): AppLink => ({ to: '/checkout/address' }),
  checkoutSummary: (): AppLink => ({ to: '/checkout/summary' }),
  checkoutThankYou: (): AppLink => ({ to: '/checkout/thankyou' }),
  orders: (): AppLink => ({ to: '/orders' }),
  order: (uuid: string): AppLink => ({ to: '/orders/$uuid', params: { uuid } }),
  marketing: (): AppLink => ({ to: '/marketing' }),
  /** One type of marketing material, by its id: `horizontal_card`. */
  material: (type: string): AppLink => ({ to: '/marketing/$type', params: { type } }),
  clubCard: (): AppLink => ({ to: '/club-card' }),
  clubCardVerify: (): AppLink => ({ to: '/club-card/verify' }),
  clubCardTransfer: (): AppLink => ({ to: '/club-card/transfer' }),
  team: (): AppLink => ({ to: '/team' }),
  teamAdd: (): AppLink => ({ to: '/team/add' }),
  teamMember: (uuid: string): AppLink => ({ to: '/team/$uuid', params: { uuid } }),
  warrantyCertificates: (): AppLink => ({ to: '/warranty-certificates' }),
  warrantyCertificate: (uuid: string): AppLink => ({
    to: '/warranty-certificates/$uuid',
    params: { uuid },
  }),
  /** `project` is preselected. */
  warrantyCertificateCreate: (search: Search<'/warranty-certificates/create'> = {}): AppLink => ({
    to: '/warranty-certificates/create',
    search,
  }),
  supportChats: (): AppLink => ({ to: '/support/chat' }),
  /** `project` is the subject of the question. */
  supportChatNew: (search: Search<'/support/chat/new'> = {}): AppLink => ({
    to: '/support/chat/new',
    search,
  }),
  supportChat: (uuid: string): AppLink => ({ to: '/support/chat/$uuid', params: { uuid } }),
} as const;

/** Returns the URL of a link, for navigation without the router. */
export function hrefOf({ to, params, search = {} }: AppLink): string {
  const values: Record<string, string> = { ...params };
  const path = to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = searchText(search);
  return query ? `${path}?${query}` : path;
}

/** Serialises search parameters without the question mark; omits undefined ones. */
export function searchText(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') parameters.set(name, value);
  }
  return parameters.toString();
}

/** Parses search parameters into plain strings. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Strips the search from a URL. */
export const pathOf = (address: string): string => address.replace(/\?.*$/, '');

/** Returns the search parameters of a URL. */
export const searchOf = (address: string): Record<string, string> =>
  parseSearch(address.slice(pathOf(address).length));

/**
 * Returns the path at which to continue after signing in or after maintenance. Accepts only paths of this app, except
 * the login and maintenance pages. Otherwise returns the home screen's path.
 * @param returnTo path from the address bar
 */
export function safeReturnPath(returnTo: string | undefined): string {
  const path = returnTo === undefined ? null : appPath(returnTo);
  if (path === null) return '/';
  return ['/login', '/maintenance'].includes(pathOf(path)) ? '/' : path;
}
