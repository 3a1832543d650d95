import { useLingui } from '@lingui/react/macro';
import { lowestPrice, type ShopProductDocument } from '#schemas/shop-product.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Points } from '#src/ui/points.tsx';

/** The lowest price of a product. */
export function Price({ product }: { product: ShopProductDocument }) {
  const { t } = useLingui();
  const format = useFormat();
  const price = lowestPrice(product);
  const from = (points: string) => (price.isFrom ? t`from ${points}` : points);
  return (
    <Points number={from(format.number(price.points))} label={from(format.points(price.points))} />
  );
}

/** Points missing for the product; nothing if they suffice or aren't known. */
export function OutOfReach({ product }: { product: ShopProductDocument }) {
  const { t } = useLingui();
  const format = useFormat();
  const points = useSingleton('points')?.company_points;
  const missing = points === undefined ? 0 : lowestPrice(product).points - points;
  if (missing <= 0) return null;
  const count = format.number(missing);
  return <span className="text-small text-ink-soft tnum">{t`${count} more`}</span>;
}
