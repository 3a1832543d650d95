import {
  type AnyContext,
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type Register,
  type ResolveFullPath,
  type ResolveId,
  type ResolveParams,
  type RootRoute,
  type Route,
  type RouterHistory,
} from '@tanstack/react-router';
import type { Services } from '../data/services.ts';
import { whenIdle } from '../data/device/when-idle.ts';
import { withDeferredTexts } from '../i18n/lazy-with-texts.ts';
import { preserveListView, parentList } from './list-view.ts';
import { parseSearch, searchText } from './paths.ts';
import { type RouteTable, routes } from './routes.ts';
import { RootShell } from '../shell/root-shell.tsx';
import { loadPart } from '../shell/missing-chunk.ts';
import type { ScreenEntry } from '../shell/route-entry.ts';
import { redirectFor } from '../shell/route-guard.ts';
import { ScreenError } from '../shell/screen-error.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    entry?: ScreenEntry;
  }
}

interface RouterContext {
  services: Services;
}

type Entry = RouteTable[number];

/** Type of the route that `routeOf` creates for an entry. */
type RouteOf<E extends Entry, Parent extends AnyRoute, Path extends string, Children> = Route<
  unknown,
  Parent,
  Path,
  ResolveFullPath<Parent, Path>,
  string,
  ResolveId<Parent, string, Path>,
  E extends { search: infer Search } ? Search : undefined,
  ResolveParams<Path>,
  AnyContext,
  AnyContext,
  AnyContext,
  {},
  undefined,
  Children
>;

/** Type of the top-level route that `createRoutes` creates for an entry, with its children. */
type Branch<E extends Entry, Parent extends AnyRoute> = E extends { within: string }
  ? never
  : RouteOf<E, Parent, E['path'], Inner<E['path'], RouteOf<E, Parent, E['path'], unknown>>>;

type Inner<Outer extends string, Parent extends AnyRoute> =
  Extract<Entry, { within: Outer }> extends infer E extends Entry
    ? [E] extends [never]
      ? unknown
      : E extends { path: `${Outer}${infer Rest}` }
        ? readonly RouteOf<E, Parent, Rest, unknown>[]
        : never
    : never;

type Root<Children = unknown> = RootRoute<
  Register,
  undefined,
  RouterContext,
  AnyContext,
  AnyContext,
  {},
  undefined,
  Children
>;

/** The layout of the signed-in screens. */
type SignedInRoute<Children = unknown> = Route<
  unknown,
  Root,
  '/',
  '/',
  'signed-in',
  '/signed-in',
  undefined,
  {},
  AnyContext,
  AnyContext,
  AnyContext,
  {},
  undefined,
  Children
>;
type SignedInEntry = Extract<Entry, { access: 'signed_in' }>;

/** The type is written out, because screens use it and inferring it from their routes would be circular. */
type RouteTree = Root<
  readonly (
    | Branch<Exclude<Entry, SignedInEntry>, Root>
    | SignedInRoute<readonly Branch<SignedInEntry, SignedInRoute>[]>
  )[]
>;
export type AppRouter = ReturnType<typeof createRouter<RouteTree, 'never', false, RouterHistory>>;

interface LoadContext {
  context: RouterContext;
  location: { href: string; search: Record<string, unknown> };
}

/** Redirects before any part of the screen is loaded. */
function redirectIfNeeded(access: ScreenEntry['access'], { context, location }: LoadContext): void {
  const returnTo = location.search['return'];
  const target = redirectFor(
    access,
    context.services.session.state().name,
    location.href,
    typeof returnTo === 'string' ? returnTo : undefined,
  );
  if (target !== null) throw redirect({ href: target, replace: true });
}

/**
 * Lazy component that throws our own error if loading fails. On the import's own error, the router would reload
 * the page, even offline.
 */
function lazyPart<Part extends Record<string, unknown>, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
) {
  return lazyRouteComponent<Part, Name>(() => loadPart(load), name);
}

async function loadScreen(entry: ScreenEntry) {
  const screen = entry.screen();
  return { Screen: await (entry.inFrame ? screen : withDeferredTexts(screen)) };
}

const listPaths = routes.filter(({ list }) => list).map(({ path }) => path);

/** Path of the current screen. */
type CurrentPath = () => string;

function routeOf(entry: ScreenEntry, parent: AnyRoute, currentPath: CurrentPath): AnyRoute {
  const list = parentList(listPaths, entry.path);
  return createRoute({
    getParentRoute: () => parent,
    path: entry.within ? entry.path.slice(entry.within.length) : entry.path,
    ...(entry.search && { validateSearch: entry.search }),
    search: {
      middlewares: [
        // Links within a list keep the list's view, both into a detail and back.
        ({ search: current, next }) => {
          const search = next(current);
          return list && list === parentList(listPaths, currentPath())
            ? preserveListView(current, search)
            : search;
        },
      ],
    },
    component: lazyPart(() => loadScreen(entry), 'Screen'),
    beforeLoad: (loadContext) => redirectIfNeeded(entry.access, loadContext),
    staticData: { entry },
  });
}

/** Builds the route tree: entries with `within` go under that layout, the rest under `parent`. */
function createRoutes(
  entries: readonly ScreenEntry[],
  parent: AnyRoute,
  currentPath: CurrentPath,
): AnyRoute[] {
  return entries
    .filter((entry) => entry.within === undefined)
    .map((entry) => {
      const route = routeOf(entry, parent, currentPath);
      const children = entries.filter((other) => other.within === entry.path);
      return children.length === 0
        ? route
        : route.addChildren(children.map((child) => routeOf(child, route, currentPath)));
    });
}

const NotFoundScreen = lazyPart(
  () => withDeferredTexts(import('../shell/not-found-screen.tsx')),
  'NotFoundScreen',
);

/** Creates the router for one signed-in session. */
export function createAppRouter(services: Services, history?: RouterHistory): AppRouter {
  const currentPath: CurrentPath = () => router.latestLocation.pathname;
  const root = createRootRouteWithContext<RouterContext>()({
    component: RootShell,
    errorComponent: ScreenError,
    notFoundComponent: NotFoundScreen,
  });
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    component: lazyPart(() => import('../shell/signed-in-shell.tsx'), 'SignedInShell'),
    beforeLoad: (loadContext) => redirectIfNeeded('signed_in', loadContext),
  });
  const signedInRoutes = createRoutes(
    routes.filter(({ access }) => access === 'signed_in'),
    signedIn,
    currentPath,
  );
  const signedOutRoutes = createRoutes(
    routes.filter(({ access }) => access !== 'signed_in'),
    root,
    currentPath,
  );
  const unknownRoute = createRoute({
    getParentRoute: () => signedIn,
    path: '$',
    component: NotFoundScreen,
  });

  const tree: AnyRoute = root.addChildren([
    ...signedOutRoutes,
    signedIn.addChildren([...signedInRoutes, unknownRoute]),
  ]);
  const router: AppRouter = createRouter({
    // TypeScript can't see through the loops over the table.
    routeTree: tree as RouteTree,
    context: { services },
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    scrollRestoration: true,
    parseSearch: (text) => parseSearch(text),
    stringifySearch: (search) => {
      const text = searchText(search);
      return text ? `?${text}` : '';
    },
    ...(history ? { history } : {}),
  });

  return router;
}

/**
 * Waits until a service worker controls the page and has cached the app; never resolves if the browser has
 * no service workers.
 */
async function waitUntilControlled(workers: ServiceWorkerContainer | undefined): Promise<void> {
  if (workers?.controller) return;
  await new Promise((resolve) => workers?.addEventListener('controllerchange', resolve));
}

/** Screens that most others link to. */
const mainPaths = ['/projects', '/projects/$uuid', '/scan', '/notifications', '/menu'] as const;

/**
 * Preloads the main screens one by one once the page is idle and the app is cached. Waits for the cache,
 * because browsers may remember a failed import for the page's lifetime.
 */
export async function preloadMainScreens(router: AppRouter): Promise<void> {
  await Promise.all([whenIdle(), waitUntilControlled(navigator.serviceWorker)]);
  for (const path of mainPaths) {
    const route: AnyRoute = router.routesByPath[path];
    await Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined);
  }
}
