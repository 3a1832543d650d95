import { Trans, useLingui } from '@lingui/react/macro';
import { operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { vendorName } from '#schemas/vendors.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { ProductDetails } from './product-details.tsx';
import { ProductMovements } from './product-movements.tsx';
import { ProductPictures } from './product-pictures.tsx';
import { ProductPreview } from './product-preview.tsx';
import { ProductVariants } from './product-variants.tsx';
import { productSearch } from './shop-search.ts';
import {
  plannedText,
  visibilityOf,
  visibilityText,
  visibilityTone,
  type ProductRecord,
} from './shop-texts.ts';

/** A product with its variants, stock and history. */
export function ProductScreen() {
  const { t } = useLingui();
  const query = useOperatorQuery(
    operatorShopCalls.readProduct,
    { params: { id: useRecordId() } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery isScreen label={t`Loading the product`} query={query}>
      {(product) => <ProductPage key={product.id} product={product} />}
    </RecordQuery>
  );
}

function ProductPage({ product }: { product: ProductRecord }) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const [{ tab }, changeSearch] = useUrlState(productSearch);
  const canEdit = regionsWithRight(session, 'shop.edit').includes(product.region);
  const canSeeOrders = regionsWithRight(session, 'orders.read').includes(product.region);
  const visibility = visibilityOf(product);
  const stock = product.variants.reduce((sum, variant) => sum + variant.stock, 0);
  return (
    <RecordPage
      list={{ href: '/shop', title: t`Shop` }}
      title={product.name}
      presence={{ kind: 'product', id: product.id }}
      badges={<Badge tone={visibilityTone(visibility)}>{visibilityText(i18n, visibility)}</Badge>}
      facts={[
        {
          term: <Trans>Stock</Trans>,
          detail: (
            <ConsoleLink
              href={`/shop/${product.id}?tab=stock`}
              className="font-semibold text-info underline"
            >
              {i18n.number(stock)}
            </ConsoleLink>
          ),
        },
        { term: <Trans>Category</Trans>, detail: product.category?.name ?? '–' },
        {
          term: <Trans context="visibility">Planned</Trans>,
          detail: plannedText(i18n, product),
        },
        { term: <Trans>Vendor</Trans>, detail: vendorName(product.type) ?? t`Own goods` },
        { term: <Trans context="variant">Number</Trans>, detail: product.sku || '–' },
        { term: <Trans>Country</Trans>, detail: countryText(i18n, product.region) },
        { term: <Trans>Added at</Trans>, detail: timeText(i18n, product.created_at) },
        { term: <Trans>Changed at</Trans>, detail: timeText(i18n, product.updated_at) },
        ...(canSeeOrders
          ? [
              {
                term: <Trans>Orders</Trans>,
                detail: (
                  <ConsoleLink
                    href={`/orders?product=${product.id}`}
                    className="font-semibold text-info underline"
                  >
                    <Trans>Show orders</Trans>
                  </ConsoleLink>
                ),
              },
            ]
          : []),
      ]}
      tab={tab}
      onTabChange={(id) => changeSearch({ tab: id })}
      tabs={[
        {
          id: 'variants',
          title: t`Variants`,
          content: <ProductVariants product={product} canEdit={canEdit} />,
        },
        {
          id: 'details',
          title: t`Details`,
          content: <ProductDetails product={product} canEdit={canEdit} />,
        },
        {
          id: 'pictures',
          title: t`Pictures`,
          content: <ProductPictures product={product} canEdit={canEdit} />,
        },
        {
          id: 'preview',
          title: t`Preview`,
          content: <ProductPreview product={product.shown} region={regionCodeOf(product.region)} />,
        },
        {
          id: 'stock',
          title: t`Stock`,
          content: <ProductMovements product={product} canSeeOrders={canSeeOrders} />,
        },
        {
          id: 'timeline',
          title: t`Timeline`,
          content: (
            <Timeline
              call={operatorShopCalls.listProductTimeline}
              id={product.id}
              comments={{ kind: 'product', region: product.region }}
            />
          ),
        },
      ]}
    />
  );
}
