import { useLingui } from '@lingui/react/macro';
import { ComboField } from '#src/ui/combo-field.tsx';
import type { ProductRules } from '../product/product-rules.ts';
import type { ManualProblems, ProductChoice } from './manual-entry.ts';

interface ProductFieldsProps {
  choice: ProductChoice;
  onChoiceChange: (choice: ProductChoice) => void;
  problems: ManualProblems;
  rules: ProductRules;
}

/** Type, size and variant, each from its allowed list (spec 1 §5; messages of §8). */
export function ProductFields({ choice, onChoiceChange, problems, rules }: ProductFieldsProps) {
  const { t } = useLingui();
  const emptyText = t`Nothing fits what you typed.`;
  return (
    <div className="space-y-4">
      <ComboField
        label={t`Type`}
        options={optionsOf(rules.types)}
        value={choice.type}
        onValueChange={(type) => onChoiceChange({ ...choice, type })}
        emptyText={emptyText}
        error={
          problems.type && t`Choose a type from the list. Others do not count for your account.`
        }
      />
      <ComboField
        label={t`Size`}
        options={optionsOf(rules.sizes)}
        value={choice.size}
        onValueChange={(size) => onChoiceChange({ ...choice, size })}
        emptyText={emptyText}
        error={problems.size && t`Choose a size from the list.`}
      />
      <ComboField
        label={t`Variant`}
        options={optionsOf(rules.variants)}
        value={choice.variant}
        onValueChange={(variant) => onChoiceChange({ ...choice, variant })}
        emptyText={emptyText}
        error={problems.variant && t`Choose a variant from the list.`}
      />
    </div>
  );
}

function optionsOf(values: readonly string[]) {
  return values.map((value) => ({ id: value, label: value }));
}
