import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { calls } from '#schemas/api/calls.ts';
import { useServices } from '#src/data/services.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { useGo } from '#src/use-go.ts';

/** The configuration is asked for this often until it answers (spec 1 §9), in ms. */
export const MAINTENANCE_POLL_MS = 60_000;

/** Shown while the server is being maintained; goes on by itself. */
export function MaintenanceScreen() {
  const { t } = useLingui();
  const { busy, probe } = useMaintenanceProbe();
  const signedIn = useServices().session.state().name === 'signed_in';
  usePageTitle(t`Maintenance`);
  return (
    <Page title={<Trans>Maintenance</Trans>} titleHidden>
      <EmptyState
        drawing="offline"
        title={<Trans>We will be back soon</Trans>}
        action={
          <>
            <Button busy={busy} onClick={() => void probe()}>
              <Trans>Try again</Trans>
            </Button>
            {signedIn && (
              <LinkButton variant="quiet" {...linkTo(paths.home())}>
                <Trans>Go on without the server</Trans>
              </LinkButton>
            )}
          </>
        }
      >
        <Trans>
          The service is being maintained. What you saved is kept on this phone and is sent
          afterwards. This page goes on by itself.
        </Trans>
      </EmptyState>
    </Page>
  );
}

/** Polls the configuration and leaves for home once it answers. */
function useMaintenanceProbe() {
  const { transport, session } = useServices();
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const [probe] = useState(() => async () => {
    setBusy(true);
    try {
      // Signed out there is only the public configuration to ask for.
      const signedIn = session.state().name === 'signed_in';
      await transport.call(signedIn ? calls.configuration : calls.publicConfiguration, {});
      go(paths.home(), { replace: true });
    } catch {
      setBusy(false);
    }
  });
  useEffect(() => {
    // Whoever opens this page when all is well is not kept waiting.
    void probe();
    const timer = setInterval(() => void probe(), MAINTENANCE_POLL_MS);
    return () => clearInterval(timer);
  }, [probe]);
  return { busy, probe };
}
