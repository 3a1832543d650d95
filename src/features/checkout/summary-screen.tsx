import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { groupByVendor, cartTotal, cartProblems } from '#schemas/cart-rules.ts';
import { validateCheckout } from '#schemas/checkout-rules.ts';
import { deliveryTypes } from '#schemas/delivery.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { type AppLink, paths } from '#src/app/paths.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useVendorName } from '#src/parts/use-vendor-name.ts';
import { useCheckoutDisabledReason, useCartProblemText } from '#src/features/cart/actions.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ProductLine } from '#src/ui/lists/product-line.tsx';
import { Points } from '#src/ui/points.tsx';
import { CheckoutPage } from './checkout-page.tsx';
import { directProductLink } from './checkout-state.ts';
import { AddressLines, ContactLines } from './customer-cards.tsx';
import type { OrderItem } from './queries.ts';
import { type Checkout, useCheckout } from './use-checkout.ts';
import { useOrder } from './use-order.ts';

/** `/checkout/summary`: items, recipient, price, and the order button. */
export function SummaryScreen() {
  const { t } = useLingui();
  const checkout = useCheckout();
  return (
    <CheckoutPage
      title={t`Summary`}
      step={2}
      footer={checkout && <ConfirmFooter checkout={checkout} />}
    >
      {checkout && <Summary checkout={checkout} />}
    </CheckoutPage>
  );
}

function Summary({ checkout }: { checkout: Checkout }) {
  const { t } = useLingui();
  const vendorName = useVendorName();
  const { items, draft } = checkout;
  const groups = groupByVendor(items);
  const needsDelivery = draft.delivery !== deliveryTypes.digital;
  return (
    <div className="space-y-7">
      {groups.length > 1 && (
        <Banner tone="info" title={<Trans>One order for each seller</Trans>}>
          <Trans>Your items come from several sellers and arrive separately.</Trans>
        </Banner>
      )}
      {groups.map((group) => (
        <Section key={group.type} title={vendorName(group.type)}>
          <List>
            {group.lines.map((item) => (
              <ItemRow key={item.uuid} item={item} />
            ))}
          </List>
        </Section>
      ))}
      <Section title={t`Recipient`}>
        <Card>
          <ContactLines draft={draft} />
          {needsDelivery && (
            <div className="mt-3 border-t border-line pt-3">
              <AddressLines draft={draft} />
            </div>
          )}
        </Card>
      </Section>
      <Costs checkout={checkout} />
    </div>
  );
}

function Costs({ checkout }: { checkout: Checkout }) {
  const { t } = useLingui();
  const points = useSingleton('points')?.company_points;
  // The list doesn't include the total, because it's on the order button.
  const total = cartTotal(checkout.items);
  const deliveryLabels = {
    [deliveryTypes.digital]: t`Digital delivery`,
    [deliveryTypes.personal]: t`To another address`,
    [deliveryTypes.company]: t`To your company`,
  };
  return (
    <Section title={t`Delivery and points`}>
      <Card>
        <DetailList
          items={[
            { term: t`Delivery`, detail: deliveryLabels[checkout.draft.delivery] },
            { term: t`Delivery cost`, detail: t`Free` },
            ...(points === undefined || points < total
              ? []
              : [{ term: t`Points left`, detail: <PointsLeft points={points - total} /> }]),
          ]}
        />
      </Card>
    </Section>
  );
}

function PointsLeft({ points }: { points: number }) {
  const format = useFormat();
  return <Points number={format.number(points)} label={format.points(points)} />;
}

/** One line of an order: product, quantity and price. */
function ItemRow({ item }: { item: OrderItem }) {
  const format = useFormat();
  const quantity = format.number(item.quantity);
  const price = format.number(item.price);
  const total = item.price * item.quantity;
  return (
    <ProductLine
      image={item.image}
      name={item.name}
      variant={item.title}
      quantityText={item.quantity === 1 ? '' : `${quantity} × ${price}`}
      total={<Points number={format.number(total)} label={format.points(total)} />}
    />
  );
}

/** The order button, the reason if it's disabled, and the server's rejection of an order. */
function ConfirmFooter({ checkout }: { checkout: Checkout }) {
  const { t } = useLingui();
  const format = useFormat();
  const errorMessage = useErrorMessage();
  const { run, busy, failure, mayBeOrdered } = useOrder(checkout);
  const reason = useBlockingReason(checkout);
  const total = cartTotal(checkout.items);
  const fixLink = fixLinkFor(codeOf(failure), checkout);
  return (
    <>
      <ErrorBlock
        messages={failure === null ? [] : [errorMessage(failure)]}
        action={
          fixLink && (
            <LinkButton variant="secondary" {...linkTo(fixLink.link)}>
              {fixLink.label}
            </LinkButton>
          )
        }
      />
      <ErrorBlock
        messages={
          mayBeOrdered
            ? [
                t`We got no answer about an earlier order. It may have been placed, so check your orders first. To place this one too, tap the button again.`,
              ]
            : []
        }
        action={
          <LinkButton variant="secondary" {...linkTo(paths.orders())}>
            <Trans>Orders</Trans>
          </LinkButton>
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
  const problemText = useCartProblemText();
  const cartReason = useCheckoutDisabledReason();
  const offline = useConnection() !== 'online';
  const points = useSingleton('points')?.company_points;
  const { items, draft, state, customer } = checkout;
  if (validateCheckout(draft).length > 0) return t`Some details are missing. Go back and add them.`;
  if (points !== undefined && state.direct !== null) {
    const missingPoints = cartTotal(items) - points;
    if (missingPoints > 0)
      return problemText({ type: null, code: 'insufficient_points', missing: missingPoints });
  }
  if (points !== undefined && state.direct === null) {
    const reason = cartReason(cartProblems(items, { points, region: customer.region }));
    if (reason !== undefined) return reason;
  }
  return offline ? t`You’re offline. You can order once you’re online.` : undefined;
}

/** Rejections that are about the recipient, the address or the items. */
const contactCodes = ['invalid_phone'];
const addressCodes = ['address_incomplete', 'phone_region_mismatch'];
const itemCodes = [
  'product_unavailable',
  'price_changed',
  'out_of_stock',
  'insufficient_points',
  'minimum_not_reached',
];
/** Rejections that are about the material's configuration. */
const materialCodes = ['material_incomplete', 'material_invalid', 'file_not_found'];

/** Returns a link to the screen where the user can fix what was rejected. Null if the user can only try again. */
function fixLinkFor(
  code: string | null,
  { state }: Checkout,
): { readonly link: AppLink; readonly label: ReactNode } | null {
  if (code === null) return null;
  if (contactCodes.includes(code)) {
    return { link: paths.checkoutContact(), label: <Trans>Edit contact details</Trans> };
  }
  if (addressCodes.includes(code)) {
    return { link: paths.checkoutAddress(), label: <Trans>Edit address</Trans> };
  }
  const isMaterialError = materialCodes.includes(code) && state.direct?.data !== undefined;
  if (!itemCodes.includes(code) && !isMaterialError) return null;
  if (state.direct === null) return { link: paths.cart(), label: <Trans>Back to cart</Trans> };
  const link = directProductLink(state.direct);
  return { link, label: <Trans>Back to product</Trans> };
}
