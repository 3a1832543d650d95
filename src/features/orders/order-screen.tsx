import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { deliveryTypes } from '#schemas/delivery.ts';
import {
  type OrderDocument,
  orderStatuses,
  orderPhaseOf,
  type OrderCustomer,
} from '#schemas/order.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useVendorName } from '#src/parts/use-vendor-name.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { Disclosure } from '#src/ui/layout/disclosure.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Points } from '#src/ui/points.tsx';
import { OrderBadge } from './order-table.tsx';
import { OrderContents } from './order-contents.tsx';
import { orderById } from './queries.ts';
import { NotYourVoucher, VendorResponse } from './vendor-response.tsx';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { displayEmail } from '#schemas/display-email.ts';
import { readablePhone } from '#src/data/text/phone.ts';
import { useCountries } from '#src/data/text/use-countries.ts';

/** `/orders/{uuid}`: one order (spec 2 §2). */
export function OrderScreen() {
  const { uuid } = useParams({ from: '/signed-in/orders/$uuid' });
  const order = useLiveQuery((account) => orderById(account, uuid), [uuid]);
  if (!order) return <NoOrder isLoading={order === undefined} />;
  return <OrderPage key={order.uuid} order={order} />;
}

/**
 * Explains the status of an unfinished or rejected order: what happens to its points, and the vendor's reason.
 */
function PhaseBanner({ status, reason }: Pick<OrderDocument, 'status' | 'reason'>) {
  const phase = orderPhaseOf(status);
  if (phase === 'done') return null;
  if (phase === 'rejected') {
    return (
      <Banner tone="warn" title={<Trans>Your order was rejected</Trans>}>
        {reason !== null && <Reason reason={reason} />}
        <Trans>The points are back in your balance.</Trans>
      </Banner>
    );
  }
  return (
    <Banner tone="info" title={<Trans>The points are reserved</Trans>}>
      {reason !== null && <Reason reason={reason} />}
      <Trans>We’ll notify you when the status changes.</Trans>
    </Banner>
  );
}

function Reason({ reason }: { reason: string }) {
  return (
    <p className="mb-1 whitespace-pre-line break-long">
      <Trans>Reason: {reason}</Trans>
    </p>
  );
}

function OrderPage({ order }: { order: OrderDocument }) {
  const { t } = useLingui();
  const format = useFormat();
  const vendorName = useVendorName();
  const { number } = order;
  usePageTitle(t`Order ${number}`);
  return (
    <Page title={t`Order ${number}`} subtitle={vendorName(order.meta.type)}>
      <div className="space-y-5">
        <PhaseBanner status={order.status} reason={order.reason} />
        <OrderContents order={order} />
        <Card>
          <DetailList
            items={[
              { term: t`Status`, detail: <OrderBadge status={order.status} /> },
              {
                term: t`Ordered`,
                detail: (
                  <time dateTime={order.created_at}>{format.dateTime(order.created_at)}</time>
                ),
              },
              {
                term: t`Points`,
                detail: (
                  <Points
                    number={format.number(order.points)}
                    label={format.points(order.points)}
                  />
                ),
              },
            ]}
          />
        </Card>
        {order.meta.has_response && <VendorResponse orderId={order.uuid} />}
        {isHiddenVoucher(order) && <NotYourVoucher />}
        {order.delivery !== deliveryTypes.digital && (
          <Disclosure title={<Trans>Delivery address</Trans>} icon={<MapPin />}>
            <OrderAddress customer={order.customer} />
          </Disclosure>
        )}
      </div>
    </Page>
  );
}

/** True if the order contains a voucher whose number this user isn't allowed to see. */
function isHiddenVoucher({ status, meta }: OrderDocument): boolean {
  return (
    productKindOf(meta.type) === 'digital' &&
    status === orderStatuses.positive &&
    !meta.has_response
  );
}

/** Shown while an order is loading, not yet synced, or not found. */
function NoOrder({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  return (
    <RecordNotFound
      pageTitle={t`Order`}
      collection="orders"
      isLoading={isLoading}
      loadingLabel={t`Loading the order`}
      skeleton={<SkeletonCard lines={4} />}
      title={t`Order not found`}
      description={<Trans>It may have just been placed, or it belongs to another company.</Trans>}
      offlineText={<Trans>Your orders appear here once you’re online.</Trans>}
      list="/orders"
      listLabel={<Trans>All orders</Trans>}
    />
  );
}

/** Recipient and delivery address of an order. */
function OrderAddress({ customer }: { customer: OrderCustomer }) {
  const countries = useCountries();
  const lines = [
    customer.company_name,
    `${customer.name} ${customer.surname}`,
    [customer.street, customer.house_number].filter(Boolean).join(' '),
    [customer.postal_code, customer.city].filter(Boolean).join(' '),
    countries.find(({ id }) => id === customer.country)?.name,
    customer.phone && readablePhone(customer.phone),
    displayEmail(customer.email ?? ''),
  ];
  return (
    <p>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block break-long">
          {line}
        </span>
      ))}
    </p>
  );
}
