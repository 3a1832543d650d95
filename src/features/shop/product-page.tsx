import { Trans, useLingui } from '@lingui/react/macro';
import { Store } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ShopProductDocument, ShopVariant } from '#schemas/shop-product.ts';
import { useMediaQuery } from '#src/data/device/media-queries.ts';
import { useFormat } from '#src/data/text/format.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useVendorName } from '#src/data/text/use-vendor-name.ts';
import {
  EnlargeButton,
  EnlargedPictures,
} from '#src/features/_shared/listing/enlarged-pictures.tsx';
import { Gallery } from '#src/ui/media/gallery.tsx';
import { HtmlText } from '#src/ui/html-text.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { PurchaseFields } from './buy-fields.tsx';
import { RemainingBalance, MissingPoints } from './missing-points.tsx';
import { ProductTags } from './product-tags.tsx';
import { StageHead } from './stage-head.tsx';
import { usePurchase } from './use-purchase.tsx';
import { VariantChoice } from './variant-choice.tsx';
import { firstVariant } from './variants.ts';

interface ProductPageProps {
  product: ShopProductDocument;
  /** Conditions for ordering it, shown above the price. */
  conditions?: ReactNode;
  /** Why this company can't order it now. */
  blocked?: string | undefined;
}

/** A product with pictures, price, stock and the order button. */
export function ProductPage({ product, conditions, blocked }: ProductPageProps) {
  usePageTitle(product.name);
  const [variantId, setVariantId] = useState(() => firstVariant(product.variants)?.uuid);
  const { variants } = product;
  // The selected variant may have left the shop.
  const variant = variants.find(({ uuid }) => uuid === variantId) ?? firstVariant(variants);
  const purchase = usePurchase(product, variant, blocked);
  // Beside the picture on wide screens; else below it, within the thumb's reach.
  const isBeside = useMediaQuery('(min-width: 37.5rem)');
  if (!variant) return null;
  const { quantity, inCart } = purchase.picker;
  // Reasons against ordering are shown at the button.
  const buy = (
    <>
      <MissingPoints product={product} variant={variant} quantity={quantity} />
      <div className="flex flex-wrap items-start gap-3">
        <PurchaseFields purchase={purchase} />
        <div className="min-w-0 flex-[1_1_9rem]">{purchase.button}</div>
      </div>
    </>
  );
  const about = (
    <div className="space-y-5">
      <div className="space-y-3">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Price variant={variant} />
          <RemainingBalance product={product} variant={variant} quantity={quantity} />
        </div>
        <ProductTags product={product} variant={variant} inCart={inCart} />
      </div>
      {conditions}
      <VariantChoice
        variants={variants}
        shown={variant}
        onChoose={({ uuid }) => setVariantId(uuid)}
      />
      {isBeside && buy}
      <HtmlText html={product.description} />
      <SoldBy product={product} variant={variant} />
    </div>
  );
  if (isBeside) {
    return (
      <Page title={product.name} width="wide">
        <div className="grid grid-cols-2 items-start gap-6 desk:gap-8">
          <Pictures product={product} isFramed />
          {about}
        </div>
      </Page>
    );
  }
  return (
    <Page
      title={product.name}
      width="wide"
      above={
        <StageHead>
          <div data-detail-picture>
            <Pictures product={product} isFramed={false} />
          </div>
        </StageHead>
      }
      footer={buy}
    >
      {about}
    </Page>
  );
}

function Pictures({ product, isFramed }: { product: ShopProductDocument; isFramed: boolean }) {
  const { t } = useLingui();
  const count = product.images.list.length;
  const label = (number: number, of: number) => t`Picture ${number} of ${of}`;
  const pictures = product.images.list
    .toSorted((one, other) => one.position - other.position)
    .map(({ position, l }, at) => ({
      ...{ id: position, src: l },
      alt: count > 1 ? label(at + 1, count) : product.name,
    }));
  return (
    <EnlargedPictures group="product" pictures={pictures}>
      {(open) => (
        <Gallery
          label={t`Pictures`}
          pictures={pictures}
          isFramed={isFramed}
          frame={(index, picture) => {
            const alt = pictures[index]?.alt ?? '';
            return (
              <EnlargeButton
                label={t`Enlarge: ${alt}`}
                onPress={() => open(index)}
                className="w-full"
              >
                {picture}
              </EnlargeButton>
            );
          }}
          pictureLabel={label}
          previousLabel={t`Previous picture`}
          nextLabel={t`Next picture`}
        />
      )}
    </EnlargedPictures>
  );
}

function Price({ variant: { price } }: { variant: ShopVariant }) {
  const format = useFormat();
  return (
    <PointsNumber
      value={price}
      format={format.number}
      size="heading"
      label={format.points(price)}
    />
  );
}

/** The vendor and its product number. */
function SoldBy({ product, variant }: { product: ShopProductDocument; variant: ShopVariant }) {
  const { t } = useLingui();
  const vendor = useVendorName();
  const name = vendor(product.type);
  return (
    <List>
      <ListRow
        thumbnail={<IconTile tone="system" icon={<Store />} />}
        title={t`Sold by ${name}`}
        meta={<Trans>Article number: {variant.sku}</Trans>}
      />
    </List>
  );
}
