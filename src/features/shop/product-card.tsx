import { Plural, Trans } from '@lingui/react/macro';
import { Ban, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { EAGER_PICTURES, isSoldOut, type ShopProductDocument } from '#schemas/shop-product.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { CardLink } from '#src/ui/layout/card.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { VendorPicture } from '#src/ui/media/vendor-picture.tsx';
import { OutOfReach, Price } from './price.tsx';
import { LOW_STOCK } from './stock-text.tsx';

interface ProductCardProps {
  product: ShopProductDocument;
  /** Index in the list, from 0. */
  index: number;
}

/**
 * A product in the list: picture, name, price, and a note if it is out of reach, low in stock or
 * sold out.
 */
export function ProductCard({ product, index }: ProductCardProps) {
  const soldOut = isSoldOut(product);
  const stock = product.variants.reduce((sum, variant) => sum + variant.stock, 0);
  return (
    <li className="min-w-0">
      <CardLink
        padded={false}
        className="flex! h-full flex-col overflow-hidden"
        {...linkTo(paths.shopProduct(product.uuid))}
      >
        <span className="relative block">
          <span className={classNames('block', soldOut && 'opacity-50')}>
            <VendorPicture
              src={product.images.thumbnail}
              alt=""
              isLazy={index >= EAGER_PICTURES}
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
            <Price product={product} />
            {!soldOut && <OutOfReach product={product} />}
          </span>
        </span>
      </CardLink>
    </li>
  );
}

function Corner({ children }: { children: ReactNode }) {
  return <span className="absolute start-2 top-2 flex">{children}</span>;
}
