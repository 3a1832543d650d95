import { Trans, useLingui } from '@lingui/react/macro';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { RecordNotFound } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';

/** Shown while an order is loading, not yet synced, or not found. */
export function NoOrder({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const emptiness = useCollectionState('orders');
  usePageTitle(t`Order`);
  return (
    <RecordNotFound
      pageTitle={t`Order`}
      state={isLoading ? 'loading' : emptiness}
      loadingLabel={t`Loading the order`}
      skeleton={<SkeletonCard lines={4} />}
      title={t`This order is not here`}
      description={<Trans>It may have been made just now, or it is another company’s.</Trans>}
      offlineText={<Trans>Your orders appear here once you are online.</Trans>}
      action={
        <LinkButton {...linkTo(paths.orders())}>
          <Trans>All orders</Trans>
        </LinkButton>
      }
    />
  );
}
