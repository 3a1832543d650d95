import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { missingPoints, totalOf } from '#schemas/cart-rules.ts';
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
  /** How many of it are about to be taken. */
  quantity: number;
}

/** What is missing for it alone, what for it with the cart, and what is kept where nothing is. */
function useReckoning({ product, variant, quantity }: Wanted) {
  const points = useSingleton('points')?.company_points;
  const lines = useLiveQuery(cartLines, []) ?? [];
  const own = [{ price: variant.price, quantity }];
  const alone = missingPoints(own, points);
  // What is in the cart is ordered with it; what is ordered by itself has nothing to do with it.
  const all = goesToCart(product.type) ? missingPoints([...lines, ...own], points) : alone;
  const isPayable = points !== undefined && quantity > 0 && all === 0;
  return { alone, all, kept: isPayable ? points - totalOf(own) : null };
}

/** That the company's points do not pay for it, said where one decides; nothing where they do. */
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

/** What the company keeps when it takes so many; nothing where it can't. */
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
