import { Trans, useLingui } from '@lingui/react/macro';
import * as v from 'valibot';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type ShopProductDocument, EAGER_PICTURES, SHOP_PAGE_SIZE } from '#schemas/shop-product.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { idOrNull, pageNumber } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { ProductCardContent } from '#src/parts/product-card.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { CardLink } from '#src/ui/layout/card.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import {
  featuredProduct,
  PointsShortfall,
  Promotion,
  usePromotions,
  shopFront,
  ShopHead,
  usePromotionPlacement,
} from './shop-head.tsx';

/**
 * On a phone, as many columns as fit without breaking words in most names; otherwise three or four, so that a
 * page of twelve products fills every row.
 */
const gridClass =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-3 min-[37.5rem]:grid-cols-3 desk:grid-cols-4';

/** Search parameters of `/shop`. */
const shopView = v.object({ category: idOrNull, page: pageNumber });

/** `/shop`: the products that a company can order for its points (spec 2 §2, "Shop"). */
export function ShopScreen() {
  const { t } = useLingui();
  usePageTitle(t`Shop`);
  const front = useLiveQuery(shopFront, []);
  const { products = [], points } = front ?? {};
  const topProduct = featuredProduct(products, points);
  const { above, below } = usePromotionPlacement(usePromotions(front));
  return (
    <Page title={<Trans>Shop</Trans>} width="wide">
      <div className="space-y-4">
        <ShopHead topProduct={topProduct} promotions={above} />
        {products.length > 0 ? (
          <ProductList products={products} topProduct={topProduct?.product} />
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

interface ProductListProps {
  products: readonly ShopProductDocument[];
  /** Product that appears above the list. */
  topProduct: ShopProductDocument | undefined;
}

function ProductList({ products, topProduct }: ProductListProps) {
  const { t, i18n } = useLingui();
  const { view, change } = useListSearch('/shop', shopView);
  const categoryId = view.category ?? undefined;
  const categoryOrder = useSingleton('configuration')?.shop_category_order;
  const categories = usedCategories(products, i18n.locale, categoryOrder);
  const { visibleProducts, page, lastPage } = productsOfCategory(
    products,
    categoryId,
    view.page,
    topProduct,
  );
  const isCategoryInUse = categories.some(({ uuid }) => uuid === categoryId);
  return (
    <>
      {categories.length > 1 && (
        <FilterChips
          label={t`Category`}
          value={isCategoryInUse && categoryId ? categoryId : ''}
          onValueChange={(selectedCategory) =>
            change({ category: selectedCategory || null, page: 1 })
          }
          options={[
            { value: '', label: t`All`, count: products.length },
            ...categories.map(({ uuid, name, count }) => ({ value: uuid, label: name, count })),
          ]}
        />
      )}
      <ul aria-label={t`Products`} className={gridClass}>
        {visibleProducts.map((product, index) => (
          <ProductCard key={product.uuid} product={product} index={index} />
        ))}
      </ul>
      <ListPages
        page={page}
        lastPage={lastPage}
        onPageChange={(next) => change({ page: next }, { scrollToTop: true })}
      />
    </>
  );
}

/** Shown if there are no products: they are loading, they aren't available offline, or the shop is empty. */
function NoProducts() {
  const { t } = useLingui();
  return (
    <EmptyList
      collection="products"
      skeleton={
        <Skeleton label={t`Loading the shop`}>
          <div className={gridClass}>
            <SkeletonCard lines={5} />
            <SkeletonCard lines={5} />
            <SkeletonCard lines={5} />
            <SkeletonCard lines={5} />
          </div>
        </Skeleton>
      }
      offlineText={<Trans>The shop appears here once you’re online.</Trans>}
    >
      <EmptyState drawing="empty-cart" title={<Trans>The shop is empty</Trans>}>
        <Trans>Rewards you can get with your points appear here.</Trans>
      </EmptyState>
    </EmptyList>
  );
}

interface ProductCardProps {
  product: ShopProductDocument;
  /** Index in the list, from 0. */
  index: number;
}

/** A product in the list, with the points that the company still needs for it. */
function ProductCard({ product, index }: ProductCardProps) {
  return (
    <li className="min-w-0">
      <CardLink
        padded={false}
        className="flex! h-full flex-col overflow-hidden"
        {...linkTo(paths.shopProduct(product.uuid))}
      >
        <ProductCardContent
          product={product}
          format={useFormat()}
          isLazy={index >= EAGER_PICTURES}
          note={<PointsShortfall product={product} />}
        />
      </CardLink>
    </li>
  );
}

// Products on a page of the shop: by category, twelve at a time (spec 2 §2, §9).

/** A category in use, and its number of products. */
interface UsedCategory {
  readonly uuid: string;
  readonly name: string;
  readonly count: number;
}

/**
 * Returns the categories that have products, in the shop's order. Categories without a place in that order come last,
 * sorted by name.
 * @param language the user's language, for sorting
 * @param order ids of the categories in display order; empty until they are fetched
 */
export function usedCategories(
  products: readonly ShopProductDocument[],
  language: string,
  order: readonly string[] = [],
): UsedCategory[] {
  const categoriesById = new Map<string, UsedCategory>();
  for (const { category } of products) {
    if (category === null) continue;
    const count = (categoriesById.get(category.uuid)?.count ?? 0) + 1;
    categoriesById.set(category.uuid, { ...category, count });
  }
  const positionOf = ({ uuid }: UsedCategory) => {
    const position = order.indexOf(uuid);
    return position === -1 ? order.length : position;
  };
  return [...categoriesById.values()].toSorted(
    (a, b) =>
      positionOf(a) - positionOf(b) || a.name.localeCompare(b.name, formattingLocale(language)),
  );
}

interface ShopPage {
  readonly visibleProducts: readonly ShopProductDocument[];
  /** Number of the page, from 1. It is the last page if the requested number is too high. */
  readonly page: number;
  readonly lastPage: number;
}

/**
 * Returns a page of the products in a category.
 * @param categoryId id of the category; all products are listed if it's undefined or unknown
 * @param requestedPage number of the page, from 1
 * @param topProduct product shown above the list, and therefore left out of the list unless it's the only product
 */
export function productsOfCategory(
  products: readonly ShopProductDocument[],
  categoryId: string | undefined,
  requestedPage: number,
  topProduct?: Pick<ShopProductDocument, 'uuid'>,
): ShopPage {
  const categoryProducts = products.filter((product) => product.category?.uuid === categoryId);
  const candidates = categoryProducts.length > 0 ? categoryProducts : products;
  const otherProducts = candidates.filter(({ uuid }) => uuid !== topProduct?.uuid);
  const listedProducts = otherProducts.length > 0 ? otherProducts : candidates;
  const lastPage = Math.max(1, Math.ceil(listedProducts.length / SHOP_PAGE_SIZE));
  const page = Math.min(lastPage, Math.max(1, Math.trunc(requestedPage) || 1));
  return {
    visibleProducts: listedProducts.slice((page - 1) * SHOP_PAGE_SIZE, page * SHOP_PAGE_SIZE),
    page,
    lastPage,
  };
}
