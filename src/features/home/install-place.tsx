import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useUnsentTotal } from '#src/data/live/badge-totals.ts';
import { useServices } from '#src/data/services.ts';
import { loadRest } from '#src/i18n/activate-language.ts';

// Few people see it, so neither its code nor its texts come with home.
const InstallNotice = lazy(async () => {
  const [{ InstallNotice: Notice }] = await Promise.all([
    import('#src/features/install/actions.ts'),
    loadRest(),
  ]);
  return { default: Notice };
});

/** Where home offers to install the app, or says what has to be done before (spec 1 §2, F20). */
export function InstallSlot() {
  const { install } = useServices();
  const way = useSyncExternalStore(install.method.subscribe, install.method.current);
  const isUnsent = useUnsentTotal() > 0 && install.hasSeparateStorage;
  if (way === 'none' && !isUnsent) return null;
  return (
    <Suspense>
      <InstallNotice way={way} isUnsent={isUnsent} />
    </Suspense>
  );
}
