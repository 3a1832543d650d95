import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { NumberField } from '#src/ui/number-field.tsx';
import type { Buying } from './use-buying.tsx';

/** How many of it. Nothing where there is nothing to choose. */
export function BuyFields({ buying }: { buying: Pick<Buying, 'picker'> }) {
  const { t } = useLingui();
  const { quantity, min, max, inCart, choose } = buying.picker;
  const words =
    inCart > 0
      ? t`${plural(inCart, { one: '# piece is in your cart already.', other: '# pieces are in your cart already.' })}`
      : undefined;
  if (max <= 1) return words ? <p className="text-small text-ink-soft">{words}</p> : null;
  return (
    <NumberField
      label={t`Quantity`}
      hint={words}
      value={quantity}
      onValueChange={(value) => choose(value ?? min)}
      min={min}
      max={max}
      decreaseLabel={t`One less`}
      increaseLabel={t`One more`}
    />
  );
}
