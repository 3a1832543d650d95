import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, Package } from 'lucide-react';
import {
  EAGER_PICTURES,
  isSoldOut,
  lowestPrice,
  type ShopProductDocument,
} from '#schemas/shop-product.ts';
import { useFormat } from '#src/data/words/format.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Badge } from '#src/ui/badge.tsx';
import { CardLink } from '#src/ui/card.tsx';
import { FramedPicture } from '#src/ui/framed-picture.tsx';

interface ProductCardProps {
  product: ShopProductDocument;
  /** Its place in the list, from 0. */
  index: number;
}

/** One product in the list: picture, name, price, and whether it is sold out. */
export function ProductCard({ product, index }: ProductCardProps) {
  return (
    <li className="min-w-0">
      <CardLink
        padded={false}
        className="flex! h-full flex-col overflow-hidden"
        {...linkTo(paths.shopProduct(product.uuid))}
      >
        <span className="relative block">
          <FramedPicture
            src={product.images.thumbnail}
            alt=""
            icon={<Package />}
            isLazy={index >= EAGER_PICTURES}
            className="aspect-4/3 w-full"
          />
          {isSoldOut(product) && (
            <span className="absolute start-2 top-2 flex">
              <Badge icon={<Ban />}>
                <Trans>Sold out</Trans>
              </Badge>
            </span>
          )}
        </span>
        <span className="flex flex-1 flex-col justify-between gap-1.5 p-3">
          <span className="line-clamp-3 text-small leading-snug font-semibold break-long">
            {product.name}
          </span>
          <Price product={product} />
        </span>
      </CardLink>
    </li>
  );
}

function Price({ product }: { product: ShopProductDocument }) {
  const { t } = useLingui();
  const format = useFormat();
  const price = lowestPrice(product);
  const points = format.points(price.points);
  return (
    <span className="block font-bold text-brand-strong tnum break-long">
      {price.isFrom ? t`from ${points}` : points}
    </span>
  );
}
