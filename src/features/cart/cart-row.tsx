import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, Package, Trash2 } from 'lucide-react';
import { type CartLine, MAX_QUANTITY } from '#schemas/cart.ts';
import { useFormat } from '#src/data/words/format.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Badge } from '#src/ui/badge.tsx';
import { FramedPicture } from '#src/ui/framed-picture.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkSlot } from '#src/ui/link-target.tsx';
import { NumberField } from '#src/ui/number-field.tsx';
import { useCartEdits } from './use-cart-edits.ts';

/** One line of the cart: what, for how much, how many, and out with it. */
export function CartRow({ line }: { line: CartLine }) {
  const { t } = useLingui();
  const format = useFormat();
  const { change, remove } = useCartEdits();
  const { name, title, stock, quantity } = line;
  const max = Math.min(stock, MAX_QUANTITY);
  return (
    <li className="space-y-3 p-4">
      <div className="flex items-start gap-3">
        <FramedPicture
          src={line.image}
          alt=""
          icon={<Package />}
          className="size-12 rounded-control [&_svg]:size-6!"
        />
        <div className="min-w-0 flex-1">
          <LinkSlot
            target={linkTo(paths.shopProduct(line.product_uuid))}
            className="-my-3.5 block rounded-control py-3.5 font-semibold text-brand-strong underline-offset-4 break-long hover:underline"
          >
            {name}
          </LinkSlot>
          {title && <p className="text-small text-ink-soft break-long">{title}</p>}
          <p className="text-small text-ink-soft tnum">{format.points(line.price)}</p>
        </div>
        <div className="-me-2 -mt-3">
          <IconButton label={t`Remove ${name}`} icon={<Trash2 />} onClick={() => remove(line)} />
        </div>
      </div>
      {max === 0 ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge icon={<Ban />}>
            <Trans>Sold out</Trans>
          </Badge>
          <span className="text-small text-ink-soft">
            <Trans>It is not ordered with the rest.</Trans>
          </span>
        </p>
      ) : (
        <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
          <div className="min-w-0 flex-[1_1_11rem]">
            <NumberField
              label={<span className="sr-only">{t`Quantity of ${name}`}</span>}
              value={quantity}
              onValueChange={(value) => value !== null && change(line, value)}
              min={1}
              max={max}
              decreaseLabel={t`One less of ${name}`}
              increaseLabel={t`One more of ${name}`}
            />
          </div>
          <p className="py-2.5 font-bold tnum">{format.points(line.price * quantity)}</p>
        </div>
      )}
    </li>
  );
}
