import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { brand } from '#src/brand.ts';
import { useServices } from '#src/data/services.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';

// A sheet weighs much, and only iOS needs this one.
const InstallGuide = lazy(async () => ({
  default: (await import('./install-guide.tsx')).InstallGuide,
}));

/** Offers to put the app on the home screen, and says why (spec 1 §2, F20). */
export function InstallNotice() {
  const { t } = useLingui();
  const { install } = useServices();
  const way = useSyncExternalStore(install.way.subscribe, install.way.current);
  const [guided, setGuided] = useState(false);
  if (way === 'none') return null;
  const name = brand.name;
  return (
    <>
      <Banner
        tone="info"
        title={<Trans>Put {name} on your home screen</Trans>}
        onDismiss={install.putOff}
        dismissLabel={t`Not now`}
        action={
          <Button
            variant="secondary"
            onClick={() => (way === 'ask' ? void install.ask() : setGuided(true))}
          >
            {way === 'ask' ? <Trans>Install</Trans> : <Trans>Show me how</Trans>}
          </Button>
        }
      >
        <Trans>
          It opens at once, also without a network, and the phone keeps what you have not sent yet.
        </Trans>
      </Banner>
      {guided && (
        <Suspense>
          <InstallGuide isOpen={guided} onOpenChange={setGuided} />
        </Suspense>
      )}
    </>
  );
}
