import { useLingui, Trans } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrderDocument, OrderStatus } from '#schemas/order.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { useVendorName } from '#src/parts/use-vendor-name.ts';
import { type RegionalClock, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { Badge, type Tone } from '#src/ui/feedback/badge.tsx';
import { TimeMark } from '#src/ui/feedback/time-mark.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { type Column, DataTable } from '#src/ui/lists/table/data-table.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { useSortedRows } from '#src/ui/lists/table/use-sorted.ts';
import { Points } from '#src/ui/points.tsx';
import { OrderPicture, orderName } from './exports.tsx';

/** The default sorting: newest first. */
const newestFirst: Sorting = { column: 'ordered', direction: 'descending' };

interface OrderTableProps {
  orders: readonly OrderDocument[];
  selectedId: string | undefined;
  sorting: Sorting | null;
  onSortingChange: (sorting: Sorting) => void;
}

/** Orders as a table, on a wide screen. */
export function OrderTable({ orders, selectedId, sorting, onSortingChange }: OrderTableProps) {
  const { t } = useLingui();
  const orderTitle = useOrderTitle();
  const vendorName = useVendorName();
  const numberText = useOrderNumberText();
  const columns = useOrderColumns();
  const sortedOrders = useSortedRows(orders, columns, sorting) ?? orders;
  return (
    <DataTable
      label={t`Orders`}
      columns={columns}
      rows={sortedOrders}
      keyOf={({ uuid }) => uuid}
      subject={(order) => ({
        picture: <OrderPicture order={order} />,
        title: orderTitle(order),
        // Next to an open order there is no column for the number.
        meta: [selectedId && numberText(order), vendorName(order.meta.type)]
          .filter(Boolean)
          .join(' · '),
        ...linkTo(paths.order(order.uuid)),
      })}
      selectedKey={selectedId}
      sorting={sorting ?? newestFirst}
      onSortingChange={onSortingChange}
    />
  );
}

function useOrderColumns(): readonly Column<OrderDocument>[] {
  const { t } = useLingui();
  const format = useFormat();
  const clock = useRegionalClock();
  const orderTitle = useOrderTitle();
  return [
    {
      id: 'contents',
      share: 0.4,
      title: t({ context: 'column', message: 'Order' }),
      sortValue: orderTitle,
      cell: orderTitle,
    },
    {
      id: 'ordered',
      share: 0.19,
      title: t({ context: 'column', message: 'Ordered' }),
      firstDirection: 'descending',
      sortValue: ({ created_at }) => Date.parse(created_at),
      cell: ({ created_at }) => (
        <time className="text-small whitespace-nowrap tnum" dateTime={created_at}>
          {format.date(created_at)}
        </time>
      ),
    },
    {
      id: 'points',
      share: 0.16,
      title: t({ context: 'column', message: 'Points' }),
      isNumber: true,
      firstDirection: 'descending',
      sortValue: ({ points }) => points,
      cell: ({ points }) => <Points number={format.number(points)} label={format.points(points)} />,
    },
    {
      id: 'status',
      share: 0.25,
      title: t({ context: 'column', message: 'Status' }),
      cell: (order) => (
        <span data-row-end="">
          <OrderBadge status={order.status} />
          <VoucherTime order={order} clock={clock} isShort />
        </span>
      ),
    },
    {
      id: 'number',
      title: t({ context: 'column', message: 'Number' }),
      sortValue: ({ number }) => number,
      cell: ({ number }) => <span className="text-small text-ink-soft tnum">{number}</span>,
    },
  ];
}

interface OrderRowProps {
  order: OrderDocument;
  clock: RegionalClock;
  selected: boolean;
}

/** An order in the list: products, number, vendor, date, points and status. */
export function OrderRow({ order, clock, selected }: OrderRowProps) {
  const format = useFormat();
  const vendorName = useVendorName();
  const orderTitle = useOrderTitle();
  const numberText = useOrderNumberText();
  return (
    <ListRow
      thumbnail={<OrderPicture order={order} />}
      title={orderTitle(order)}
      meta={
        <>
          <span className="block tnum empty:hidden">{numberText(order)}</span>
          {vendorName(order.meta.type)}
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

/** Returns a function that formats an order's title: the names of its products. */
function useOrderTitle(): (order: OrderDocument) => string {
  const { t } = useLingui();
  return (order) => {
    const { number } = order;
    return orderName(order) ?? t`Order ${number}`;
  };
}

/** Returns a function that formats an order's number; null if the title contains it. */
function useOrderNumberText(): (order: OrderDocument) => string | null {
  const { t } = useLingui();
  return (order) => {
    const { number } = order;
    return orderName(order) === undefined ? null : t`Order ${number}`;
  };
}

interface VoucherTimeProps {
  order: OrderDocument;
  clock: RegionalClock;
  /** True to omit the date, which would wrap in the table's narrow column. */
  isShort?: boolean;
}

/** Shows the time left if a voucher expires soon, or a note if the voucher has expired. */
function VoucherTime({ order, clock, isShort = false }: VoucherTimeProps) {
  const timeLeftText = useTimeLeftText();
  const { usable_until: expiresAt } = order.meta;
  const timeRemaining = timeLeft(expiresAt, clock);
  if (
    timeRemaining === null ||
    expiresAt === null ||
    !isDueSoon(timeRemaining, dueSoonDays.voucher)
  )
    return null;
  const isOver = timeRemaining.unit === 'over';
  const text = isShort
    ? timeLeftText.format(timeRemaining)
    : timeLeftText.formatWithEnd(timeRemaining, expiresAt);
  return (
    <span className="mt-0.5 block text-small">
      <TimeMark isSoon={!isOver}>{isOver ? <Trans>Voucher expired</Trans> : text}</TimeMark>
    </span>
  );
}

/** Status of an order. Approved and failed orders have the same label (spec 2 §4). */
export function OrderBadge({ status }: { status: OrderStatus }) {
  const { t } = useLingui();
  const processing = { tone: 'warn', label: t`Being processed`, icon: <Clock /> } as const;
  const styles: Record<OrderStatus, { tone: Tone; label: string; icon?: ReactNode }> = {
    1: { tone: 'info', label: t`Pending`, icon: <Clock /> },
    2: processing,
    3: { tone: 'good', label: t`Fulfilled` },
    4: { tone: 'bad', label: t({ context: 'order', message: 'Rejected' }) },
    5: processing,
  };
  const { tone, label, icon } = styles[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
