import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, useLayoutEffect, useRef } from 'react';
import type { UseControllerReturn } from 'react-hook-form';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { cursorPosition, formatSerial, serialDigits } from './serial-digits.ts';
import type { VerifyForm } from './verify-screen.tsx';

interface SerialFieldProps {
  serial: UseControllerReturn<VerifyForm, 'serial'>;
  /** Why the server rejected the number; false if it didn't. */
  rejection: string | false;
  /** Clears the rejection of the previous number. */
  onEdit: () => void;
}

/** Card number field, with digits grouped as on the card. */
export function SerialField({ serial, rejection, onEdit }: SerialFieldProps) {
  const { t } = useLingui();
  const { field, fieldState } = serial;
  const input = useRef<HTMLInputElement>(null);
  const cursor = useRef<number | null>(null);
  // Formatting moves the text; keep the cursor behind the same digit.
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
