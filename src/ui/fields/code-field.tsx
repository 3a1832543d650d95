import type { Ref } from 'react';
import { classNames } from '../class-names.ts';
import { FieldFrame, useFieldIds, type FieldTextProps } from './field-frame.tsx';
import { digitsIn } from './western-digits.ts';

interface CodeFieldProps extends FieldTextProps {
  value: string;
  /** Receives up to `length` digits and nothing else. */
  onValueChange: (value: string) => void;
  /** Called once when the last digit is entered. */
  onComplete?: ((value: string) => void) | undefined;
  length?: number;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  name?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Field for a one-time code. A single transparent input lies over the boxes that show the digits, so that pasting,
 * autofill from messages and screen readers work.
 */
export function CodeField({ ref, ...props }: CodeFieldProps) {
  const { label, hint, error, value, onValueChange, onComplete, length = 5 } = props;
  const ids = useFieldIds(undefined, { hint, error });

  const change = (text: string) => {
    const digits = digitsIn(text).slice(0, length);
    if (digits === value) return;
    onValueChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };

  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <div className="group relative max-w-88">
        <input
          ref={ref}
          id={ids.control}
          name={props.name}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\d*"
          spellCheck={false}
          enterKeyHint="done"
          // The previous step has just sent the code, and this is the only field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={props.autoFocus}
          disabled={props.disabled}
          value={value}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          onChange={(event) => change(event.target.value)}
          className="absolute inset-0 z-1 size-full cursor-text bg-transparent text-field text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent forced-color-adjust-none"
        />
        <div aria-hidden="true" className="grid grid-cols-5 gap-2">
          {Array.from({ length }, (_, index) => (
            <span key={index} className={boxClass(index, value.length, length, Boolean(error))}>
              {value[index]}
            </span>
          ))}
        </div>
      </div>
    </FieldFrame>
  );
}

function boxClass(index: number, filledLength: number, length: number, invalid: boolean): string {
  const isNextBox = index === Math.min(filledLength, length - 1);
  return classNames(
    'grid aspect-4/5 max-h-20 w-full min-w-0 place-items-center rounded-control field-line',
    'bg-surface-raised text-heading font-semibold tnum',
    invalid && 'border-bad! bg-bad-soft! forced-colors:border-3! forced-colors:border-dashed!',
    isNextBox &&
      'group-has-focus:border-focus group-has-focus:outline-3 group-has-focus:-outline-offset-1 group-has-focus:outline-focus',
  );
}
