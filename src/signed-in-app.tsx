import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useServices } from './data/services.ts';
import { paths } from './paths.ts';
import { type AppRouter, createAppRouter } from './router.tsx';

/** The app of somebody who is signed in; each sign-in begins with a router of its own. */
export function SignedInApp() {
  const services = useServices();
  const [router, setRouter] = useState<AppRouter | null>(null);
  useEffect(() => {
    const made = createAppRouter(services);
    // The router patches the page's history: an outer system that lives as long as this effect.
    // oxlint-disable-next-line react/set-state-in-effect
    setRouter(made);
    // A 503 leads to the maintenance page (spec 1 §8), which leads back.
    const stop = services.connectivity.subscribe((connection) => {
      if (connection !== 'maintenance') return;
      void made.navigate({ to: paths.maintenance(), replace: true });
    });
    return () => {
      stop();
      made.history.destroy();
    };
  }, [services]);
  return router && <RouterProvider router={router} />;
}
