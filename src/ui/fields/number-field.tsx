import { useLingui } from '@lingui/react';
import { Minus, Plus } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { FieldFrame, controlClass, useFieldIds, type FieldTextProps } from './field-frame.tsx';
import {
  countDecimals,
  parseTypedNumber,
  roundTo,
  separatorsOf,
  formatTypedNumber,
} from './typed-number.ts';

interface NumberFieldProps extends FieldTextProps {
  /** Null while the field is empty, NaN while the input is invalid. */
  value: number | null;
  onValueChange: (value: number | null) => void;
  /** Error shown for invalid input. The input stays as typed, and the field never corrects it. */
  invalidText: string;
  min?: number;
  max?: number;
  /** Amount by which a button press changes the value. Also limits the decimals: 1 allows none, 0.5 allows one. */
  step?: number;
  /** `clamp` moves the value into the range on blur; `keep` leaves validation to the caller. */
  outOfRange?: 'clamp' | 'keep';
  /** Moment when typed numbers are reported. Button presses are always reported immediately. */
  typing?: 'each-digit' | 'on-blur';
  unit?: ReactNode;
  decreaseLabel: string;
  increaseLabel: string;
  disabled?: boolean | undefined;
  name?: string | undefined;
  /** `pill` is a compact control with a visually hidden label, for use next to the things it counts. */
  variant?: 'field' | 'pill';
}

/** State of the field: the typed text and its number. */
function useNumberInput(props: NumberFieldProps) {
  const { onValueChange, min = 0, max = Number.MAX_SAFE_INTEGER, step = 1 } = props;
  const { outOfRange = 'clamp', typing = 'each-digit' } = props;
  const value = Number.isNaN(props.value) ? null : props.value;
  // While typing, the value may be out of range, such as 1 on the way to 12.
  const [draft, setDraft] = useState<string | null>(null);
  const decimals = Math.max(countDecimals(step), countDecimals(min));
  const { i18n } = useLingui();
  const separators = separatorsOf(i18n.locales ?? i18n.locale);
  const parse = (text: string) =>
    parseTypedNumber(text, { decimals, allowsNegative: min < 0, separators });
  const isUnreadable = draft !== null && Number.isNaN(parse(draft));

  const clamp = (number: number) => Math.min(max, Math.max(min, number));
  const changeBy = (amount: number) => {
    setDraft(null);
    const base = value ?? (amount > 0 ? min - amount : min);
    onValueChange(clamp(roundTo(base + amount, decimals)));
  };
  const onType = (text: string) => {
    setDraft(text);
    if (typing === 'on-blur') return;
    const number = parse(text);
    const isInRange = number === null || Number.isNaN(number) || number === clamp(number);
    if (outOfRange === 'keep' || isInRange) onValueChange(number);
  };
  const commit = () => {
    // Invalid text and its error stay until the user corrects the text.
    if (draft === null || isUnreadable) return;
    const number = parse(draft);
    if (number !== null && outOfRange === 'clamp') onValueChange(clamp(number));
    setDraft(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter submits the form without a blur, so commit the number here.
    if (event.key === 'Enter') return commit();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    changeBy(event.key === 'ArrowUp' ? step : -step);
  };
  const text = draft ?? formatTypedNumber(value, separators.decimal);
  return {
    value,
    text,
    decimals,
    min,
    max,
    step,
    isUnreadable,
    changeBy,
    onType,
    commit,
    onKeyDown,
  };
}

/** Number input with step buttons; parses separators and digits in the app's language. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, optionalLabel, unit, disabled, variant = 'field' } = props;
  const input = useNumberInput(props);
  const { value, text, decimals, min, max, step, changeBy, onType, commit, onKeyDown } = input;
  const error = input.isUnreadable ? props.invalidText : props.error;
  const ids = useFieldIds(undefined, { hint, error });
  return (
    <FieldFrame
      ids={ids}
      label={variant === 'pill' ? <span className="sr-only">{label}</span> : label}
      hint={hint}
      error={error}
      optionalLabel={optionalLabel}
    >
      <div className={rowClasses[variant]}>
        <StepButton
          variant={variant}
          label={props.decreaseLabel}
          icon={<Minus />}
          disabled={disabled || (value ?? min) <= min}
          onPress={() => changeBy(-step)}
        />
        <input
          id={ids.control}
          name={props.name}
          role="spinbutton"
          inputMode={decimals > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          disabled={disabled}
          value={text}
          aria-valuenow={value ?? undefined}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onType(event.target.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
          className={controlClass(Boolean(error), inputClasses[variant])}
        />
        <StepButton
          variant={variant}
          label={props.increaseLabel}
          icon={<Plus />}
          disabled={disabled || (value ?? min) >= max}
          onPress={() => changeBy(step)}
        />
        {unit && <span className="text-ink-soft">{unit}</span>}
      </div>
    </FieldFrame>
  );
}

const rowClasses = {
  field: 'flex items-center gap-2',
  // Offsets the hidden label's margin.
  pill: '-mt-1.5 flex w-fit items-center rounded-control bg-surface-sunken sunlight:field-line',
};
const inputClasses = {
  field: 'max-w-32 text-center font-semibold tnum',
  pill: 'max-w-14 border-transparent! bg-transparent! px-1! text-center font-display font-semibold tnum',
};
const buttonClasses = {
  field: 'size-target field-line bg-surface-raised aria-disabled:border-line!',
  pill: 'w-target self-stretch min-h-13',
};

interface StepButtonProps {
  variant: keyof typeof buttonClasses;
  label: string;
  icon: ReactNode;
  disabled: boolean | undefined;
  onPress: () => void;
}

function StepButton({ variant, label, icon, disabled, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // `aria-disabled` instead of `disabled`, so that the button keeps the focus at the limit.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onPress}
      className={classNames(
        'grid shrink-0 place-items-center rounded-control hover:bg-surface-sunken aria-disabled:bg-surface-sunken aria-disabled:text-ink-soft [&_svg]:size-5',
        buttonClasses[variant],
      )}
    >
      {icon}
    </button>
  );
}

/**
 * Returns true if a number field in the container shows an error. While the text of a field that reports on blur is
 * invalid, the field's value is still the previous number.
 */
export function hasInvalidNumber(container: ParentNode | null): boolean {
  return Boolean(container?.querySelector('[role="spinbutton"][aria-invalid="true"]'));
}
