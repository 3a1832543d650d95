import { Trans, useLingui } from '@lingui/react/macro';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { RecordNotFound } from '#src/ui/feedback/record-not-found.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';

/** Shown while a product is loading, not yet synced, or not found. */
export function NoProduct({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  const collectionState = useCollectionState('products');
  usePageTitle(t`Product`);
  return (
    <RecordNotFound
      pageTitle={t`Product`}
      state={isLoading ? 'loading' : collectionState}
      loadingLabel={t`Loading the product`}
      skeleton={<SkeletonCard lines={8} />}
      title={t`This product is not here`}
      description={<Trans>It is not sold any more, or it was added to the shop just now.</Trans>}
      offlineText={<Trans>The shop appears here once you are online.</Trans>}
      action={
        <LinkButton {...linkTo(paths.shop())}>
          <Trans>All products</Trans>
        </LinkButton>
      }
    />
  );
}
