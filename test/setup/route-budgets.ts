import { catalogueLanguages } from '#schemas/languages.ts';
import {
  gzippedKilobytes,
  loadedScripts,
  pageScripts,
  readBundle,
  readChunkModules,
} from './bundle-size.ts';

/**
 * What a route may cost: the lazy sources that it loads beside the entry and the frame's texts, and the limit in kB after gzip. `beside` is a route that has loaded already:
 * only what comes on top of it counts. `goal` is what it should come down to, where that is less than it may
 * cost today.
 */
export type RouteBudget = {
  route: string;
  sources: readonly string[];
  limit: number;
  goal?: number;
  beside?: RouteBudget;
};

const login: RouteBudget = {
  route: 'login',
  sources: ['index.html', 'src/features/login/login-screen.tsx'],
  // The sign-in says how many tries are left and when a limit is over, and leads into the field that is wrong.
  // The route table has the screens of marketing material: 0.2.
  // Home's texts come with the frame, 1.4 in Polish, and Cyrillic letters are two bytes: 0.9 more in Ukrainian.
  // React with its DOM is 60 of it.
  // Typed text, e-mail addresses and phones get their normal forms here, and only our server's answers count: 0.9.
  // Phones as people write them, a clock that is set meanwhile, and the notice inside another app: 0.4.
  limit: 112,
  goal: 105,
};

/** Until home shows what is on the device; on a new device, until it can ask for it. */
const home: RouteBudget = {
  route: 'signed-in home',
  sources: [
    'index.html',
    'src/app/signed-in-app.tsx',
    'src/shell/signed-in-shell.tsx',
    'src/features/home/home-screen.tsx',
    'sync/account.ts',
  ],
  // The team, and what is noted of options, took 0.2; what shop products and orders say of marketing material 0.2;
  // that a refusal says where the own company has a product, and a limit when it is over, 0.2.
  // What home showed last, which stands while the store opens, takes 1.0: it is seen in half of the time.
  // In Ukrainian, which is the longest: 230.1 in English. RxDB with Dexie and our store is 85 of it, React with its DOM 60.
  // Normal forms, lists whose view is in their address, closing's points and the fenced lead: 3.9, less 3.5 without
  // mingo's cursor.
  limit: 235,
  goal: 225,
};

/** What the one tab that leads loads then, whatever screen it shows. */
const replication: RouteBudget = {
  route: 'the replication, beside signed-in home',
  sources: ['sync/engine/leader-work.ts', 'sync/singletons/singleton-commands.ts'],
  // 27.1 with the schemas of marketing material; 28.3 with those of the shop's products, which home loaded before;
  // 29.1 with projects that are begun, corrected and discarded without a network.
  limit: 30,
  beside: home,
};

/** What home shows below the first view, once that stands. */
const furtherCards: RouteBudget = {
  route: 'the cards further down, beside signed-in home',
  sources: ['src/features/home/later-cards.tsx', 'sync/http/live.ts'],
  // A member of the team is changed by the call that changes oneself: 14.4 with its answer.
  limit: 15,
  beside: home,
};

/** Scripts only: styles, fonts and the decoder's wasm have no budget. */
export const routeBudgets = [
  login,
  home,
  replication,
  furtherCards,
] as const satisfies readonly RouteBudget[];

/** The screens that `src/app/router.tsx` loads once home stands. */
const near = [
  'src/features/projects/list/projects-screen.tsx',
  'src/features/projects/detail/project-screen.tsx',
  'src/features/scan/scanner/scan-screen.tsx',
  'src/features/notifications/notifications-screen.tsx',
  'src/features/menu/menu-screen.tsx',
];

/**
 * The scripts that are fetched after any screen stands: what registers the service worker, and the
 * screens of the bar, and the sign-in's second step and the rules of phone numbers, which come while a number is typed. They are not what a
 * person waits for, so no budget counts them.
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
      ...near,
      'src/features/login/code-step.tsx',
      'locales/en.po?part=rest',
    ],
    readChunkModules(),
  );
}

/** The scripts of a route in the app that lies in `dist/`, by their paths in there, in one language. */
export function routeScripts(budget: RouteBudget, language: string): string[] {
  const sources = [...budget.sources, `locales/${language}.po?part=frame`];
  const scripts = loadedScripts(readBundle(), sources, readChunkModules());
  const before = new Set(budget.beside ? routeScripts(budget.beside, language) : []);
  return [...new Set([...pageScripts(), ...scripts])].filter((file) => !before.has(file));
}

/**
 * The size of a route's scripts after gzip, in kB of 1,000 bytes, to one decimal: in the language
 * that has the longest words.
 */
export function routeKilobytes(budget: RouteBudget): number {
  const sizes = catalogueLanguages.map((language) =>
    gzippedKilobytes(routeScripts(budget, language)),
  );
  return Math.round(Math.max(...sizes) * 10) / 10;
}
