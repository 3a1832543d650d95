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
  /** Null while empty, NaN while what is typed is no number by the field's rules. */
  value: number | null;
  onValueChange: (value: number | null) => void;
  /** The error while what is typed is no number that the field takes: it stays as typed, and is never changed into another. */
  invalidText: string;
  min?: number;
  max?: number;
  /** Also says how many decimals may be typed: 1 none, 0.5 one. */
  step?: number;
  /** `clamp` brings what was typed between min and max when the field is left; `keep` leaves it to the caller to say what is wrong. */
  outOfRange?: 'clamp' | 'keep';
  /** When a typed number is passed on: with each digit, or when the field is left. Steps are passed on at once. */
  typing?: 'each-digit' | 'when-left';
  unit?: ReactNode;
  decreaseLabel: string;
  increaseLabel: string;
  disabled?: boolean | undefined;
  name?: string | undefined;
  /** `pill`: one low control without a label for the eye, beside what it counts. */
  look?: 'field' | 'pill';
}

/** What happens in the field: the text as it is typed, and the number that it means. */
function useTyping(props: NumberFieldProps) {
  const { onValueChange, min = 0, max = Number.MAX_SAFE_INTEGER, step = 1 } = props;
  const { outOfRange = 'clamp', typing = 'each-digit' } = props;
  const value = Number.isNaN(props.value) ? null : props.value;
  // While it is being typed the text may be outside the limits: 1 on the way to 12.
  const [draft, setDraft] = useState<string | null>(null);
  const decimals = Math.max(countDecimals(step), countDecimals(min));
  const { i18n } = useLingui();
  const signs = separatorsOf(i18n.locales ?? i18n.locale);
  const read = (text: string) => parseTypedNumber(text, { decimals, negative: min < 0, signs });
  const isRefused = draft !== null && Number.isNaN(read(draft));

  const clamp = (number: number) => Math.min(max, Math.max(min, number));
  const move = (by: number) => {
    setDraft(null);
    const from = value ?? (by > 0 ? min - by : min);
    onValueChange(clamp(roundTo(from + by, decimals)));
  };
  const type = (text: string) => {
    setDraft(text);
    if (typing === 'when-left') return;
    const number = read(text);
    const isWithin = number === null || Number.isNaN(number) || number === clamp(number);
    if (outOfRange === 'keep' || isWithin) onValueChange(number);
  };
  const leave = () => {
    // A text that is refused stays, with its error, until the person corrects it.
    if (draft === null || isRefused) return;
    const number = read(draft);
    if (number !== null && outOfRange === 'clamp') onValueChange(clamp(number));
    setDraft(null);
  };
  const press = (event: KeyboardEvent) => {
    // The form is sent before the field is left.
    if (event.key === 'Enter') return leave();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? step : -step);
  };
  const text = draft ?? formatTypedNumber(value, signs.decimal);
  return { value, text, decimals, min, max, step, isRefused, move, type, leave, press };
}

/** A number with steps. Separators and digits are read in the app's language. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, optionalLabel, unit, disabled, look = 'field' } = props;
  const typing = useTyping(props);
  const { value, text, decimals, min, max, step, move, type, leave, press } = typing;
  const error = typing.isRefused ? props.invalidText : props.error;
  const ids = useFieldIds(undefined, { hint, error });
  return (
    <FieldFrame
      ids={ids}
      label={look === 'pill' ? <span className="sr-only">{label}</span> : label}
      hint={hint}
      error={error}
      optionalLabel={optionalLabel}
    >
      <div className={rowLooks[look]}>
        <StepButton
          look={look}
          label={props.decreaseLabel}
          icon={<Minus />}
          disabled={disabled || (value ?? min) <= min}
          onPress={() => move(-step)}
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
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onKeyDown={press}
          className={controlClass(Boolean(error), inputLooks[look])}
        />
        <StepButton
          look={look}
          label={props.increaseLabel}
          icon={<Plus />}
          disabled={disabled || (value ?? min) >= max}
          onPress={() => move(step)}
        />
        {unit && <span className="text-ink-soft">{unit}</span>}
      </div>
    </FieldFrame>
  );
}

const rowLooks = {
  field: 'flex items-center gap-2',
  // What the label leaves of its room is taken back.
  pill: '-mt-1.5 flex w-fit items-center rounded-control bg-surface-sunken sunlight:field-line',
};
const inputLooks = {
  field: 'max-w-32 text-center font-semibold tnum',
  pill: 'max-w-14 border-transparent! bg-transparent! px-1! text-center font-display font-semibold tnum',
};
const buttonLooks = {
  field: 'size-target field-line bg-surface-raised aria-disabled:border-line!',
  pill: 'w-target self-stretch min-h-13',
};

interface StepButtonProps {
  look: keyof typeof buttonLooks;
  label: string;
  icon: ReactNode;
  disabled: boolean | undefined;
  onPress: () => void;
}

function StepButton({ look, label, icon, disabled, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // At the end of what there is whoever presses it keeps the focus.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onPress}
      className={classNames(
        'grid shrink-0 place-items-center rounded-control hover:bg-surface-sunken aria-disabled:bg-surface-sunken aria-disabled:text-ink-soft [&_svg]:size-5',
        buttonLooks[look],
      )}
    >
      {icon}
    </button>
  );
}

/** Whether a number field shows a text that it refused: its value is still the number from before. */
export function hasInvalidNumber(container: ParentNode | null): boolean {
  return Boolean(container?.querySelector('[role="spinbutton"][aria-invalid="true"]'));
}
