import { Trans, useLingui } from '@lingui/react/macro';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';

/** `/warranty-certificates/create`: says that certificates can't be issued in the app yet. */
export function CreateCertificateScreen() {
  const { t } = useLingui();
  usePageTitle(t`New certificate`);
  return (
    <Page title={t`New certificate`}>
      <EmptyState
        drawing="parcel"
        title={<Trans>Not in this version yet</Trans>}
        action={
          <LinkButton {...linkTo(paths.warrantyCertificates())}>
            <Trans>All certificates</Trans>
          </LinkButton>
        }
      >
        <Trans>Certificates can be looked at here, but not be issued yet.</Trans>
      </EmptyState>
    </Page>
  );
}
