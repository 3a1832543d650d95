import { useLingui } from '@lingui/react/macro';
import type { ShopVariant } from '#schemas/shop-product.ts';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { variantAttributes, selectVariant, attributeValue } from './variants.ts';

interface VariantChoiceProps {
  variants: readonly ShopVariant[];
  shown: ShopVariant;
  onChoose: (variant: ShopVariant) => void;
}

/** Selects a variant by its attributes; nothing if there is no choice. */
export function VariantChoice({ variants, shown, onChoose }: VariantChoiceProps) {
  const { t } = useLingui();
  const attributes = variantAttributes(variants);
  if (attributes.length === 0) return null;
  return (
    <div className="space-y-3">
      {attributes.map(({ uuid, name, values }) => {
        const label = name || t`Variant`;
        return (
          <div key={uuid}>
            <p aria-hidden="true" className="mb-1.5 text-small font-semibold">
              {label}
            </p>
            <FilterChips
              label={label}
              wrap
              value={attributeValue(shown, uuid) ?? ''}
              onValueChange={(value) => onChoose(selectVariant(variants, shown, uuid, value))}
              options={values.map((value) => ({ value: value.uuid, label: value.name }))}
            />
          </div>
        );
      })}
    </div>
  );
}
