import {
  type AnyRoute,
  type AnyRouter,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import * as v from 'valibot';
import type { Services } from '../data/services.ts';
import { whenIdle } from '../data/device/when-idle.ts';
import { loadDeferredTexts } from '../i18n/activate-language.ts';
import { preserveListView, parentList, listSearch } from './list-view.ts';
import { parseSearch, searchText, splitPath } from './paths.ts';
import { routes } from './routes.ts';
import { RootShell } from '../shell/root-shell.tsx';
import { isReloadPending } from '../shell/missing-chunk.ts';
import type { RouteEntry } from '../shell/route-entry.ts';
import { redirectFor } from '../shell/route-guard.ts';
import { ScreenError } from '../shell/screen-error.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    entry?: RouteEntry;
  }
}

interface RouterContext {
  services: Services;
}

interface Moment {
  context: RouterContext;
  location: { href: string; search: Record<string, unknown> };
}

/** Redirects before anything of the screen is loaded. */
function guard(access: RouteEntry['access'], { context, location }: Moment): void {
  const returnTo = location.search['return'];
  const target = redirectFor(
    access,
    context.services.session.state().name,
    location.href,
    typeof returnTo === 'string' ? returnTo : undefined,
  );
  if (target === null) return;
  const { to, search } = splitPath(target);
  throw redirect({ to, search, replace: true });
}

/**
 * Lazy component that throws our own error if loading fails: on the import's error the router would reload
 * the page, even offline. `shell/missing-chunk.ts` decides about reloads.
 */
function lazyPart<Part extends Record<string, unknown>, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
) {
  return lazyRouteComponent<Part, Name>(
    () =>
      load().catch((cause: unknown) => {
        if (isReloadPending()) return new Promise<Part>(() => {});
        throw new Error('A part of the app could not be loaded.', { cause });
      }),
    name,
  );
}

async function loadScreen(entry: RouteEntry) {
  const [Screen] = await Promise.all([entry.screen(), entry.inFrame ?? loadDeferredTexts()]);
  return { Screen };
}

const lists = routes.filter(({ list }) => list).map(({ path }) => path);

/** Path of the current screen. */
type Here = () => string;

function routeOf(entry: RouteEntry, parent: AnyRoute, here: Here): AnyRoute {
  const { search = entry.list && listSearch } = entry;
  const list = parentList(lists, entry.path);
  return createRoute({
    getParentRoute: () => parent,
    path: entry.within ? entry.path.slice(entry.within.length) : entry.path,
    validateSearch: (raw) => (search ? v.parse(search, raw) : {}),
    search: {
      middlewares: [
        // Links within a list keep its view: down to a detail, and up again.
        ({ search: current, next }) => {
          const asked = next(current);
          return list && list === parentList(lists, here())
            ? preserveListView(current, asked)
            : asked;
        },
      ],
    },
    component: lazyPart(() => loadScreen(entry), 'Screen'),
    beforeLoad: (moment) => guard(entry.access, moment),
    staticData: { entry },
  });
}

/** Builds the route tree: entries with `within` under that layout, the rest under `parent`. */
function branches(entries: readonly RouteEntry[], parent: AnyRoute, here: Here): AnyRoute[] {
  return entries
    .filter((entry) => entry.within === undefined)
    .map((entry) => {
      const route = routeOf(entry, parent, here);
      const inner = entries.filter((other) => other.within === entry.path);
      return inner.length === 0
        ? route
        : route.addChildren(inner.map((child) => routeOf(child, route, here)));
    });
}

const NotFoundScreen = lazyPart(() => import('../shell/not-found-screen.tsx'), 'NotFoundScreen');

/** Creates the router for one signed-in session. */
export function createAppRouter(services: Services, history?: RouterHistory) {
  const root = createRootRouteWithContext<RouterContext>()({
    component: RootShell,
    errorComponent: ScreenError,
    notFoundComponent: NotFoundScreen,
  });
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    component: lazyPart(() => import('../shell/signed-in-shell.tsx'), 'SignedInShell'),
    beforeLoad: (moment) => guard('signed_in', moment),
  });
  const inside = routes.filter((entry) => entry.access === 'signed_in');
  const outside = routes.filter((entry) => entry.access !== 'signed_in');
  const unknown = createRoute({
    getParentRoute: () => signedIn,
    path: '$',
    component: NotFoundScreen,
  });

  const here: Here = () => router.latestLocation.pathname;
  const router: AnyRouter = createRouter({
    routeTree: root.addChildren([
      ...branches(outside, root, here),
      signedIn.addChildren([...branches(inside, signedIn, here), unknown]),
    ]),
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

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Waits until a service worker controls the page and has cached the app; never resolves without workers. */
async function untilControlled(workers: ServiceWorkerContainer | undefined): Promise<void> {
  if (workers?.controller) return;
  await new Promise((resolve) => workers?.addEventListener('controllerchange', resolve));
}

/** Screens one press away from most others. */
const near = ['/projects', '/projects/$uuid', '/scan', '/notifications', '/menu'];

/**
 * Preloads the main screens one after the other once the page is idle and the app is cached. Not from the
 * network: browsers may remember a failed import for the page's lifetime.
 */
export async function preloadMainScreens(router: AppRouter): Promise<void> {
  await Promise.all([whenIdle(), untilControlled(navigator.serviceWorker)]);
  const all: readonly AnyRoute[] = Object.values(router.routesById);
  for (const path of near) {
    const route = all.find(({ options }) => options.staticData?.entry?.path === path);
    if (route) await Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined);
  }
}
