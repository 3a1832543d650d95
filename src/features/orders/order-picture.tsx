import type { OrderDocument } from '#schemas/order.ts';
import { rowPictureClass, VendorPicture } from '#src/ui/media/vendor-picture.tsx';

/** As many of its products name an order. */
const MOST_NAMES = 2;

type Ordered = Pick<OrderDocument, 'contents'> | undefined;

/** An order in a row: the first of what was ordered; the box while that is not known. */
export function OrderPicture({ order }: { order: Ordered }) {
  return <VendorPicture src={order?.contents[0]?.image} alt="" className={rowPictureClass} />;
}

/** What was ordered, by its names; undefined while that is not known. */
export function orderName(order: Ordered): string | undefined {
  const names = [...new Set(order?.contents.map(({ name }) => name))];
  if (names.length === 0) return undefined;
  return names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ' …' : '');
}
