import { catalogueLanguages } from '#schemas/languages.ts';
import {
  gzippedKilobytes,
  loadedScripts,
  pageScripts,
  readBundle,
  readChunkModules,
} from './bundle-size.ts';

/**
 * Budget of a route: the lazy sources it loads besides entry and frame texts, and the limit in kB
 * after gzip. With `extraRoute`, only what it adds to that already loaded route counts. `goal` is a
 * lower target than today's limit.
 */
export type RouteBudget = {
  route: string;
  sources: readonly string[];
  limit: number;
  goal?: number;
  extraRoute?: RouteBudget;
};

const login: RouteBudget = {
  route: 'login',
  sources: ['index.html', 'src/features/login/login-screen.tsx'],
  // Parts of the limit, in kB: React with its DOM 60; normalising text, email addresses and phone
  // numbers 0.9; phone formats, clock changes and the in-app notice 0.4; marketing routes in the
  // route table 0.2; the fields of a new photo 0.1; routes and files of job photos and handover
  // sheets 0.3; the notice of a blocked company 0.1; trusting only probes sent after the browser
  // went offline 0.1; links and questions of a country 0.1. Loading home's texts with the frame, and
  // error messages later, saved 3.4.
  limit: 109.1,
  goal: 105,
};

/** Scripts that run before home shows the device's data or, on a new device, can request it. */
const home: RouteBudget = {
  route: 'signed-in home',
  sources: [
    'index.html',
    'src/app/signed-in-app.tsx',
    'src/shell/signed-in-shell.tsx',
    'src/features/home/home-screen.tsx',
    'sync/account.ts',
  ],
  // Parts of the limit, in kB, in Ukrainian, which has the longest texts (English takes 230.2): RxDB
  // with Dexie and our store 85; React with its DOM 60; normal forms, list state in the URL, closing
  // points and the lead form guard 3.9 (removing mingo's cursor saved 3.5); home's snapshot, shown
  // while the store opens, 1.0; team and options, marketing material in products and orders, and
  // details of rejections 0.2 each; names of former error codes 0.2; the statement of points, and
  // pausing pulls while sending, 0.3; campaigns in scans, points and entries 0.3; the person of a
  // points entry, and edits that survive a restore, 0.2; installation dates of projects 0.1; schema
  // and commands of attachments 0.4; routes of handover sheets, job photos and the product guide
  // 0.3; the notice of a blocked company, and rejected dates in the marks of projects, 0.2; trusting
  // only probes sent after the browser went offline, and rejected photos in the marks, 0.1; links
  // and questions of a country 0.1; longer names of properties 0.1; longer names of events 0.1.
  limit: 234.1,
  goal: 225,
};

/** Loaded only in the leader tab, on any screen. */
const replication: RouteBudget = {
  route: 'the replication, beside signed-in home',
  sources: ['sync/engine/leader-work.ts', 'sync/singletons/singleton-commands.ts'],
  // The size in kB after each addition: schemas of marketing material 27.1; schemas of shop products
  // 28.3; projects created, corrected and discarded offline 29.1; the commands of all singletons in
  // one chunk 30.1; former error codes and performance marks 30.4; new photos of rejected products
  // 30.9; campaigns in settings, scans and entries 31.6; edits that survive a restore 32.1;
  // installation dates of projects 32.9; the lead rules that home's day plan also uses 33.2; calls
  // and states of attachments, whose uploads load later, 35.4; the order of the shop’s categories in
  // the configuration 35.6; corrections of closed projects, links and questions of a country, and
  // repeated requests for acceptance 36.2; modules that home used to load only for their types
  // 36.4; attachments that move to a lead's project, and conflicts of open forms 36.5; captions and
  // groups merged one by one 36.7; two requests at a time, and closings of closed projects 36.9.
  limit: 36.9,
  extraRoute: home,
};

/** Home's cards below the first view, loaded afterwards. */
const moreCards: RouteBudget = {
  route: 'the cards further down, beside signed-in home',
  sources: ['src/features/home/later-cards.tsx', 'sync/http/live.ts'],
  // The size in kB after each addition: the response of the call that edits team members and the own
  // profile 14.4; running campaigns and their rules 15.8; the number of today's jobs 17; newer calls
  // and error codes 17.8; the to-do of a changed declaration 18.7; longer names of properties 18.8.
  limit: 18.8,
  extraRoute: home,
};

/** Scripts only: styles, fonts and the decoder's wasm have no budget. */
export const routeBudgets = [
  login,
  home,
  replication,
  moreCards,
] as const satisfies readonly RouteBudget[];

/** Screens that `src/app/router.tsx` preloads after home. */
const preloadedScreens = [
  'src/features/projects/list/projects-screen.tsx',
  'src/features/projects/detail/project-screen.tsx',
  'src/features/scan/scanner/scan-screen.tsx',
  'src/features/notifications/notifications-screen.tsx',
  'src/features/menu/menu-screen.tsx',
];

/**
 * Scripts fetched after the first screen is shown: service worker registration, the navigation
 * bar's screens, and the sign-in's second step and phone rules. They block no screen, so no budget
 * counts them.
 */
export function lateScripts(): string[] {
  const manifest = readBundle();
  const workbox = Object.keys(manifest).filter((source) => source.includes('/workbox-window/'));
  const phoneRules = Object.keys(manifest).filter((source) =>
    source.includes('/libphonenumber-js/'),
  );
  return loadedScripts(
    manifest,
    [
      ...workbox,
      ...phoneRules,
      ...preloadedScreens,
      'src/features/login/code-step.tsx',
      'locales/en.po?part=rest',
    ],
    readChunkModules(),
  );
}

/** A route's scripts in `dist/`, in one language. */
export function routeScripts(budget: RouteBudget, language: string): string[] {
  const sources = [...budget.sources, `locales/${language}.po?part=frame`];
  const scripts = loadedScripts(readBundle(), sources, readChunkModules());
  const loadedFiles = new Set(budget.extraRoute ? routeScripts(budget.extraRoute, language) : []);
  return [...new Set([...pageScripts(), ...scripts])].filter((file) => !loadedFiles.has(file));
}

/**
 * Gzipped size of a route's scripts in kB of 1,000 bytes, to one decimal, in the language with the
 * longest texts.
 */
export function routeKilobytes(budget: RouteBudget): number {
  const sizes = catalogueLanguages.map((language) =>
    gzippedKilobytes(routeScripts(budget, language)),
  );
  return Math.round(Math.max(...sizes) * 10) / 10;
}
