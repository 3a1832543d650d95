import { Trans, useLingui } from '@lingui/react/macro';
import { groupByVendor, cartTotal } from '#schemas/cart-rules.ts';
import { deliveryTypes } from '#schemas/delivery.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useVendorName } from '#src/data/text/use-vendor-name.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { Points } from '#src/ui/points.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { CheckoutPage } from './checkout-page.tsx';
import { ConfirmFooter } from './confirm-footer.tsx';
import { AddressLines, ContactLines } from './customer-cards.tsx';
import { type Checkout, useCheckout } from './use-checkout.ts';
import { ProductLine } from '#src/ui/lists/product-line.tsx';
import type { OrderItem } from './queries.ts';

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
  const vendor = useVendorName();
  const { items, draft } = checkout;
  const groups = groupByVendor(items);
  const isDelivered = draft.delivery !== deliveryTypes.digital;
  return (
    <div className="space-y-7">
      {groups.length > 1 && (
        <Banner tone="info" title={<Trans>One order for each vendor</Trans>}>
          <Trans>What you order is of several vendors: each of them sends its own part.</Trans>
        </Banner>
      )}
      {groups.map((group) => (
        <Section key={group.type} title={vendor(group.type)}>
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
          {isDelivered && (
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
  // The total is on the order button.
  const total = cartTotal(checkout.items);
  const deliveryLabels = {
    [deliveryTypes.digital]: t`Digital, nothing is brought`,
    [deliveryTypes.personal]: t`To a person`,
    [deliveryTypes.company]: t`To the company`,
  };
  return (
    <Section title={t`Costs`}>
      <Card>
        <DetailList
          items={[
            { term: t`Delivery`, detail: deliveryLabels[checkout.draft.delivery] },
            { term: t`Cost of delivery`, detail: t`Free` },
            ...(points === undefined || points < total
              ? []
              : [{ term: t`You keep`, detail: <KeptAfter points={points - total} /> }]),
          ]}
        />
      </Card>
    </Section>
  );
}

function KeptAfter({ points }: { points: number }) {
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
      kind={item.title}
      count={item.quantity === 1 ? '' : `${quantity} × ${price}`}
      total={<Points number={format.number(total)} label={format.points(total)} />}
    />
  );
}
