import { useLingui } from '@lingui/react/macro';
import type { OrderDocument } from '#schemas/order.ts';
import { OrderPicture, orderName } from '#src/features/orders/actions.ts';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { BookedPoints } from './booked-points.tsx';
import type { OrderLine } from './ledger-lines.ts';

interface OrderRowProps {
  line: OrderLine;
  /** The order, if on the device. */
  order: OrderDocument | undefined;
  /** Opens the list of its bookings. */
  onOpen: () => void;
}

/** All bookings of an order in one line: products, status and points. */
export function OrderRow({ line, order, onOpen }: OrderRowProps) {
  const status = useOrderStatusLabels()[line.status];
  const title = orderName(order);
  return (
    <ListRow
      thumbnail={<OrderPicture order={order} />}
      title={title ?? status}
      meta={title === undefined ? undefined : status}
      number={<BookedPoints points={line.points} isReserved={line.status === 'worked_on'} />}
      onPress={onOpen}
    />
  );
}

/** Labels of an order's status. */
export function useOrderStatusLabels(): Record<OrderLine['status'], string> {
  const { t } = useLingui();
  return {
    worked_on: t`Reserved for an order`,
    done: t`Spent on an order`,
    turned_down: t`Back from an order`,
  };
}
