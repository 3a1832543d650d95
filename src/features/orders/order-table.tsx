import { useLingui } from '@lingui/react/macro';
import type { OrderDocument } from '#schemas/order.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useVendorName } from '#src/data/text/use-vendor-name.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Points } from '#src/ui/points.tsx';
import { type Column, DataTable } from '#src/ui/lists/table/data-table.tsx';
import type { Sorting } from '#src/ui/lists/table/sort-rows.ts';
import { useSortedRows } from '#src/ui/lists/table/use-sorted.ts';
import { OrderBadge } from './order-badge.tsx';
import { OrderPicture } from './order-picture.tsx';
import { useOrderNumberText, useOrderTitle, VoucherTime } from './order-row.tsx';

/** The default order, newest first. */
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
  const vendor = useVendorName();
  const numberText = useOrderNumberText();
  const columns = useOrderColumns();
  const ordered = useSortedRows(orders, columns, sorting) ?? orders;
  return (
    <DataTable
      label={t`Orders`}
      columns={columns}
      rows={ordered}
      keyOf={({ uuid }) => uuid}
      subject={(order) => ({
        picture: <OrderPicture order={order} />,
        title: orderTitle(order),
        // Beside an open order there is no column for the number.
        meta: [selectedId && numberText(order), vendor(order.meta.type)]
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
      id: 'what',
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
      id: 'standing',
      share: 0.25,
      title: t({ context: 'column', message: 'Status' }),
      cell: (order) => (
        <span data-row-end="">
          <OrderBadge status={order.status} />
          <VoucherTime order={order} clock={clock} />
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
