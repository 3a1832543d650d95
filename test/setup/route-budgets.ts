import { gzippedKilobytes, loadedScripts, pageScripts, readBundle } from './bundle-size.ts';

/** What a route may cost: the lazy sources that it loads beside the entry, and the limit in kB after gzip. */
export type RouteBudget = { route: string; sources: readonly string[]; limit: number };

/** The entry, and the largest catalogue, since one language is always loaded. */
const always = ['index.html', 'locales/pl.po'];

/** Scripts only: styles, fonts and the decoder's wasm have no budget. */
export const routeBudgets: readonly RouteBudget[] = [
  {
    route: 'login',
    sources: [...always, 'src/features/login/login-screen.tsx'],
    limit: 120,
  },
  {
    route: 'signed-in home',
    sources: [
      ...always,
      'src/signed-in-app.tsx',
      'src/shell/signed-in-shell.tsx',
      'src/features/home/home-screen.tsx',
      'sync/account.ts',
    ],
    limit: 240,
  },
];

/**
 * The scripts that are fetched after any screen stands: what registers the service worker. They are
 * not what a person waits for, so no budget counts them.
 */
export function lateScripts(): string[] {
  const manifest = readBundle();
  return loadedScripts(
    manifest,
    Object.keys(manifest).filter((source) => source.includes('/workbox-window/')),
  );
}

/** The scripts of a route in the app that lies in `dist/`, by their paths in there. */
export function routeScripts({ sources }: RouteBudget): string[] {
  return [...new Set([...pageScripts(), ...loadedScripts(readBundle(), sources)])];
}

/** The size of a route's scripts after gzip, in kB of 1,000 bytes, to one decimal. */
export function routeKilobytes(budget: RouteBudget): number {
  return Math.round(gzippedKilobytes(routeScripts(budget)) * 10) / 10;
}
