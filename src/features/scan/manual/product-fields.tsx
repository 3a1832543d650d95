import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import type { ProductRules } from '../capture/product-rules.ts';
import { ProductPicture } from '../photo/product-picture.tsx';
import { newestScans } from '../queries.ts';
import { ChoiceTiles } from './choice-tiles.tsx';
import { sortByLikelihood } from './likely-choices.ts';
import type { ManualProblems, ProductChoice } from './manual-entry.ts';
import type { Product } from './manual-state.ts';
import { SizeDrawing } from './size-drawing.tsx';

/** So many of the last scans say what is likely. */
const SCANS = 200;
const NOTHING: ProductChoice = { type: null, size: null, variant: null };

/** What was scanned last when the question was asked: scans that arrive meanwhile put nothing in another order. */
function useLikelyScans(): readonly Product[] {
  const scans = useLiveQuery((account) => newestScans(account, SCANS), []);
  const [first, setFirst] = useState(scans);
  if (first === undefined && scans !== undefined) setFirst(scans);
  return first ?? NONE;
}
const NONE: readonly Product[] = [];

interface ProductFieldsProps {
  choice: ProductChoice;
  onChoiceChange: (choice: ProductChoice) => void;
  problems: ManualProblems;
  rules: ProductRules;
}

/**
 * Type, size and variant, each from its allowed list (spec 1 §5; messages of §8), the likeliest first by what is
 * chosen above: nothing moves that was chosen already.
 */
export function ProductFields({ choice, onChoiceChange, problems, rules }: ProductFieldsProps) {
  const { t } = useLingui();
  const naming = useProductNames();
  const scans = useLikelyScans();
  const { type, size } = choice;
  return (
    <div className="space-y-6">
      <ChoiceTiles
        label={t`Type`}
        otherLabel={t`Another type`}
        options={sortByLikelihood('type', rules.types, scans, NOTHING).map((one) => ({
          id: one,
          label: one,
          detail: naming.name(one),
          picture: <ProductPicture type={one} />,
        }))}
        value={type}
        onValueChange={(next) => onChoiceChange({ ...choice, type: next })}
        error={
          problems.type && t`Choose a type from the list. Others do not count for your account.`
        }
      />
      <ChoiceTiles
        label={t`Size`}
        otherLabel={t`Another size`}
        options={sortByLikelihood('size', rules.sizes, scans, { ...NOTHING, type }).map((one) => ({
          id: one,
          label: one,
          detail: naming.size(one) ?? undefined,
          picture: <SizeDrawing size={one} />,
        }))}
        value={size}
        onValueChange={(next) => onChoiceChange({ ...choice, size: next })}
        error={problems.size && t`Choose a size from the list.`}
      />
      <ChoiceTiles
        label={t`Variant`}
        otherLabel={t`Another variant`}
        options={sortByLikelihood('variant', rules.variants, scans, { ...NOTHING, type, size }).map(
          (one) => ({ id: one, label: one }),
        )}
        value={choice.variant}
        onValueChange={(next) => onChoiceChange({ ...choice, variant: next })}
        error={problems.variant && t`Choose a variant from the list.`}
      />
    </div>
  );
}
