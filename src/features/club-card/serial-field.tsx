import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import type { UseControllerReturn } from 'react-hook-form';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { cursorPosition, formatSerial, serialDigits } from './serial-digits.ts';
import type { VerifyForm } from './verify-screen.tsx';

interface SerialFieldProps {
  serial: UseControllerReturn<VerifyForm, 'serial'>;
  /** Why the server would not take the number; false where it did. */
  rejection: string | false;
  /** Typing anew makes what the server said of the last number old. */
  onEdit: () => void;
}

/** The ten digits of a card in groups, so that they can be compared with it. */
export function SerialField({ serial, rejection, onEdit }: SerialFieldProps) {
  const { t } = useLingui();
  const { field, fieldState } = serial;
  const input = useRef<HTMLInputElement>(null);
  const cursor = useRef<number | null>(null);
  // Grouping moves what is behind the cursor; the cursor stays behind the same digit.
  useLayoutEffect(() => {
    if (cursor.current !== null) input.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const before = target.value.slice(0, target.selectionStart ?? target.value.length);
    cursor.current = cursorPosition(serialDigits(before).length);
    onEdit();
    field.onChange(serialDigits(target.value));
  };
  return (
    <TextField
      label={t`Card number`}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="done"
      placeholder={formatSerial('•'.repeat(10))}
      hint={t`10 digits, on the front of the card.`}
      error={fieldState.error ? t`Enter the 10 digits on your card.` : rejection}
      name={field.name}
      value={formatSerial(field.value)}
      onChange={change}
      onBlur={field.onBlur}
      ref={(element) => {
        input.current = element;
        field.ref(element);
      }}
    />
  );
}
