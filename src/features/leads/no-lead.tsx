import { Trans, useLingui } from '@lingui/react/macro';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { RecordNotFound } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';

/** Shown while a lead is loading, not yet synced, or not found. */
export function NoLead({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const collectionState = useCollectionState('leads');
  usePageTitle(t`Lead`);
  return (
    <RecordNotFound
      pageTitle={t`Lead`}
      state={isLoading ? 'loading' : collectionState}
      loadingLabel={t`Loading the lead`}
      skeleton={
        <>
          <SkeletonRow />
          <SkeletonCard lines={2} />
          <SkeletonCard lines={2} />
        </>
      }
      title={t`This lead is not here`}
      description={<Trans>It was taken back, or it belongs to another company.</Trans>}
      offlineText={<Trans>Your leads appear here once you are online.</Trans>}
      action={
        <LinkButton {...linkTo(paths.leads())}>
          <Trans>All leads</Trans>
        </LinkButton>
      }
    />
  );
}
