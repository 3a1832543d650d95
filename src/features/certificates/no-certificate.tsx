import { Trans, useLingui } from '@lingui/react/macro';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { RecordNotFound } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';

/** Shown while a certificate is loading, not yet synced, or not found. */
export function NoCertificate({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const emptiness = useCollectionState('certificates');
  usePageTitle(t`Certificate`);
  return (
    <RecordNotFound
      pageTitle={t`Certificate`}
      state={isLoading ? 'loading' : emptiness}
      loadingLabel={t`Loading the certificate`}
      skeleton={<SkeletonCard lines={5} />}
      title={t`This certificate is not here`}
      description={<Trans>It may have been issued just now, or it is another company’s.</Trans>}
      offlineText={<Trans>Your certificates appear here once you are online.</Trans>}
      action={
        <LinkButton {...linkTo(paths.warrantyCertificates())}>
          <Trans>All certificates</Trans>
        </LinkButton>
      }
    />
  );
}
