import { useFormat } from '#src/data/text/format.ts';
import { Points } from '#src/ui/points.tsx';
import { ProductLine } from '#src/ui/lists/product-line.tsx';
import type { OrderItem } from './queries.ts';

/** One line of an order: product, quantity and price. */
export function ItemRow({ item }: { item: OrderItem }) {
  const format = useFormat();
  const quantity = format.number(item.quantity);
  const price = format.number(item.price);
  const total = item.price * item.quantity;
  return (
    <ProductLine
      image={item.image}
      name={item.name}
      kind={item.title}
      count={item.quantity === 1 ? '' : `${quantity} × ${price}`}
      total={<Points number={format.number(total)} label={format.points(total)} />}
    />
  );
}
