import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { regionLanguage } from '#schemas/languages.ts';
import type { RegionCode } from '#schemas/regions.ts';
import type { ShopProduct } from '#schemas/shop-product.ts';
import { ProductCardContent, type PointsFormat } from '#src/parts/product-card.tsx';
import {
  firstVariant,
  ProductDetail,
  ProductGallery,
  useProductPictures,
} from '#src/parts/product-detail.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { PhonePreview } from '#console/parts/phone-preview.tsx';

interface ProductPreviewProps {
  /** The product in the format in which the app receives it. */
  readonly product: ShopProduct;
  readonly region: RegionCode;
}

/** Shows a product as installers see it in the shop's list and on its own screen, in the country's language. */
export function ProductPreview({ product, region }: ProductPreviewProps) {
  const { i18n } = useLingui();
  const pictures = useProductPictures(product);
  const [chosenVariant, setChosenVariant] = useState<string | null>(null);
  const { variants } = product;
  const variant = variants.find(({ uuid }) => uuid === chosenVariant) ?? firstVariant(variants);
  if (variant === undefined) return null;
  const format: PointsFormat = {
    number: (value) => i18n.number(value),
    points: (count) => i18n._(msg`${plural(count, { one: '# point', other: '# points' })}`),
  };
  return (
    <PhonePreview language={regionLanguage(region)}>
      <div className="grid gap-6">
        <section className="grid gap-2">
          <h2 className="font-semibold">
            <Trans>In the list</Trans>
          </h2>
          <Card padded={false} className="flex w-1/2 flex-col overflow-hidden">
            <ProductCardContent product={product} format={format} isLazy={false} />
          </Card>
        </section>
        <section className="grid gap-4">
          <h2 className="font-semibold">
            <Trans>On its own screen</Trans>
          </h2>
          <ProductGallery pictures={pictures} isFramed />
          <h3 className="text-heading font-semibold break-long">{product.name}</h3>
          <ProductDetail
            product={product}
            variant={variant}
            onVariantSelect={({ uuid }) => setChosenVariant(uuid)}
            format={format}
          />
        </section>
      </div>
    </PhonePreview>
  );
}
