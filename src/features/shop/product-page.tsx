import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { ShopProductDocument } from '#schemas/shop-product.ts';
import { useMediaQuery } from '#src/data/device/media-queries.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useFormat } from '#src/data/text/format.ts';
import {
  EnlargeButton,
  EnlargedPictures,
} from '#src/features/_shared/listing/enlarged-pictures.tsx';
import {
  firstVariant,
  ProductDetail,
  ProductGallery,
  useProductPictures,
} from '#src/parts/product-detail.tsx';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { useScrolledPast } from '#src/ui/focus/use-scrolled-past.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { RemainingBalance, MissingPoints, usePurchase, type Purchase } from './use-purchase.tsx';

interface ProductPageProps {
  product: ShopProductDocument;
  /** Conditions for ordering it, shown above the price. */
  conditions?: ReactNode;
  /** Reason why this company can't order it now. */
  disabledReason?: string | undefined;
}

/** A product with images, price, stock and the order button. */
export function ProductPage({ product, conditions, disabledReason }: ProductPageProps) {
  const format = useFormat();
  usePageTitle(product.name);
  const [variantId, setVariantId] = useState(() => firstVariant(product.variants)?.uuid);
  const { variants } = product;
  // The selected variant may no longer be sold.
  const variant = variants.find(({ uuid }) => uuid === variantId) ?? firstVariant(variants);
  const purchase = usePurchase(product, variant, disabledReason);
  // The button is next to the image on wide screens, otherwise at the bottom, within thumb reach.
  const isTwoColumn = useMediaQuery('(min-width: 37.5rem)');
  if (!variant) return null;
  const { quantity, unitsInCart } = purchase.picker;
  // Reasons why it can't be ordered are shown next to the button.
  const purchaseSection = (
    <>
      <MissingPoints product={product} variant={variant} quantity={quantity} />
      <div className="flex flex-wrap items-start gap-3">
        <PurchaseFields purchase={purchase} />
        <div className="min-w-0 flex-[1_1_9rem]">{purchase.button}</div>
      </div>
    </>
  );
  const details = (
    <ProductDetail
      product={product}
      variant={variant}
      onVariantSelect={({ uuid }) => setVariantId(uuid)}
      format={format}
      balance={<RemainingBalance product={product} variant={variant} quantity={quantity} />}
      inCart={unitsInCart}
      conditions={conditions}
      purchase={isTwoColumn && purchaseSection}
    />
  );
  if (isTwoColumn) {
    return (
      <Page title={product.name} width="wide">
        <div className="grid grid-cols-2 items-start gap-6 desk:gap-8">
          <Pictures product={product} isFramed />
          {details}
        </div>
      </Page>
    );
  }
  return (
    <Page
      title={product.name}
      width="wide"
      above={
        <StageHeader>
          <div data-detail-picture>
            <Pictures product={product} isFramed={false} />
          </div>
        </StageHeader>
      }
      footer={purchaseSection}
    >
      {details}
    </Page>
  );
}

function Pictures({ product, isFramed }: { product: ShopProductDocument; isFramed: boolean }) {
  const { t } = useLingui();
  const pictures = useProductPictures(product);
  return (
    <EnlargedPictures
      group="product"
      pictures={pictures.map(({ id, src, name }) => ({ id, src, alt: name }))}
    >
      {(open) => (
        <ProductGallery
          pictures={pictures}
          isFramed={isFramed}
          frame={(index, picture) => {
            const alt = pictures[index]?.name ?? '';
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
        />
      )}
    </EnlargedPictures>
  );
}

/** Top of a product's screen, behind the app's header until scrolled away. */
function StageHeader({ children }: { children: ReactNode }) {
  // Height of the header, in px.
  const { ref, isScrolledPast } = useScrolledPast(72);
  return (
    <div ref={ref} data-left={isScrolledPast ? '' : undefined} className="stage-head">
      {children}
    </div>
  );
}

/** Quantity field; hidden if only one quantity is possible. */
function PurchaseFields({ purchase }: { purchase: Pick<Purchase, 'picker'> }) {
  const { t } = useLingui();
  const { quantity, min, max, setQuantity } = purchase.picker;
  if (max <= 1) return null;
  return (
    <NumberField
      variant="pill"
      label={t`Quantity`}
      value={quantity}
      onValueChange={(value) => setQuantity(value ?? min)}
      invalidText={t`Enter a whole number.`}
      min={min}
      max={max}
      decreaseLabel={t`Decrease quantity`}
      increaseLabel={t`Increase quantity`}
    />
  );
}
