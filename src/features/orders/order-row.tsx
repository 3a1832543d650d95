import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderDocument } from '#schemas/order.ts';
import { type RegionalClock, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { useVendorName } from '#src/data/text/use-vendor-name.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Points } from '#src/ui/points.tsx';
import { TimeMark } from '#src/ui/feedback/time-mark.tsx';
import { OrderBadge } from './order-badge.tsx';
import { orderName, OrderPicture } from './order-picture.tsx';

interface OrderRowProps {
  order: OrderDocument;
  clock: RegionalClock;
  selected: boolean;
}

/** An order in the list: products, number, vendor, date, points and status. */
export function OrderRow({ order, clock, selected }: OrderRowProps) {
  const format = useFormat();
  const vendor = useVendorName();
  const orderTitle = useOrderTitle();
  const numberText = useOrderNumberText();
  return (
    <ListRow
      thumbnail={<OrderPicture order={order} />}
      title={orderTitle(order)}
      meta={
        <>
          <span className="block tnum empty:hidden">{numberText(order)}</span>
          {vendor(order.meta.type)}
          {' · '}
          <time dateTime={order.created_at}>{format.date(order.created_at)}</time>
          <VoucherTime order={order} clock={clock} />
        </>
      }
      number={<Points number={format.number(order.points)} label={format.points(order.points)} />}
      trailing={<OrderBadge status={order.status} />}
      selected={selected}
      {...linkTo(paths.order(order.uuid))}
    />
  );
}

/** Title of an order: the names of its products. */
export function useOrderTitle(): (order: OrderDocument) => string {
  const { t } = useLingui();
  return (order) => {
    const { number } = order;
    return orderName(order) ?? t`Order ${number}`;
  };
}

/** Number of an order; null if the title contains it. */
export function useOrderNumberText(): (order: OrderDocument) => string | null {
  const { t } = useLingui();
  return (order) => {
    const { number } = order;
    return orderName(order) === undefined ? null : t`Order ${number}`;
  };
}

/** Time left of a voucher that expires soon, or that it has expired. */
export function VoucherTime({ order, clock }: { order: OrderDocument; clock: RegionalClock }) {
  const timeLeftText = useTimeLeftText();
  const { usable_until: end } = order.meta;
  const left = timeLeft(end, clock);
  if (left === null || end === null || !isDueSoon(left, dueSoonDays.voucher)) return null;
  const isOver = left.unit === 'over';
  return (
    <span className="mt-0.5 block text-small">
      <TimeMark isSoon={!isOver}>
        {isOver ? <Trans>Voucher expired</Trans> : timeLeftText.leftUntil(left, end)}
      </TimeMark>
    </span>
  );
}
