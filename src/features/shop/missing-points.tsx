import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { missingPoints, cartTotal } from '#schemas/cart-rules.ts';
import type { ShopProductDocument, ShopVariant } from '#schemas/shop-product.ts';
import { goesToCart } from '#schemas/vendors.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { cartLines } from '#src/features/cart/queries.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';

interface Wanted {
  product: ShopProductDocument;
  variant: ShopVariant;
  /** Quantity about to be ordered. */
  quantity: number;
}

/**
 * Points missing for the product alone, points missing together with the cart, and the balance left
 * if none are.
 */
function useReckoning({ product, variant, quantity }: Wanted) {
  const points = useSingleton('points')?.company_points;
  const lines = useLiveQuery(cartLines, []) ?? [];
  const own = [{ price: variant.price, quantity }];
  const alone = missingPoints(own, points);
  // A product for the cart is ordered together with its lines; one ordered directly isn't.
  const all = goesToCart(product.type) ? missingPoints([...lines, ...own], points) : alone;
  const isPayable = points !== undefined && quantity > 0 && all === 0;
  return { alone, all, kept: isPayable ? points - cartTotal(own) : null };
}

/** Warns that the company's points don't suffice; nothing if they do. */
export function MissingPoints(wanted: Wanted) {
  const { t } = useLingui();
  const { alone, all } = useReckoning(wanted);
  if (wanted.quantity === 0 || all === 0) return null;
  return (
    <Banner
      tone="warn"
      live="polite"
      title={
        alone > 0
          ? t`${plural(alone, {
              one: 'Your company doesn’t have enough points for this: # point is missing.',
              other: 'Your company doesn’t have enough points for this: # points are missing.',
            })}`
          : t`${plural(all, {
              one: 'With what is in your cart, the points are not enough: # point is missing.',
              other: 'With what is in your cart, the points are not enough: # points are missing.',
            })}`
      }
    />
  );
}

/** Balance after purchase; nothing if insufficient. */
export function RemainingBalance(wanted: Wanted) {
  const format = useFormat();
  const { kept } = useReckoning(wanted);
  if (kept === null) return null;
  return (
    <span className="text-small text-ink-soft tnum">
      <Trans>you keep {format.number(kept)}</Trans>
    </span>
  );
}
