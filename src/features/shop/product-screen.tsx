import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { useLiveQuery } from '#src/data/use-live-query.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/skeleton.tsx';
import { ProductPage } from './product-page.tsx';
import { shopProductById } from './queries.ts';

/** `/shop/{uuid}`: one product (spec 2 §2). */
export function ProductScreen() {
  const { uuid = '' } = useParams({ strict: false });
  const product = useLiveQuery((account) => shopProductById(account, uuid), [uuid]);
  if (product) return <ProductPage key={product.uuid} product={product} />;
  return <NoProduct isLoading={product === undefined} />;
}

/** In place of a product that is being read, or is not there. */
export function NoProduct({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  usePageTitle(t`Shop`);
  return (
    <Page title={<Trans>Shop</Trans>}>
      {isLoading ? (
        <Skeleton label={t`Loading the product`}>
          <SkeletonCard lines={8} />
        </Skeleton>
      ) : (
        <EmptyState
          drawing="search"
          title={<Trans>This product is not here</Trans>}
          action={
            <LinkButton variant="secondary" {...linkTo(paths.shop())}>
              <Trans>All products</Trans>
            </LinkButton>
          }
        >
          <Trans>It may not be sold any more, or this phone has not loaded it yet.</Trans>
        </EmptyState>
      )}
    </Page>
  );
}
