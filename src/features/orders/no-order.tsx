import { Trans, useLingui } from '@lingui/react/macro';
import { useEmptiness } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { AbsentPage } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';

/** In place of an order: it is being read, is still to come, or is not there. */
export function NoOrder({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const emptiness = useEmptiness('orders');
  usePageTitle(t`Order`);
  return (
    <AbsentPage
      title={t`Order`}
      state={isLoading ? 'loading' : emptiness}
      loading={t`Loading the order`}
      bones={<SkeletonCard lines={4} />}
      notHere={t`This order is not here`}
      why={<Trans>It may have been made just now, or it is another company’s.</Trans>}
      later={<Trans>Your orders appear here once you are online.</Trans>}
      toAll={
        <LinkButton {...linkTo(paths.orders())}>
          <Trans>All orders</Trans>
        </LinkButton>
      }
    />
  );
}
