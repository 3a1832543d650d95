import { Plural, Trans } from '@lingui/react/macro';
import { Ban } from 'lucide-react';
import { MAX_SHOWN_STOCK } from '#schemas/shop-product.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';

/** Highest number of units that counts as low stock. */
export const LOW_STOCK = 5;

/** Stock of a product. */
export function StockText({ stock }: { stock: number }) {
  if (stock === 0) {
    return (
      <Badge icon={<Ban />}>
        <Trans>Sold out</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone={stock > LOW_STOCK ? 'good' : 'warn'}>
      {stock > MAX_SHOWN_STOCK ? (
        <Trans>In stock</Trans>
      ) : (
        <Plural value={stock} one="# in stock" other="# in stock" />
      )}
    </Badge>
  );
}
