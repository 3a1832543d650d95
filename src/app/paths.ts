import { appPath } from '#schemas/app-path.ts';

/**
 * Every link of the app is built here. A path is a string as the address bar shows it; what takes one
 * is `linkTo` (for links) and `useGo` (for navigation from code), which know about search parameters.
 * What not everybody may see, or has no screen yet, is offered only where `useMaySee` says so.
 */
export const paths = {
  home: () => '/',
  login: (returnTo?: string) => withSearch('/login', { return: returnTo }),
  /** `invite` is what an invitation link carries. */
  register: (search: { invite?: string | undefined } = {}) => withSearch('/register', search),
  registerDecor: (search: { invite?: string | undefined } = {}) =>
    withSearch('/register/decor', search),
  restoreEmail: () => '/restore-email',
  /** `returnTo` is where somebody was who was led there. */
  maintenance: (returnTo?: string) => withSearch('/maintenance', { return: returnTo }),

  scan: (search: { project?: string | undefined } = {}) => withSearch('/scan', search),
  /** `scan` names a captured scan to complete or to mend. */
  scanManual: (search: { scan?: string | undefined; project?: string | undefined } = {}) =>
    withSearch('/scan/manual', search),
  /** A product that has no label of its own. */
  scanGeneric: (search: { project?: string | undefined } = {}) =>
    withSearch('/scan/generic', search),
  /** The product question of one scan. */
  scanSurvey: (search: { scan?: string | undefined; project?: string | undefined } = {}) =>
    withSearch('/scan/survey', search),
  scanReview: (search: { project?: string | undefined } = {}) => withSearch('/scan/review', search),
  scanOffline: () => '/scan/offline',
  /** The picker: which project what was scanned belongs to. */
  scanProject: (search: { project?: string | undefined } = {}) =>
    withSearch('/projects/select', search),

  projects: (search: { status?: string | undefined; page?: string | undefined } = {}) =>
    withSearch('/projects', search),
  project: (uuid: string) => `/projects/${encodeURIComponent(uuid)}`,
  /** `scan: '1'` comes from the picker and returns to it; `project` is one that is not sent yet, to be changed. */
  projectAdd: (search: { scan?: string | undefined; project?: string | undefined } = {}) =>
    withSearch('/projects/add', search),

  leads: () => '/leads',
  lead: (uuid: string) => `/leads/${encodeURIComponent(uuid)}`,
  leadArchive: (uuid: string) => `/leads/${encodeURIComponent(uuid)}/archive`,

  balance: () => '/balance',
  menu: () => '/menu',
  /** Where other sites send people back to; `source` says which kind, such as `survey`. */
  close: (search: { source?: string | undefined } = {}) => withSearch('/close', search),
  notifications: () => '/notifications',
  settings: () => '/settings',
  settingsLanguage: () => '/settings/language',
  settingsFont: () => '/settings/font',
  settingsOther: () => '/settings/other',
  user: () => '/user',
  userEdit: () => '/user/edit',
  company: () => '/company',
  companyEdit: () => '/company/edit',
  verifyEmail: () => '/verify-email',
  surveys: () => '/surveys',
  news: () => '/news',
  newsItem: (uuid: string) => `/news/${encodeURIComponent(uuid)}`,
  resources: () => '/resources',
  shop: (search: { category?: string | undefined; page?: string | undefined } = {}) =>
    withSearch('/shop', search),
  shopProduct: (uuid: string) => `/shop/${encodeURIComponent(uuid)}`,
  shopClubCard: () => '/shop/club-card',
  cart: () => '/cart',
  checkout: () => '/checkout',
  checkoutPerson: () => '/checkout/person',
  checkoutCompany: () => '/checkout/company',
  checkoutContact: () => '/checkout/contact',
  checkoutAddress: () => '/checkout/address',
  checkoutSummary: () => '/checkout/summary',
  checkoutThankYou: () => '/checkout/thankyou',
  orders: () => '/orders',
  order: (uuid: string) => `/orders/${encodeURIComponent(uuid)}`,
  marketing: () => '/marketing',
  /** One type of marketing material, by its id: `horizontal_card`. */
  material: (type: string) => `/marketing/${encodeURIComponent(type)}`,
  clubCard: () => '/club-card',
  clubCardVerify: () => '/club-card/verify',
  clubCardTransfer: () => '/club-card/transfer',
  team: () => '/team',
  teamAdd: () => '/team/add',
  teamMember: (uuid: string) => `/team/${encodeURIComponent(uuid)}`,
  warrantyCertificates: () => '/warranty-certificates',
  warrantyCertificate: (uuid: string) => `/warranty-certificates/${encodeURIComponent(uuid)}`,
  /** `project` is chosen already then. */
  warrantyCertificateCreate: (search: { project?: string | undefined } = {}) =>
    withSearch('/warranty-certificates/create', search),
  supportChats: () => '/support/chat',
  /** `project` is what is asked about. */
  supportChatNew: (search: { project?: string | undefined } = {}) =>
    withSearch('/support/chat/new', search),
  supportChat: (uuid: string) => `/support/chat/${encodeURIComponent(uuid)}`,
} as const;

function withSearch(path: string, search: Record<string, string | undefined>): string {
  const query = searchText(search);
  return query ? `${path}?${query}` : path;
}

/** Search parameters as text without the question mark; what is undefined is left out. */
export function searchText(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') parameters.set(name, value);
  }
  return parameters.toString();
}

/** Search parameters of an address bar's text, all of them plain strings. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** A path of this file taken apart: what the router calls `to` and `search`. */
export function splitPath(path: string): { to: string; search: Record<string, string> } {
  const mark = path.indexOf('?');
  if (mark < 0) return { to: path, search: {} };
  return { to: path.slice(0, mark), search: parseSearch(path.slice(mark + 1)) };
}

/**
 * Where to go on, after signing in or after maintenance: only a path of this app, never another host, nor where
 * one has just been kept waiting.
 * @param asked what the address bar brought
 */
export function safeReturnPath(asked: string | undefined): string {
  const path = asked === undefined ? null : appPath(asked);
  if (path === null) return paths.home();
  const { to } = splitPath(path);
  return to === paths.login() || to === paths.maintenance() ? paths.home() : path;
}
