import { CircleAlert, Search } from 'lucide-react';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { matchesFilter } from '#schemas/address-search.ts';
import { classNames } from '#src/ui/class-names.ts';
import { ComboField, type ComboOption } from '#src/ui/fields/combo-field.tsx';

/** Number of tiles; the search field finds the other options. */
const TILES = 5;

interface TileOption extends ComboOption {
  /** 56 px. */
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
  const found = useRef<string | null>(null);
  useEffect(() => {
    if (found.current === null || found.current !== value) return;
    found.current = null;
    // The focused search field unmounts: move the focus to the tile of the option found.
    group.current?.querySelector<HTMLElement>(':checked')?.focus();
  }, [value, isSearching]);
  const hasAll = options.length <= TILES + 1;
  const first = hasAll ? options : options.slice(0, TILES);
  const chosen = options.find((one) => one.id === value);
  // An option found by search gets a tile.
  const tiles = chosen && !first.includes(chosen) ? [...first.slice(0, -1), chosen] : first;
  const choose = (next: string) => {
    found.current = isSearching ? next : null;
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
        {!hasAll && (
          <button
            type="button"
            aria-expanded={isSearching}
            onClick={() => setSearching(!isSearching)}
            className={classNames(tile, 'text-ink-soft')}
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
            emptyText={t`Nothing fits what you typed.`}
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

const tile =
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
        tile,
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
