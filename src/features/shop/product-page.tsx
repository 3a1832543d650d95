import { Trans, useLingui } from '@lingui/react/macro';
import { Package } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ShopProductDocument } from '#schemas/shop-product.ts';
import { useDesk } from '#src/data/device/use-desk.ts';
import { useFormat } from '#src/data/words/format.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { useVendorName } from '#src/data/words/use-vendor-name.ts';
import { Gallery } from '#src/ui/gallery.tsx';
import { HtmlText } from '#src/ui/html-text.tsx';
import { Page } from '#src/ui/page.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { BuyFields } from './buy-fields.tsx';
import { MissingPoints } from './missing-points.tsx';
import { StockWords } from './stock-words.tsx';
import { useBuying } from './use-buying.tsx';
import { VariantChoice } from './variant-choice.tsx';
import { firstVariant } from './variants.ts';

interface ProductPageProps {
  product: ShopProductDocument;
  /** What has to be known before it is ordered, above the price. */
  conditions?: ReactNode;
  /** Why it can't be ordered by this company now, in words. */
  blocked?: string | undefined;
}

/** A product with its pictures, its price, what there is of it, and the way to have it. */
export function ProductPage({ product, conditions, blocked }: ProductPageProps) {
  const { t } = useLingui();
  const format = useFormat();
  const vendor = useVendorName();
  usePageTitle(product.name);
  const [variantId, setVariantId] = useState(() => firstVariant(product.variants)?.uuid);
  const { variants } = product;
  // The one that was chosen may have gone from the shop meanwhile.
  const variant = variants.find(({ uuid }) => uuid === variantId) ?? firstVariant(variants);
  const buying = useBuying(product, variant, blocked);
  // At a desk it stands where the choice is; on a phone within the thumb's reach.
  const desk = useDesk();
  if (!variant) return null;
  const { quantity } = buying.picker;
  // Why one might not want to press it stands where it is pressed.
  const buy = (
    <>
      <MissingPoints product={product} variant={variant} quantity={quantity} />
      {buying.button}
    </>
  );
  const pictures = product.images.list
    .toSorted((one, other) => one.position - other.position)
    .map(({ position, l }) => ({ id: position, src: l }));
  return (
    <Page title={product.name} subtitle={vendor(product.type)} width="wide" footer={!desk && buy}>
      <div className="grid gap-5 desk:grid-cols-2 desk:gap-8">
        <div>
          <Gallery
            label={t`Pictures`}
            pictures={pictures}
            icon={<Package />}
            pictureLabel={(number, of) => t`Picture ${number} of ${of}`}
            previousLabel={t`Previous picture`}
            nextLabel={t`Next picture`}
          />
        </div>
        <div className="space-y-5">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <PointsNumber
              value={variant.price}
              format={format.number}
              size="heading"
              unit={<PointsUnit count={variant.price} />}
              label={format.points(variant.price)}
            />
            <StockWords stock={variant.stock} />
          </div>
          {conditions}
          <VariantChoice
            variants={variants}
            shown={variant}
            onChoose={({ uuid }) => setVariantId(uuid)}
          />
          <BuyFields buying={buying} />
          {desk && buy}
          <HtmlText html={product.description} />
          <p className="text-small text-ink-soft break-long">
            <Trans>Article number: {variant.sku}</Trans>
          </p>
        </div>
      </div>
    </Page>
  );
}

/** The word beside the number, in the number's own form. */
function PointsUnit({ count }: { count: number }) {
  const format = useFormat();
  return <>{format.points(count).replace(format.number(count), '').trim()}</>;
}
