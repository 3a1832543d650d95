import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ShoppingCart } from 'lucide-react';
import { useCartTotal } from '#src/data/live/badge-totals.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { IconButton } from '#src/ui/icon-button.tsx';

/** The way to the cart, with how many pieces are in it (spec 1 §2, "Shell"). */
export function CartButton() {
  const { t } = useLingui();
  const count = useCartTotal();
  return (
    <IconButton
      label={t`Cart: ${plural(count, { 0: 'empty', one: '# piece', other: '# pieces' })}`}
      icon={<ShoppingCart />}
      count={count}
      {...linkTo(paths.cart())}
    />
  );
}
