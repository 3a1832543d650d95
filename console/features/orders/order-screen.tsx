import { Trans, useLingui } from '@lingui/react/macro';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { hasRight, regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { ClaimNotice } from '#console/parts/queue/claim-notice.tsx';
import { QueueBar } from '#console/parts/queue/queue-bar.tsx';
import { WorkQueue } from '#console/parts/queue/work-queue.tsx';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { orderQueue } from './order-queue.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderGoods, OrderLedger } from './order-goods.tsx';
import { OrderRecipientPart } from './order-recipient.tsx';
import { kindText, stateText, stateTone, vendorText, type OrderRecord } from './order-texts.ts';
import { orderSearch } from './orders-search.ts';

/** An order with its items, recipient, points and history. */
export function OrderScreen() {
  const { t } = useLingui();
  const id = useRecordId();
  const query = useOperatorQuery(orderCalls.readOrder, { params: { id } }, { fresh: 'queue' });
  return (
    <WorkQueue queue={orderQueue} id={id}>
      <RecordQuery isScreen label={t`Loading the order`} query={query}>
        {(order) => <OrderPage order={order} />}
      </RecordQuery>
    </WorkQueue>
  );
}

function OrderPage({ order }: { order: OrderRecord }) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const [{ tab }, changeSearch] = useUrlState(orderSearch);
  const canEdit = regionsWithRight(session, 'orders.edit').includes(order.region);
  const time = (at: string) => timeText(i18n, at);
  return (
    <RecordPage
      list={{ href: '/orders?state=open', title: t`Orders` }}
      title={t`Order ${order.number}`}
      presence={{ kind: 'order', id: order.id }}
      badges={<Badge tone={stateTone(order.state)}>{stateText(i18n, order.state)}</Badge>}
      notice={
        <>
          <QueueBar />
          <ClaimNotice queue={orderQueue} id={order.id} claim={order.claimed} canDecide={canEdit} />
        </>
      }
      actions={canEdit && <OrderActions key={order.id} order={order} />}
      facts={[
        {
          term: <Trans>Company</Trans>,
          detail: hasRight(session, 'companies.read') ? (
            <ConsoleLink
              href={`/companies/${order.company.id}`}
              className="font-semibold text-info underline"
            >
              {order.company.name}
            </ConsoleLink>
          ) : (
            order.company.name
          ),
        },
        { term: <Trans>Points</Trans>, detail: i18n.number(order.points) },
        { term: <Trans>Kind</Trans>, detail: kindText(i18n, order.kind) },
        { term: <Trans>Vendor</Trans>, detail: vendorText(i18n, order.type) },
        { term: <Trans>Country</Trans>, detail: countryText(i18n, order.region) },
        { term: <Trans>Ordered at</Trans>, detail: time(order.created_at) },
        { term: <Trans>Changed at</Trans>, detail: time(order.updated_at) },
        {
          term: <Trans>Vendor’s answer</Trans>,
          detail: order.has_response ? t`Stored` : '–',
        },
        ...optionalFacts(order),
      ]}
      tab={tab}
      onTabChange={(id) => changeSearch({ tab: id })}
      tabs={[
        { id: 'goods', title: t`Goods`, content: <OrderGoods order={order} /> },
        {
          id: 'recipient',
          title: t`Recipient`,
          content: <OrderRecipientPart order={order} />,
        },
        { id: 'points', title: t`Points`, content: <OrderLedger order={order} /> },
        {
          id: 'timeline',
          title: t`Timeline`,
          content: (
            <Timeline
              call={orderCalls.listOrderTimeline}
              id={order.id}
              comments={{ kind: 'order', region: order.region, isErased: order.is_erased }}
            />
          ),
        },
      ]}
    />
  );
}

/** Facts that only some orders have. */
function optionalFacts({ card, reference, reopening, reason }: OrderRecord) {
  const facts = [];
  if (card !== null)
    facts.push({
      term: <Trans>Card</Trans>,
      detail: (
        <ConsoleLink href={`/cards/${card.id}`} className="font-semibold text-info underline">
          {`•••• ${card.digits}`}
        </ConsoleLink>
      ),
    });
  if (reference !== null)
    facts.push({ term: <Trans>Reference or tracking number</Trans>, detail: reference });
  if (reopening === 'voucher' || reopening === 'card')
    facts.push({
      term: <Trans>Reopen order</Trans>,
      detail:
        reopening === 'voucher' ? (
          <Trans>Not possible: the customer has the voucher’s code.</Trans>
        ) : (
          <Trans>Only once the card is blocked.</Trans>
        ),
    });
  if (reason !== null) facts.push({ term: <Trans>Reason for the customer</Trans>, detail: reason });
  return facts;
}
