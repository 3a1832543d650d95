import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Page } from '#src/ui/page.tsx';

/** Beside the list while no certificate is chosen; a phone shows the list alone. */
export function CertificatesIndexScreen() {
  const { t } = useLingui();
  usePageTitle(t`Warranty certificates`);
  return (
    <Page title={t`Warranty certificates`} titleHidden>
      <EmptyState drawing="projects" title={t`Choose a certificate`}>
        <Trans>What it covers and until when is shown here.</Trans>
      </EmptyState>
    </Page>
  );
}
