import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import type { ProductRules } from '../capture/product-rules.ts';
import { ProductPicture } from '../photo/product-picture.tsx';
import { newestScans } from '../queries.ts';
import { ChoiceTiles } from './choice-tiles.tsx';
import { type ManualProblems, type ProductChoice } from './manual-entry.ts';
import { type Product } from './manual-state.ts';
import { parseSizeInCm } from '#schemas/product-family.ts';

/** Recent scans used for ranking. */
const SCANS = 200;
const NOTHING: ProductChoice = { type: null, size: null, variant: null };

/** Takes the recent scans once, so that new scans don't reorder the options. */
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
 * Type, size and variant from their allowed lists (spec 1 §5; messages of §8). Options are ranked
 * by the fields above, so nothing already chosen moves.
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

/** A scan's weight halves after this many newer scans. */
const HALF_LIFE = 25;
/** Weight of scans of other products: only breaks ties. */
const ELSEWHERE = 1 / 1000;

/**
 * Sorts by likelihood: what was scanned most often and recently. Values never scanned keep their
 * order, at the end.
 * @param values options of the field
 * @param scans recent scans, newest first
 * @param choice values of the other fields; matching scans rank first
 */
export function sortByLikelihood(
  field: keyof Product,
  values: readonly string[],
  scans: readonly Product[],
  choice: ProductChoice,
): string[] {
  const fields = ['type', 'size', 'variant'] as const;
  const others = fields.filter((one) => one !== field && choice[one] !== null);
  const scores = new Map<string, number>();
  for (const [ago, scan] of scans.entries()) {
    const isLike = others.every((other) => scan[other] === choice[other]);
    const score = 2 ** (-ago / HALF_LIFE) * (isLike ? 1 : ELSEWHERE);
    scores.set(scan[field], (scores.get(scan[field]) ?? 0) + score);
  }
  const scoreOf = (value: string) => scores.get(value) ?? 0;
  return values.toSorted((a, b) => scoreOf(b) - scoreOf(a));
}

/** Larger sides are drawn at this length, in cm. */
const LONGEST_CM = 200;
const PLACE = 56;

/** A window outline in proportion, so that sizes can be told apart at a glance. */
function SizeDrawing({ size }: { size: string }) {
  const cm = parseSizeInCm(size);
  const { width, height } = cm ?? { width: 100, height: 100 };
  const scale = (PLACE - 8) / Math.max(LONGEST_CM * 0.8, width, height);
  const [w, h] = [width * scale, height * scale];
  return (
    <svg viewBox={`0 0 ${PLACE} ${PLACE}`} aria-hidden="true" className="size-[56px] shrink-0">
      <rect
        x={(PLACE - w) / 2}
        y={(PLACE - h) / 2}
        width={w}
        height={h}
        rx="2"
        strokeWidth="2.5"
        strokeDasharray={cm ? undefined : '4 4'}
        className="fill-[var(--ill-sky)] stroke-current"
      />
    </svg>
  );
}
