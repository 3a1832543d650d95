import { Trans, useLingui } from '@lingui/react/macro';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';

/** Shown while a product is loading, not yet synced, or not found. */
export function NoProduct({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  return (
    <RecordNotFound
      pageTitle={t`Product`}
      collection="products"
      isLoading={isLoading}
      loadingLabel={t`Loading the product`}
      skeleton={<SkeletonCard lines={8} />}
      title={t`Product not found`}
      description={<Trans>It’s no longer available, or it was only just added.</Trans>}
      offlineText={<Trans>The shop appears here once you’re online.</Trans>}
      list="/shop"
      listLabel={<Trans>All products</Trans>}
    />
  );
}
