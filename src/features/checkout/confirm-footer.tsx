import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cartBlocks, cartTotal } from '#schemas/cart-rules.ts';
import { validateCheckout } from '#schemas/checkout-rules.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useCheckoutBlockReason, useBlockText } from '#src/features/cart/actions.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { directProductPath } from './checkout-state.ts';
import type { Checkout } from './use-checkout.ts';
import { useOrder } from './use-order.ts';

/** The order button, why it is disabled, and the server's rejection. */
export function ConfirmFooter({ checkout }: { checkout: Checkout }) {
  const format = useFormat();
  const errorMessage = useErrorMessage();
  const { run, busy, failure } = useOrder(checkout);
  const reason = useBlockingReason(checkout);
  const total = cartTotal(checkout.items);
  const fixLink = fixLinkFor(codeOf(failure), checkout);
  return (
    <>
      <ErrorBlock
        messages={failure === null ? [] : [errorMessage(failure)]}
        action={
          fixLink && (
            <LinkButton variant="secondary" {...linkTo(fixLink.path)}>
              {fixLink.label}
            </LinkButton>
          )
        }
      />
      <Button fullWidth busy={busy} disabledReason={reason} onClick={() => void run()}>
        <Trans>Order for {format.points(total)}</Trans>
      </Button>
    </>
  );
}

/** Reason why ordering is disabled; undefined if it isn't. */
function useBlockingReason(checkout: Checkout): string | undefined {
  const { t } = useLingui();
  const blockText = useBlockText();
  const blocking = useCheckoutBlockReason();
  const offline = useConnection() !== 'online';
  const points = useSingleton('points')?.company_points;
  const { items, draft, state, customer } = checkout;
  if (validateCheckout(draft).length > 0) return t`Something is missing. Go back a step.`;
  if (points !== undefined && state.direct !== null) {
    const missing = cartTotal(items) - points;
    if (missing > 0) return blockText({ type: null, code: 'insufficient_points', missing });
  }
  if (points !== undefined && state.direct === null) {
    const reason = blocking(cartBlocks(items, { points, region: customer.region }));
    if (reason !== undefined) return reason;
  }
  return offline ? t`You are offline. You can order once you are online.` : undefined;
}

/** Rejections that concern the recipient, the address or the items. */
const ofContact = ['invalid_phone'];
const ofAddress = ['address_incomplete', 'phone_region_mismatch'];
const ofItems = [
  'product_unavailable',
  'price_changed',
  'out_of_stock',
  'insufficient_points',
  'minimum_not_reached',
];
/** Rejections that concern the material's configuration. */
const ofMaterial = ['material_incomplete', 'material_mismatch', 'file_not_found'];

/** Link to where a rejection can be fixed; null if only a retry helps. */
function fixLinkFor(
  code: string | null,
  { state }: Checkout,
): { readonly path: string; readonly label: ReactNode } | null {
  if (code === null) return null;
  if (ofContact.includes(code)) {
    return { path: paths.checkoutContact(), label: <Trans>Change the contact</Trans> };
  }
  if (ofAddress.includes(code)) {
    return { path: paths.checkoutAddress(), label: <Trans>Change the address</Trans> };
  }
  const isOfMaterial = ofMaterial.includes(code) && state.direct?.data !== undefined;
  if (!ofItems.includes(code) && !isOfMaterial) return null;
  if (state.direct === null) return { path: paths.cart(), label: <Trans>Back to the cart</Trans> };
  const path = directProductPath(state.direct);
  return { path, label: <Trans>Back to the product</Trans> };
}
