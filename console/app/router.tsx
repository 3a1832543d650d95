import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AnyRoute,
} from '@tanstack/react-router';
import * as v from 'valibot';
import { useLingui } from '@lingui/react';
import { useEffect, type ComponentType } from 'react';
import { brand } from '#brand';
import { hasRight, useSession } from '#console/data/session.ts';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { parseSearch, searchText } from '#console/parts/url-state.ts';
import { ErrorScreen } from './error-screen.tsx';
import { Frame } from './frame.tsx';
import { NoAccessScreen, NotFoundScreen } from './missing-screens.tsx';
import { screens } from './screens.ts';

/** Creates a screen's route. Doesn't load the screen if the operator lacks the right to it. */
function createScreenRoute(screen: ConsoleScreen, parent: AnyRoute): AnyRoute {
  const { search } = screen;
  return createRoute({
    getParentRoute: () => parent,
    path: screen.path,
    ...(search && { validateSearch: (raw: Record<string, unknown>) => v.parse(search, raw) }),
    component: requireRight(
      screen,
      lazyRouteComponent(() => screen.load(), 'Screen'),
    ),
  });
}

/** Wraps a screen so that operators without its right see a message instead. */
function requireRight(screen: ConsoleScreen, Screen: ComponentType) {
  return function AllowedScreen() {
    const { i18n } = useLingui();
    const isAllowed = hasRight(useSession(), screen.right);
    const title = i18n._(screen.title);
    useEffect(() => {
      document.title = `${title} – ${brand.name}`;
    }, [title]);
    return isAllowed ? <Screen /> : <NoAccessScreen />;
  };
}

/** Creates the console's router, with a route for each screen. */
export function createConsoleRouter() {
  const rootRoute = createRootRoute({ component: Frame, notFoundComponent: NotFoundScreen });
  const routeTree = rootRoute.addChildren(
    screens.map((screen) => createScreenRoute(screen, rootRoute)),
  );
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultErrorComponent: ({ error, reset }) => <ErrorScreen error={error} retry={reset} />,
    defaultNotFoundComponent: NotFoundScreen,
    parseSearch: (text) => parseSearch(text),
    stringifySearch: (search) => {
      const text = searchText(search);
      return text ? `?${text}` : '';
    },
  });
}
