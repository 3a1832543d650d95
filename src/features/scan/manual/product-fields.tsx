import { useLingui } from '@lingui/react/macro';
import { CircleAlert, Search } from 'lucide-react';
import { useState, useEffect, useId, useRef, type ReactNode } from 'react';
import { matchesFilter } from '#schemas/text-search.ts';
import { parseSizeInCm } from '#schemas/product-family.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { classNames } from '#src/ui/class-names.ts';
import { ComboField, type ComboOption } from '#src/ui/fields/combo-field.tsx';
import type { ProductRules } from '../capture/product-rules.ts';
import { ProductPicture } from '../photo/scan-photo.tsx';
import { newestScans } from '../queries.ts';
import type { ManualProblems, ProductChoice } from './manual-entry.ts';
import type { Product } from './manual-state.ts';

/** Number of recent scans used for ranking. */
const RANKED_SCANS = 200;
const NO_CHOICE: ProductChoice = { type: null, size: null, variant: null };

/** Reads the recent scans once, so that new scans don't reorder the options. */
function useRecentScans(): readonly Product[] {
  const scans = useLiveQuery((account) => newestScans(account, RANKED_SCANS), []);
  const [initialScans, setInitialScans] = useState(scans);
  if (initialScans === undefined && scans !== undefined) setInitialScans(scans);
  return initialScans ?? NO_PRODUCTS;
}
const NO_PRODUCTS: readonly Product[] = [];

interface ProductFieldsProps {
  choice: ProductChoice;
  onChoiceChange: (choice: ProductChoice) => void;
  problems: ManualProblems;
  rules: ProductRules;
}

/**
 * Fields for the type, the size and the variant, with the allowed values (spec 1 §5) and the error messages of §8.
 * The options of a field are ranked only by the fields above it, so that a choice never moves options further up.
 */
export function ProductFields({ choice, onChoiceChange, problems, rules }: ProductFieldsProps) {
  const { t } = useLingui();
  const productNames = useProductNames();
  const scans = useRecentScans();
  const { type, size } = choice;
  return (
    <div className="space-y-6">
      <ChoiceTiles
        label={t`Type`}
        otherLabel={t`Another type`}
        options={sortByLikelihood('type', rules.types, scans, NO_CHOICE).map((option) => ({
          id: option,
          label: option,
          detail: productNames.name(option),
          picture: <ProductPicture type={option} />,
        }))}
        value={type}
        onValueChange={(next) => onChoiceChange({ ...choice, type: next })}
        error={
          problems.type && t`Choose a type from the list. You don’t earn points for other types.`
        }
      />
      <ChoiceTiles
        label={t`Size`}
        otherLabel={t`Another size`}
        options={sortByLikelihood('size', rules.sizes, scans, { ...NO_CHOICE, type }).map(
          (option) => ({
            id: option,
            label: option,
            detail: productNames.size(option) ?? undefined,
            picture: <SizeDrawing size={option} />,
          }),
        )}
        value={size}
        onValueChange={(next) => onChoiceChange({ ...choice, size: next })}
        error={problems.size && t`Choose a size from the list.`}
      />
      <ChoiceTiles
        label={t`Variant`}
        otherLabel={t`Another variant`}
        options={sortByLikelihood('variant', rules.variants, scans, {
          ...NO_CHOICE,
          type,
          size,
        }).map((option) => ({ id: option, label: option }))}
        value={choice.variant}
        onValueChange={(next) => onChoiceChange({ ...choice, variant: next })}
        error={problems.variant && t`Choose a variant from the list.`}
      />
    </div>
  );
}

/** A scan's weight halves after this many newer scans. */
const HALF_LIFE = 25;
/** Weight of scans of other products; only breaks ties. */
const OTHER_PRODUCT_WEIGHT = 1 / 1000;

/**
 * Sorts by likelihood: the values scanned most often and most recently first. Values never scanned keep their order, at
 * the end.
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
  const otherFields = fields.filter((other) => other !== field && choice[other] !== null);
  const scores = new Map<string, number>();
  for (const [index, scan] of scans.entries()) {
    const isSameChoice = otherFields.every((other) => scan[other] === choice[other]);
    const score = 2 ** (-index / HALF_LIFE) * (isSameChoice ? 1 : OTHER_PRODUCT_WEIGHT);
    scores.set(scan[field], (scores.get(scan[field]) ?? 0) + score);
  }
  const scoreOf = (value: string) => scores.get(value) ?? 0;
  return values.toSorted((a, b) => scoreOf(b) - scoreOf(a));
}

/** Windows up to this size, in cm, are drawn to the same scale. */
const SAME_SCALE_CM = 160;
const BOX_SIZE = 56;

/** A window outline in proportion, so that sizes can be distinguished at a glance. */
function SizeDrawing({ size }: { size: string }) {
  const sizeInCm = parseSizeInCm(size);
  const { width, height } = sizeInCm ?? { width: 100, height: 100 };
  const scale = (BOX_SIZE - 8) / Math.max(SAME_SCALE_CM, width, height);
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  return (
    <svg
      viewBox={`0 0 ${BOX_SIZE} ${BOX_SIZE}`}
      aria-hidden="true"
      className="size-[56px] shrink-0"
    >
      <rect
        x={(BOX_SIZE - drawnWidth) / 2}
        y={(BOX_SIZE - drawnHeight) / 2}
        width={drawnWidth}
        height={drawnHeight}
        rx="2"
        strokeWidth="2.5"
        strokeDasharray={sizeInCm ? undefined : '4 4'}
        className="fill-[var(--ill-sky)] stroke-current"
      />
    </svg>
  );
}

/** Number of tiles; the search field finds the other options. */
const MAX_TILES = 5;

interface TileOption extends ComboOption {
  /** Picture with a width and height of 56 px. */
  picture?: ReactNode;
}

interface ChoiceTilesProps {
  label: string;
  /** Label of the tile that opens the search field. */
  otherLabel: string;
  /** Most likely first. */
  options: readonly TileOption[];
  value: string | null;
  onValueChange: (id: string) => void;
  error: ReactNode;
}

/** Single choice: tiles for the most likely options, and a search field for the rest. */
export function ChoiceTiles(props: ChoiceTilesProps) {
  const { label, otherLabel, options, value, onValueChange, error } = props;
  const { t } = useLingui();
  const id = useId();
  const [isSearching, setSearching] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const searchedOptionId = useRef<string | null>(null);
  useEffect(() => {
    if (searchedOptionId.current === null || searchedOptionId.current !== value) return;
    searchedOptionId.current = null;
    // The focused search field unmounts, so move the focus to the tile of the option found.
    group.current?.querySelector<HTMLElement>(':checked')?.focus();
  }, [value, isSearching]);
  const fitsInTiles = options.length <= MAX_TILES + 1;
  const likeliestOptions = fitsInTiles ? options : options.slice(0, MAX_TILES);
  const chosenOption = options.find((option) => option.id === value);
  // An option found by searching gets a tile.
  const tiles =
    chosenOption && !likeliestOptions.includes(chosenOption)
      ? [...likeliestOptions.slice(0, -1), chosenOption]
      : likeliestOptions;
  const choose = (next: string) => {
    searchedOptionId.current = isSearching ? next : null;
    setSearching(false);
    onValueChange(next);
  };
  return (
    <fieldset
      ref={group}
      className="min-w-0"
      data-problem={error ? '' : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1.5 text-[0.9375rem] font-semibold break-long">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
        {tiles.map((option) => (
          <Tile
            key={option.id}
            name={id}
            option={option}
            isChosen={value === option.id}
            onChoose={() => choose(option.id)}
          />
        ))}
        {!fitsInTiles && (
          <button
            type="button"
            aria-expanded={isSearching}
            onClick={() => setSearching(!isSearching)}
            className={classNames(tileClass, 'text-ink-soft')}
          >
            <Search className="size-6" aria-hidden="true" />
            <span className="text-small font-semibold break-long">{otherLabel}</span>
          </button>
        )}
      </div>
      {isSearching && (
        <div className="mt-3">
          <ComboField
            autoFocus
            label={otherLabel}
            options={options}
            value={null}
            onValueChange={(next) => next !== null && choose(next)}
            filter={matchesFilter}
            emptyText={t`No matches`}
          />
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-small font-medium text-bad">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="break-long">{error}</span>
        </p>
      )}
    </fieldset>
  );
}

const tileClass =
  'relative flex min-h-14 flex-col items-center justify-center gap-1.5 rounded-control border-2 border-line bg-surface-raised p-2 text-center transition-colors sunlight:border-line-strong';

interface TileProps {
  name: string;
  option: TileOption;
  isChosen: boolean;
  onChoose: () => void;
}

function Tile({ name, option, isChosen, onChoose }: TileProps) {
  return (
    <label
      className={classNames(
        tileClass,
        'has-checked:border-info has-checked:bg-info-soft sunlight:has-checked:border-4',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
      )}
    >
      {/* Covers the whole tile, so that a press anywhere selects it. */}
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 z-1 size-full appearance-none outline-none"
      />
      {option.picture}
      <span className="max-w-full">
        <span className="block leading-tight font-semibold break-long">{option.label}</span>
        {option.detail && (
          <span className="block text-caption leading-tight text-ink-soft break-long">
            {option.detail}
          </span>
        )}
      </span>
    </label>
  );
}
