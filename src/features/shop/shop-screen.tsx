import { Trans, useLingui } from '@lingui/react/macro';
import * as v from 'valibot';
import type { ShopProductDocument } from '#schemas/shop-product.ts';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { UnavailableState } from '#src/ui/feedback/unavailable-state.tsx';
import { idOrNull, pageNumber } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { featuredProduct } from './featured.ts';
import { ProductCard } from './product-card.tsx';
import { Promotion, usePromotions } from './promotions.tsx';
import { shelfCategories, productsOfCategory } from './shelf.ts';
import { shopFront } from './shop-front.ts';
import { ShopHead, usePlaces } from './shop-head.tsx';

/**
 * On a phone as many columns as fit without breaking every word of a name; else so that twelve fill
 * the rows.
 */
const grid =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-3 min-[37.5rem]:grid-cols-3 desk:grid-cols-4';

/** Search parameters of `/shop`. */
const shopView = v.object({ category: idOrNull, page: pageNumber });

/** `/shop`: the products a company can order for its points (spec 2 §2, "Shop"). */
export function ShopScreen() {
  const { t } = useLingui();
  usePageTitle(t`Shop`);
  const front = useLiveQuery(shopFront, []);
  const { products = [], points } = front ?? {};
  const featured = featuredProduct(products, points);
  const { above, below } = usePlaces(usePromotions(front));
  return (
    <Page title={<Trans>Shop</Trans>} width="wide">
      <div className="space-y-4">
        <ShopHead featured={featured} above={above} />
        {products.length > 0 ? (
          <Shelves products={products} featured={featured?.product} />
        ) : (
          <NoProducts />
        )}
        {below.map((name) => (
          <Promotion key={name} name={name} />
        ))}
      </div>
    </Page>
  );
}

interface ShelvesProps {
  products: readonly ShopProductDocument[];
  /** Already shown above the list. */
  featured: ShopProductDocument | undefined;
}

function Shelves({ products, featured }: ShelvesProps) {
  const { t, i18n } = useLingui();
  const { view, change } = useListSearch(shopView);
  const category = view.category ?? undefined;
  const categories = shelfCategories(products, i18n.locale);
  const { shown, page, lastPage } = productsOfCategory(products, category, view.page, featured);
  const isKnown = categories.some(({ uuid }) => uuid === category);
  return (
    <>
      {categories.length > 1 && (
        <FilterChips
          label={t`Category`}
          value={isKnown && category ? category : ''}
          onValueChange={(chosen) => change({ category: chosen || null, page: 1 })}
          options={[
            { value: '', label: t`All`, count: products.length },
            ...categories.map(({ uuid, name, count }) => ({ value: uuid, label: name, count })),
          ]}
        />
      )}
      <ul aria-label={t`Products`} className={grid}>
        {shown.map((product, index) => (
          <ProductCard key={product.uuid} product={product} index={index} />
        ))}
      </ul>
      <ListPages
        page={page}
        lastPage={lastPage}
        onPageChange={(next) => change({ page: next }, { toTop: true })}
      />
    </>
  );
}

/** Loading, not available offline, or empty. */
function NoProducts() {
  const { t } = useLingui();
  const collectionState = useCollectionState('products');
  if (collectionState === 'loading') {
    return (
      <Skeleton label={t`Loading the shop`}>
        <div className={grid}>
          <SkeletonCard lines={5} />
          <SkeletonCard lines={5} />
          <SkeletonCard lines={5} />
          <SkeletonCard lines={5} />
        </div>
      </Skeleton>
    );
  }
  if (collectionState !== 'empty') {
    return (
      <UnavailableState reason={collectionState}>
        <Trans>The shop appears here once you are online.</Trans>
      </UnavailableState>
    );
  }
  return (
    <EmptyState drawing="empty-cart" title={<Trans>The shop is empty</Trans>}>
      <Trans>What you can have for your points appears here.</Trans>
    </EmptyState>
  );
}
