import { useLingui } from '@lingui/react/macro';
import { useFormat } from '#src/data/words/format.ts';
import { ProductLine } from '#src/ui/product-line.tsx';
import type { OrderItem } from './queries.ts';

/** One line of what is to be ordered: what, how many, and for how much. */
export function ItemRow({ item }: { item: OrderItem }) {
  const { t } = useLingui();
  const format = useFormat();
  const quantity = format.number(item.quantity);
  const price = format.points(item.price);
  return (
    <ProductLine
      image={item.image}
      name={item.name}
      kind={item.title}
      count={t`${quantity} × ${price}`}
      total={format.points(item.price * item.quantity)}
    />
  );
}
