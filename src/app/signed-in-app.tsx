import { RouterProvider } from '@tanstack/react-router';
import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../data/device/when-idle.ts';
import { isFormTouched } from '../data/drafts/unsaved-forms.ts';
import { useServices } from '../data/services.ts';
import { safeReturnPath, splitPath } from './paths.ts';
import { type AppRouter, createAppRouter, preloadMainScreens } from './router.tsx';
import { routes } from './routes.ts';
import { focusHeading } from '../shell/behaviour/focus-recovery.ts';
import { listenForNotificationClicks } from '../shell/behaviour/notification-clicks.ts';
import { maintenancePath } from '../shell/route-guard.ts';
import { dismissToastsAt } from '../ui/feedback/toast-store.ts';

/** With the near screens, and like them not from the network: its script and its texts are the scanner's. */
const loadDropAnywhere = async () =>
  (await import('../features/scan/scanner/drop-anywhere.tsx')).DropAnywhere;
type DropAnywhere = Awaited<ReturnType<typeof loadDropAnywhere>>;

/** Of every screen: `/projects/$uuid`. */
export const routePatterns = () => routes.map(({ path }) => path);

interface SignedInAppProps {
  /** The person has just signed in: the focus was on the login and goes to the first heading. */
  arrives: boolean;
}

/** The app of somebody who is signed in; each sign-in begins with a router of its own. */
export function SignedInApp({ arrives }: SignedInAppProps) {
  const services = useServices();
  const [router, setRouter] = useState<AppRouter | null>(null);
  const [Drop, setDrop] = useState<DropAnywhere | null>(null);
  useEffect(() => {
    const made = createAppRouter(services);
    let isGone = false;
    // With its first screen: React would hold back for 300 ms whatever stood behind a fallback. What
    // can't be loaded the screen itself says. Drawn in slices, between which presses are heard.
    void made.load().finally(() => {
      if (!isGone) startTransition(() => setRouter(made));
    });
    preloadMainScreens(made)
      .then(loadDropAnywhere)
      .then(
        (loaded) => isGone || setDrop(() => loaded),
        () => undefined,
      );
    void whenIdle()
      .then(() => import('../shell/behaviour/screen-transitions.ts'))
      .then(({ enableScreenTransitions }) => enableScreenTransitions(made))
      // Without it screens show at once.
      .catch(() => undefined);
    // Maintenance has a page (spec 1 §8), which leads back; also one that came before us. Whoever is filling in
    // something stays, and sees a strip.
    const follow = (connection: ReturnType<typeof services.connectivity.state>) => {
      if (connection !== 'maintenance' || isFormTouched.current()) return;
      const target = maintenancePath(made.latestLocation.href);
      void made.navigate({ ...splitPath(target), replace: true });
    };
    follow(services.connectivity.state());
    const stop = services.connectivity.subscribe(follow);
    const stopArrival = made.subscribe('onRendered', () => {
      stopArrival();
      if (arrives) focusHeading(document);
    });
    const stopScreens = made.subscribe('onRendered', ({ toLocation }) =>
      dismissToastsAt(toLocation.pathname),
    );
    const stopMessages = listenForNotificationClicks(
      (path) => void made.navigate(splitPath(safeReturnPath(path))),
    );
    return () => {
      isGone = true;
      stop();
      stopMessages();
      stopArrival();
      stopScreens();
      made.history.destroy();
    };
  }, [services, arrives]);
  useEffect(() => {
    // Not before it is drawn: while nothing listens to the history, the router follows its own redirects.
    if (!router) return undefined;
    let stop: (() => void) | null = () => undefined;
    import('../shell/behaviour/scroll-restoration.ts').then(
      ({ startScrollRestoration }) => {
        if (stop) stop = startScrollRestoration(router);
      },
      // Without it a list begins at its top.
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
      {Drop && <Drop go={(path) => void router.navigate(splitPath(path))} />}
    </>
  );
}
