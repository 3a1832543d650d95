import { Trans, useLingui } from '@lingui/react/macro';
import { useEmptiness } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { AbsentPage } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';

/** In place of a certificate: it is being read, is still to come, or is not there. */
export function NoCertificate({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const emptiness = useEmptiness('certificates');
  usePageTitle(t`Certificate`);
  return (
    <AbsentPage
      title={t`Certificate`}
      state={isLoading ? 'loading' : emptiness}
      loading={t`Loading the certificate`}
      bones={<SkeletonCard lines={5} />}
      notHere={t`This certificate is not here`}
      why={<Trans>It may have been issued just now, or it is another company’s.</Trans>}
      later={<Trans>Your certificates appear here once you are online.</Trans>}
      toAll={
        <LinkButton {...linkTo(paths.warrantyCertificates())}>
          <Trans>All certificates</Trans>
        </LinkButton>
      }
    />
  );
}
