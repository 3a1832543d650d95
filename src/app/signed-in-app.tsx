import { RouterProvider } from '@tanstack/react-router';
import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../data/device/when-idle.ts';
import { isFormTouched } from '../data/drafts/unsaved-forms.ts';
import { useServices } from '../data/services.ts';
import { safeReturnPath } from './paths.ts';
import { type AppRouter, createAppRouter, preloadMainScreens } from './router.tsx';
import { routes } from './routes.ts';
import { focusHeading } from '../ui/focus-recovery.ts';
import { listenForNotificationClicks } from '../shell/behaviour/notification-clicks.ts';
import { maintenancePath } from '../shell/route-guard.ts';
import { dismissToastsAt } from '../ui/feedback/toast.tsx';

/**
 * Loads the drop zone. It's loaded after the main screens, once the app is cached, and shares a chunk and texts with
 * the scanner.
 */
const loadGlobalDropZone = async () =>
  (await import('../features/scan/scanner/global-drop-zone.tsx')).GlobalDropZone;
type GlobalDropZone = Awaited<ReturnType<typeof loadGlobalDropZone>>;

/** Route patterns of all screens, such as `/projects/$uuid`. */
export const routePatterns = () => routes.map(({ path }) => path);

interface SignedInAppProps {
  /** True right after signing in, when the focus moves from the login to the first heading. */
  hasJustSignedIn: boolean;
}

/** The signed-in app; each sign-in gets a new router. */
export function SignedInApp({ hasJustSignedIn }: SignedInAppProps) {
  const services = useServices();
  const [router, setRouter] = useState<AppRouter | null>(null);
  const [DropZone, setDropZone] = useState<GlobalDropZone | null>(null);
  useEffect(() => {
    const appRouter = createAppRouter(services);
    let isUnmounted = false;
    // Renders the router together with its first screen, because React delays content behind a fallback by 300 ms. The
    // screen shows load errors. Uses a transition, so that presses are handled in the meantime.
    void appRouter.load().finally(() => {
      if (!isUnmounted) startTransition(() => setRouter(appRouter));
    });
    preloadMainScreens(appRouter)
      .then(loadGlobalDropZone)
      .then(
        (LoadedDropZone) => isUnmounted || setDropZone(() => LoadedDropZone),
        () => undefined,
      );
    void whenIdle()
      .then(() => import('../shell/behaviour/screen-transitions.ts'))
      .then(({ enableScreenTransitions }) => enableScreenTransitions(appRouter))
      // If this fails, screens change without animation.
      .catch(() => undefined);
    // Shows the maintenance page (spec 1 §8), even if maintenance had already started. While a form has input, only a
    // strip is shown.
    const showMaintenance = (connection: ReturnType<typeof services.connectivity.state>) => {
      if (connection !== 'maintenance' || isFormTouched.current()) return;
      const target = maintenancePath(appRouter.latestLocation.href);
      void appRouter.navigate({ href: target, replace: true });
    };
    showMaintenance(services.connectivity.state());
    const unsubscribe = services.connectivity.subscribe(showMaintenance);
    const stopFirstRender = appRouter.subscribe('onRendered', () => {
      stopFirstRender();
      if (hasJustSignedIn) focusHeading(document);
    });
    const stopScreens = appRouter.subscribe('onRendered', ({ toLocation }) =>
      dismissToastsAt(toLocation.pathname),
    );
    const stopMessages = listenForNotificationClicks(
      (path) => void appRouter.navigate({ href: safeReturnPath(path) }),
    );
    return () => {
      isUnmounted = true;
      unsubscribe();
      stopMessages();
      stopFirstRender();
      stopScreens();
      appRouter.history.destroy();
    };
  }, [services, hasJustSignedIn]);
  useEffect(() => {
    // Start this after the first render, because the router follows its own redirects until something subscribes to
    // the history.
    if (!router) return undefined;
    let stop: (() => void) | null = () => undefined;
    import('../shell/behaviour/scroll-restoration.ts').then(
      ({ startScrollRestoration }) => {
        if (stop) stop = startScrollRestoration(router);
      },
      // If this fails, lists start at the top.
      () => undefined,
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, [router]);
  if (!router) return null;
  return (
    <>
      <RouterProvider router={router} />
      {DropZone && <DropZone go={(link) => void router.navigate(link)} />}
    </>
  );
}
