import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ShoppingCart, Smartphone, Truck } from 'lucide-react';
import type { ShopProductDocument, ShopVariant } from '#schemas/shop-product.ts';
import { isDelivered } from '#schemas/vendors.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { StockText } from './stock-text.tsx';

interface ProductTagsProps {
  product: ShopProductDocument;
  variant: ShopVariant;
  /** Pieces of it in the cart. */
  inCart: number;
}

/** Stock, delivery and the number in the cart. */
export function ProductTags({ product, variant, inCart }: ProductTagsProps) {
  const { t } = useLingui();
  return (
    <p className="flex flex-wrap gap-2">
      <StockText stock={variant.stock} />
      {isDelivered(product.type) ? (
        <Badge icon={<Truck />}>
          <Trans>Delivery is free</Trans>
        </Badge>
      ) : (
        <Badge icon={<Smartphone />}>
          <Trans>Comes in the app</Trans>
        </Badge>
      )}
      {inCart > 0 && (
        <Badge icon={<ShoppingCart />}>
          {t`${plural(inCart, { one: '# piece in your cart', other: '# pieces in your cart' })}`}
        </Badge>
      )}
    </p>
  );
}
