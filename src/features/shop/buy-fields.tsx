import { useLingui } from '@lingui/react/macro';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import type { Purchase } from './use-purchase.tsx';

/** Quantity field; nothing if there is no choice. */
export function PurchaseFields({ purchase }: { purchase: Pick<Purchase, 'picker'> }) {
  const { t } = useLingui();
  const { quantity, min, max, choose } = purchase.picker;
  if (max <= 1) return null;
  return (
    <NumberField
      look="pill"
      label={t`Quantity`}
      value={quantity}
      onValueChange={(value) => choose(value ?? min)}
      invalidText={t`Enter a whole number.`}
      min={min}
      max={max}
      decreaseLabel={t`One less`}
      increaseLabel={t`One more`}
    />
  );
}
