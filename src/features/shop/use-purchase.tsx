import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ShoppingBag, ShoppingCart } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { quantityBounds, missingPoints, cartTotal } from '#schemas/cart-rules.ts';
import { toCartItems, MAX_QUANTITY } from '#schemas/cart.ts';
import { maxPerOrder } from '#schemas/checkout-rules.ts';
import type { ShopProductDocument, ShopVariant } from '#schemas/shop-product.ts';
import { isCartProduct } from '#schemas/vendors.ts';
import { hrefOf, paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { endWhen } from '#src/data/live/end-when.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { addToCart } from '#src/features/cart/actions.ts';
import { cartLines } from '#src/features/cart/queries.ts';
import { startDirectOrder } from '#src/features/checkout/actions.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';

interface QuantityPicker {
  /** NaN while the typed text isn't a whole number. */
  readonly quantity: number;
  readonly min: number;
  readonly max: number;
  /** Units of this variant in the cart. */
  readonly unitsInCart: number;
  readonly setQuantity: (quantity: number) => void;
}

/** Quantity and order button of a product. */
export interface Purchase {
  readonly picker: QuantityPicker;
  readonly button: ReactNode;
}

/**
 * Returns the quantity picker, and the button that adds the product to the cart or orders it directly, depending on the
 * vendor (spec 2 §2).
 * @param disabledReason reason why this company can't order the product now
 */
export function usePurchase(
  product: ShopProductDocument,
  variant: ShopVariant | undefined,
  disabledReason?: string,
): Purchase {
  const { t } = useLingui();
  const picker = useQuantityPicker(product, variant);
  const isForCart = isCartProduct(product.type);
  const addRequest = useAddToCart();
  const buyNow = useBuyNow();
  const item = toCartItems(product).find(({ uuid }) => uuid === variant?.uuid);
  const soldOutReason = variant?.stock === 0 ? t`This is sold out.` : undefined;
  const allInCartReason =
    picker.max === 0 ? t`Your cart already has all the stock that’s left.` : undefined;
  const invalidReason = Number.isNaN(picker.quantity) ? t`Enter a whole number.` : undefined;
  const reason = disabledReason ?? soldOutReason ?? allInCartReason ?? invalidReason;
  const button = (
    <Button
      fullWidth
      icon={isForCart ? <ShoppingCart /> : <ShoppingBag />}
      busy={addRequest.busy}
      disabledReason={reason}
      onClick={() => {
        if (!item) return;
        if (!isForCart) buyNow(item.product_uuid, item.uuid, picker.quantity);
        else void addRequest.run(item, picker.quantity).then(() => picker.setQuantity(1));
      }}
    >
      {isForCart ? <Trans>Add to cart</Trans> : <Trans>Buy now</Trans>}
    </Button>
  );
  return { picker, button };
}

function useQuantityPicker(
  product: ShopProductDocument,
  variant: ShopVariant | undefined,
): QuantityPicker {
  const [requestedQuantity, setRequestedQuantity] = useState(1);
  const lines = useLiveQuery(cartLines, []);
  const isForCart = isCartProduct(product.type);
  const unitsInCart = isForCart
    ? (lines?.find(({ uuid }) => uuid === variant?.uuid)?.quantity ?? 0)
    : 0;
  const bounds = quantityBounds({ stock: variant?.stock ?? 0, inCart: unitsInCart });
  const max = Math.min(bounds.max, maxPerOrder(product.type) ?? MAX_QUANTITY);
  const min = Math.min(bounds.min, max);
  return {
    quantity: Math.min(max, Math.max(min, requestedQuantity)),
    min,
    max,
    unitsInCart,
    setQuantity: setRequestedQuantity,
  };
}

function useAddToCart() {
  const { t } = useLingui();
  const account = useAccount();
  const go = useGo();
  const errorMessage = useErrorMessage();
  return useRequest(async (item: Parameters<typeof addToCart>[1], quantity: number) => {
    try {
      await addToCart(account, item, quantity);
      showToast({
        tone: 'good',
        message: t`Added to your cart`,
        subject: 'cart',
        screen: hrefOf(paths.cart()),
        until: endWhen(
          cartLines(account),
          (lines) => !lines.some(({ uuid }) => uuid === item.uuid),
        ),
        timeoutMs: 5000,
        action: {
          label: t`Open cart`,
          onPress: () => go(paths.cart(), { fromAnywhere: true }),
        },
      });
    } catch (error) {
      showToast({ tone: 'bad', subject: 'cart', message: errorMessage(error) });
    }
  });
}

/** Returns a function that saves the product as a direct order and starts the checkout. */
function useBuyNow() {
  const { identity } = useAccount();
  const go = useGo();
  return (product_uuid: string, variant_uuid: string, quantity: number) => {
    startDirectOrder(draftStorage, identity.user_id, { product_uuid, variant_uuid, quantity });
    go(paths.checkout());
  };
}

interface PurchaseInput {
  product: ShopProductDocument;
  variant: ShopVariant;
  /** Quantity about to be ordered. */
  quantity: number;
}

/**
 * Returns the points missing for the product alone, and together with the cart. If none are missing, also
 * returns the balance after buying the product.
 */
function usePointsCheck({ product, variant, quantity }: PurchaseInput) {
  const points = useSingleton('points')?.company_points;
  const lines = useLiveQuery(cartLines, []) ?? [];
  const orderLine = [{ price: variant.price, quantity }];
  const missingForItem = missingPoints(orderLine, points);
  // A cart product is ordered together with the other lines in the cart.
  const missingForAll = isCartProduct(product.type)
    ? missingPoints([...lines, ...orderLine], points)
    : missingForItem;
  const isPayable = points !== undefined && quantity > 0 && missingForAll === 0;
  return {
    missingForItem,
    missingForAll,
    remainingBalance: isPayable ? points - cartTotal(orderLine) : null,
  };
}

/** Warns if the company doesn't have enough points. */
export function MissingPoints(purchase: PurchaseInput) {
  const { t } = useLingui();
  const { missingForItem, missingForAll } = usePointsCheck(purchase);
  if (purchase.quantity === 0 || missingForAll === 0) return null;
  return (
    <Banner
      tone="warn"
      live="polite"
      title={
        missingForItem > 0
          ? t`${plural(missingForItem, {
              one: 'Your company needs # more point for this.',
              other: 'Your company needs # more points for this.',
            })}`
          : t`${plural(missingForAll, {
              one: 'With your cart, your company needs # more point.',
              other: 'With your cart, your company needs # more points.',
            })}`
      }
    />
  );
}

/** Balance after purchase; hidden if there aren't enough points. */
export function RemainingBalance(purchase: PurchaseInput) {
  const format = useFormat();
  const { remainingBalance } = usePointsCheck(purchase);
  if (remainingBalance === null) return null;
  return (
    <span className="text-small text-ink-soft tnum">
      <Trans>Points left: {format.number(remainingBalance)}</Trans>
    </span>
  );
}
