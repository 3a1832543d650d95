import { Trans } from '@lingui/react/macro';
import { Smartphone } from 'lucide-react';
import { lazy, Suspense, useId, useState, useSyncExternalStore } from 'react';
import { brand } from '#brand';
import { useServices } from '#src/data/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { IconTile } from '#src/ui/icon-tile.tsx';

// A sheet weighs much, and only iOS needs this one.
const InstallGuide = lazy(async () => ({
  default: (await import('./install-guide.tsx')).InstallGuide,
}));

/** Offers to put the app on the home screen, and says why (spec 1 §2, F20). */
export function InstallNotice() {
  const id = useId();
  const { install } = useServices();
  const way = useSyncExternalStore(install.way.subscribe, install.way.current);
  const [guided, setGuided] = useState(false);
  if (way === 'none') return null;
  const name = brand.name;
  return (
    <>
      <Card as="section" aria-labelledby={id} className="flex gap-3.5">
        <IconTile icon={<Smartphone />} tone="place" />
        <div className="min-w-0 flex-1">
          <h2 id={id} className="leading-tight font-semibold break-long">
            <Trans>Put {name} on your home screen</Trans>
          </h2>
          <p className="mt-1 text-small text-ink-soft break-long">
            <Trans>
              It opens at once, also without a network, and the phone keeps what you have not sent
              yet.
            </Trans>
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              variant="secondary"
              onClick={() => (way === 'ask' ? void install.ask() : setGuided(true))}
            >
              {way === 'ask' ? <Trans>Install</Trans> : <Trans>Show me how</Trans>}
            </Button>
            <Button variant="quiet" onClick={install.putOff}>
              <Trans>Not now</Trans>
            </Button>
          </div>
        </div>
      </Card>
      {guided && (
        <Suspense>
          <InstallGuide isOpen={guided} onOpenChange={setGuided} />
        </Suspense>
      )}
    </>
  );
}
