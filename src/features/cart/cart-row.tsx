import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, Trash2 } from 'lucide-react';
import { type CartLine, MAX_QUANTITY } from '#schemas/cart.ts';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Facts } from '#src/ui/lists/facts.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkSlot } from '#src/ui/link-target.tsx';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { Points } from '#src/ui/points.tsx';
import { rowPictureClass, VendorPicture } from '#src/ui/media/vendor-picture.tsx';
import { useCartEdits } from './use-cart-edits.ts';

/** One line of the cart: product, quantity, price, and a remove button. */
export function CartRow({ line }: { line: CartLine }) {
  const { t } = useLingui();
  const format = useFormat();
  const { change, remove } = useCartEdits();
  const { name, title, stock, price } = line;
  const max = Math.min(stock, MAX_QUANTITY);
  const isGone = max === 0;
  // For one piece, the unit price is the total.
  const isOne = line.quantity === 1 || isGone;
  const each = isOne ? '' : `${format.number(line.quantity)} × ${format.number(price)}`;
  return (
    <li className="space-y-3 py-4 ps-4 pe-2 [--row-inset:calc(1.875rem+56px)]">
      <div className="flex items-start gap-3.5">
        <span className={classNames('shrink-0', isGone && 'opacity-50')}>
          <VendorPicture src={line.image} alt="" className={rowPictureClass} />
        </span>
        <div className="min-w-0 flex-1 self-center">
          <LinkSlot
            target={linkTo(paths.shopProduct(line.product_uuid))}
            className="-my-3.5 block rounded-control py-3.5 leading-tight font-semibold text-ink underline-offset-4 break-long hover:underline"
          >
            {name}
          </LinkSlot>
          <p className="mt-0.5 text-small text-ink-soft tnum break-long">
            <Facts facts={[title, each]} />
          </p>
        </div>
        <IconButton label={t`Remove ${name}`} icon={<Trash2 />} onClick={() => remove(line)} />
      </div>
      {isGone ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 ps-[calc(0.875rem+56px)]">
          <Badge icon={<Ban />}>
            <Trans>Sold out</Trans>
          </Badge>
          <span className="text-small text-ink-soft">
            <Trans>It is not ordered with the rest.</Trans>
          </span>
        </p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 ps-[calc(0.875rem+56px)] pe-2">
          <NumberField
            look="pill"
            label={t`Quantity of ${name}`}
            value={line.quantity}
            onValueChange={(value) => value !== null && !Number.isNaN(value) && change(line, value)}
            invalidText={t`Enter a whole number.`}
            min={1}
            max={max}
            decreaseLabel={t`One less of ${name}`}
            increaseLabel={t`One more of ${name}`}
          />
          <Points
            number={format.number(price * line.quantity)}
            label={format.points(price * line.quantity)}
          />
        </div>
      )}
    </li>
  );
}
