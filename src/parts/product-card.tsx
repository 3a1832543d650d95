import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Ban, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { isSoldOut, lowestPrice, type ShopProduct } from '#schemas/shop-product.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { VendorPicture } from '#src/ui/media/picture.tsx';
import { Points } from '#src/ui/points.tsx';

/** Maximum number of units that counts as low stock. */
export const LOW_STOCK = 5;

/** Formats points in the user’s language. */
export interface PointsFormat {
  /** "1 point", "1,200 points". */
  readonly points: (count: number) => string;
  readonly number: (value: number) => string;
}

interface ProductCardProps {
  readonly product: Pick<ShopProduct, 'name' | 'images' | 'variants'>;
  readonly format: PointsFormat;
  /** False for images that are visible immediately. */
  readonly isLazy: boolean;
  /** Shown next to the price, unless the product is sold out. */
  readonly note?: ReactNode;
}

/**
 * Content of a product’s card in the shop, as installers see it: image, name, price, and a note if it's low in
 * stock or sold out.
 */
export function ProductCardContent({ product, format, isLazy, note }: ProductCardProps) {
  const soldOut = isSoldOut(product);
  const stock = product.variants.reduce((sum, variant) => sum + variant.stock, 0);
  return (
    <>
      <span className="relative block">
        <span className={classNames('block', soldOut && 'opacity-50')}>
          <VendorPicture
            src={product.images.thumbnail}
            alt=""
            isLazy={isLazy}
            className="aspect-square w-full"
          />
        </span>
        {soldOut && (
          <Corner>
            <Badge icon={<Ban />}>
              <Trans>Sold out</Trans>
            </Badge>
          </Corner>
        )}
        {!soldOut && stock <= LOW_STOCK && (
          <Corner>
            <Badge tone="warn" icon={<Hourglass />}>
              <Plural value={stock} one="# left" other="# left" />
            </Badge>
          </Corner>
        )}
      </span>
      <span className="flex flex-1 flex-col justify-between gap-1 p-3 pb-3.5">
        <span className="line-clamp-3 text-[0.9375rem] leading-snug font-semibold break-long">
          {product.name}
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-2">
          <ProductPrice product={product} format={format} />
          {!soldOut && note}
        </span>
      </span>
    </>
  );
}

function Corner({ children }: { children: ReactNode }) {
  return <span className="absolute start-2 top-2 flex">{children}</span>;
}

/** The lowest price of a product. */
export function ProductPrice({ product, format }: Pick<ProductCardProps, 'product' | 'format'>) {
  const { t } = useLingui();
  const price = lowestPrice(product);
  const priceText = (points: string) => (price.hasHigherPrices ? t`from ${points}` : points);
  return (
    <Points
      number={priceText(format.number(price.points))}
      label={priceText(format.points(price.points))}
    />
  );
}
