import { appPath } from '#schemas/app-path.ts';

/**
 * Builds every link of the app as a path string. Pass it to `linkTo` for links and `useGo` for navigation,
 * which split off the search. `useCanSee` tells whether the person may open it.
 */
export const paths = {
  home: () => '/',
  login: (returnTo?: string) => withSearch('/login', { return: returnTo }),
  /** `invite` is what an invitation link carries. */
  register: (search: { invite?: string | undefined } = {}) => withSearch('/register', search),
  registerDecor: (search: { invite?: string | undefined } = {}) =>
    withSearch('/register/decor', search),
  restoreEmail: () => '/restore-email',
  /** `returnTo` is the path to return to. */
  maintenance: (returnTo?: string) => withSearch('/maintenance', { return: returnTo }),

  scan: (search: { project?: string | undefined } = {}) => withSearch('/scan', search),
  /** `scan` is a captured scan to complete or correct. */
  scanManual: (search: { scan?: string | undefined; project?: string | undefined } = {}) =>
    withSearch('/scan/manual', search),
  /** A product without a label. */
  scanGeneric: (search: { project?: string | undefined } = {}) =>
    withSearch('/scan/generic', search),
  /** The product question of one scan. */
  scanSurvey: (search: { scan?: string | undefined; project?: string | undefined } = {}) =>
    withSearch('/scan/survey', search),
  scanReview: (search: { project?: string | undefined } = {}) => withSearch('/scan/review', search),
  scanOffline: () => '/scan/offline',
  /** Project picker for captured scans. */
  scanProject: (search: { project?: string | undefined } = {}) =>
    withSearch('/projects/select', search),

  projects: (search: { status?: string | undefined; page?: string | undefined } = {}) =>
    withSearch('/projects', search),
  project: (uuid: string) => `/projects/${encodeURIComponent(uuid)}`,
  /** `scan: '1'` returns to the project picker; `project` is an unsent project to edit. */
  projectAdd: (search: { scan?: string | undefined; project?: string | undefined } = {}) =>
    withSearch('/projects/add', search),

  leads: () => '/leads',
  lead: (uuid: string) => `/leads/${encodeURIComponent(uuid)}`,
  leadArchive: (uuid: string) => `/leads/${encodeURIComponent(uuid)}/archive`,

  balance: () => '/balance',
  menu: () => '/menu',
  /** Return page for other sites; `source` is the kind of site, such as `survey`. */
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
  /** `project` is preselected. */
  warrantyCertificateCreate: (search: { project?: string | undefined } = {}) =>
    withSearch('/warranty-certificates/create', search),
  supportChats: () => '/support/chat',
  /** `project` is the subject of the question. */
  supportChatNew: (search: { project?: string | undefined } = {}) =>
    withSearch('/support/chat/new', search),
  supportChat: (uuid: string) => `/support/chat/${encodeURIComponent(uuid)}`,
} as const;

function withSearch(path: string, search: Record<string, string | undefined>): string {
  const query = searchText(search);
  return query ? `${path}?${query}` : path;
}

/** Serializes search parameters without the question mark; undefined ones are left out. */
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

/** Splits a path into the router's `to` and `search`. */
export function splitPath(path: string): { to: string; search: Record<string, string> } {
  const mark = path.indexOf('?');
  if (mark < 0) return { to: path, search: {} };
  return { to: path.slice(0, mark), search: parseSearch(path.slice(mark + 1)) };
}

/**
 * Path to continue at after signing in or maintenance: only paths of this app, and not the login or
 * maintenance page itself.
 * @param asked path from the address bar
 */
export function safeReturnPath(asked: string | undefined): string {
  const path = asked === undefined ? null : appPath(asked);
  if (path === null) return paths.home();
  const { to } = splitPath(path);
  return to === paths.login() || to === paths.maintenance() ? paths.home() : path;
}
