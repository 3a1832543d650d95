import type { OrderDocument } from '#schemas/order.ts';
import { rowPictureClass, VendorPicture } from '#src/ui/media/vendor-picture.tsx';

/** Number of products in an order's name. */
const MOST_NAMES = 2;

type Ordered = Pick<OrderDocument, 'contents'> | undefined;

/** Picture of an order's first product; a box until known. */
export function OrderPicture({ order }: { order: Ordered }) {
  return <VendorPicture src={order?.contents[0]?.image} alt="" className={rowPictureClass} />;
}

/** Names of the ordered products; undefined until known. */
export function orderName(order: Ordered): string | undefined {
  const names = [...new Set(order?.contents.map(({ name }) => name))];
  if (names.length === 0) return undefined;
  return names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ' …' : '');
}
