/** Order components for other features. */
import type { OrderDocument } from '#schemas/order.ts';
import { rowPictureClass, VendorPicture } from '#src/ui/media/picture.tsx';

/** Maximum number of products in an order's name. */
const MAX_NAMES = 2;

type OrderContents = Pick<OrderDocument, 'contents'> | undefined;

/** Image of an order's first product; a placeholder until the order is loaded. */
export function OrderPicture({ order }: { order: OrderContents }) {
  return <VendorPicture src={order?.contents[0]?.image} alt="" className={rowPictureClass} />;
}

/** Names of the ordered products; undefined until the order is loaded. */
export function orderName(order: OrderContents): string | undefined {
  const names = [...new Set(order?.contents.map(({ name }) => name))];
  if (names.length === 0) return undefined;
  return names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ' …' : '');
}
