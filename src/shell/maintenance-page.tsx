import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useServices } from '#src/data/services.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Page } from '#src/ui/layout/page.tsx';

interface MaintenancePageProps {
  /** Called when the server responds again. */
  onAvailable: () => void;
  /** An additional action. */
  action?: ReactNode;
}

/** Shown during server maintenance; continues automatically. */
export function MaintenancePage({ onAvailable, action }: MaintenancePageProps) {
  const { t } = useLingui();
  const { busy, probe } = useMaintenanceProbe(onAvailable);
  usePageTitle(t`Maintenance`);
  return (
    <Page title={<Trans>Maintenance</Trans>} titleHidden width="wide">
      <EmptyState
        drawing="maintenance"
        title={<Trans>We’ll be back soon</Trans>}
        action={
          <>
            <Button busy={busy} onClick={() => void probe()}>
              <Trans>Try again</Trans>
            </Button>
            {action}
          </>
        }
      >
        <Trans>
          The service is down for maintenance. Your saved work is on this phone and will be sent
          afterwards. This page updates automatically.
        </Trans>
      </EmptyState>
    </Page>
  );
}

/** Checks the configuration now, and reports when this or later polling (spec 1 §9) finds the server available. */
function useMaintenanceProbe(onAvailable: () => void) {
  const { connectivity } = useServices();
  const [busy, setBusy] = useState(false);
  const latestOnAvailable = useRef(onAvailable);
  useEffect(() => {
    latestOnAvailable.current = onAvailable;
  });
  const [probe] = useState(() => async () => {
    setBusy(true);
    const result = await connectivity.check();
    setBusy(false);
    if (result === 'online') latestOnAvailable.current();
  });
  useEffect(() => {
    // The server may already be available.
    void probe();
    return connectivity.subscribe(
      (connection) => connection === 'online' && latestOnAvailable.current(),
    );
  }, [probe, connectivity]);
  return { busy, probe };
}
