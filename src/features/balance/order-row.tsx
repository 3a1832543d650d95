import { useLingui } from '@lingui/react/macro';
import type { OrderDocument } from '#schemas/order.ts';
import { OrderPicture, orderName } from '#src/features/orders/actions.ts';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { BookedPoints } from './booked-points.tsx';
import type { OrderLine } from './ledger-lines.ts';

interface OrderRowProps {
  line: OrderLine;
  /** What was ordered, where that is on the device. */
  order: OrderDocument | undefined;
  /** The person wants to see what was booked for it, one by one. */
  onOpen: () => void;
}

/** All that was booked for an order in one line: what was ordered, how it stands, and what it takes. */
export function OrderRow({ line, order, onOpen }: OrderRowProps) {
  const words = useOrderStatusLabels()[line.status];
  const title = orderName(order);
  return (
    <ListRow
      thumbnail={<OrderPicture order={order} />}
      title={title ?? words}
      meta={title === undefined ? undefined : words}
      number={<BookedPoints points={line.points} isReserved={line.status === 'worked_on'} />}
      onPress={onOpen}
    />
  );
}

/** What an order's bookings come to, by where it stands. */
export function useOrderStatusLabels(): Record<OrderLine['status'], string> {
  const { t } = useLingui();
  return {
    worked_on: t`Reserved for an order`,
    done: t`Spent on an order`,
    turned_down: t`Back from an order`,
  };
}
