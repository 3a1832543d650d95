import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { deliveryTypes } from '#schemas/delivery.ts';
import { isOrderInProgress, type OrderDocument, orderStatuses } from '#schemas/order.ts';
import { kindOf } from '#schemas/vendors.ts';
import { useFormat } from '#src/data/words/format.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { useVendorName } from '#src/data/words/use-vendor-name.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Card } from '#src/ui/card.tsx';
import { DetailList } from '#src/ui/detail-list.tsx';
import { Disclosure } from '#src/ui/disclosure.tsx';
import { Page } from '#src/ui/page.tsx';
import { NoOrder } from './no-order.tsx';
import { OrderAddress } from './order-address.tsx';
import { OrderBadge } from './order-badge.tsx';
import { OrderContents } from './order-contents.tsx';
import { orderById } from './queries.ts';
import { NotYourVoucher, VendorAnswer } from './vendor-answer.tsx';

/** `/orders/{uuid}`: one order (spec 2 §2). */
export function OrderScreen() {
  const { uuid = '' } = useParams({ strict: false });
  const order = useLiveQuery((account) => orderById(account, uuid), [uuid]);
  if (!order) return <NoOrder isLoading={order === undefined} />;
  return <OrderPage key={order.uuid} order={order} />;
}

function OrderPage({ order }: { order: OrderDocument }) {
  const { t } = useLingui();
  const format = useFormat();
  const vendor = useVendorName();
  const { number } = order;
  usePageTitle(t`Order ${number}`);
  return (
    <Page title={t`Order ${number}`} subtitle={vendor(order.meta.type)}>
      <div className="space-y-5">
        {isOrderInProgress(order.status) && (
          <Banner tone="info" title={<Trans>Your order is being processed</Trans>}>
            <Trans>Its points are reserved. You are told as soon as something has happened.</Trans>
          </Banner>
        )}
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
                detail: <span className="font-bold tnum">{format.points(order.points)}</span>,
              },
            ]}
          />
        </Card>
        {order.meta.has_response && <VendorAnswer orderId={order.uuid} />}
        {isVoucherOfOthers(order) && <NotYourVoucher />}
        <OrderContents order={order} />
        {order.delivery !== deliveryTypes.digital && (
          <Disclosure title={<Trans>Delivery address</Trans>} icon={<MapPin />}>
            <OrderAddress customer={order.customer} />
          </Disclosure>
        )}
      </div>
    </Page>
  );
}

/** A voucher is there with its order; its number is not for everybody who sees that. */
function isVoucherOfOthers({ status, meta }: OrderDocument): boolean {
  return kindOf(meta.type) === 'digital' && status === orderStatuses.positive && !meta.has_response;
}
