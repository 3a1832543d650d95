import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentPropsWithRef, type RefObject, useRef, useState } from 'react';
import type { Label, InvalidLabel } from '#schemas/label.ts';
import {
  MAX_CODE_LENGTH,
  normaliseCode,
  SERIAL_PART_1_MAX,
  SERIAL_PART_2_MAX,
  type SerialProblem,
} from '#schemas/serial-number.ts';
import { controlClass, FieldNotes, useFieldIds } from '#src/ui/fields/field-frame.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { ProductRules } from '../capture/product-rules.ts';
import { isList } from './list/read-list.ts';
import {
  parsePastedLabel,
  editFirstHalf,
  editSecondHalf,
  type SerialHalves,
  type TypedSerial,
} from './manual-entry.ts';

interface SerialFieldsProps {
  halves: SerialHalves;
  onHalvesChange: (halves: SerialHalves) => void;
  /** A label was pasted, as text or as a link. */
  onLabel: (label: Label | InvalidLabel) => void;
  /** Several lines were pasted. */
  onList: (text: string) => void;
  problem: SerialProblem | undefined;
  rules: ProductRules;
  /** Ref of the first field, which gets the focus for the next number. */
  firstRef: RefObject<HTMLInputElement | null>;
}

/** The two halves of a serial number. A complete code pasted into either is split. */
export function SerialFields(props: SerialFieldsProps) {
  const { halves, onHalvesChange, onList, problem, rules, firstRef } = props;
  const { t } = useLingui();
  const problemText = useSerialProblemText();
  const secondRef = useRef<HTMLInputElement>(null);
  const [notes, setNotes] = useState<Pick<TypedSerial, 'replacements' | 'unmappable'> | null>(null);
  const isInFirstPart = problem !== undefined && !problem.startsWith('part_2');

  const applyInput = (text: string, typedSerial: TypedSerial, canMoveFocus: boolean) => {
    const label = parsePastedLabel(text, rules);
    setNotes(label ? null : typedSerial);
    if (label) return props.onLabel(label);
    onHalvesChange({ part1: typedSerial.part1, part2: typedSerial.part2 });
    if (canMoveFocus && typedSerial.movesToSecondField) secondRef.current?.focus();
  };
  const sharedProps = {
    autoCapitalize: 'characters',
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
  } as const;

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold break-long">
        <Trans>Serial number</Trans>
        {rules.isGenericRegion && (
          <span className="font-normal text-ink-soft">
            {' '}
            <Trans>(second part optional)</Trans>
          </span>
        )}
      </legend>
      <div className="grid grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)] items-start gap-2.5">
        <NumberHalf
          {...sharedProps}
          ref={firstRef}
          enterKeyHint="next"
          onKeyDown={(event) => {
            // If the second half is empty, Enter moves to it, like the keyboard's "next" key.
            if (event.key !== 'Enter' || halves.part1 === '' || halves.part2 !== '') return;
            event.preventDefault();
            secondRef.current?.focus();
          }}
          onPaste={(event) => {
            const pastedText = event.clipboardData.getData('text/plain');
            if (!isList(pastedText)) return;
            event.preventDefault();
            onList(pastedText);
          }}
          label={t`First part`}
          placeholder={'•'.repeat(SERIAL_PART_1_MAX)}
          value={halves.part1}
          onChange={({ target: { value } }) => {
            applyInput(
              value,
              editFirstHalf(value, halves.part2),
              value.length > halves.part1.length,
            );
          }}
          error={problem && isInFirstPart ? problemText(problem) : undefined}
        />
        <NumberHalf
          {...sharedProps}
          ref={secondRef}
          enterKeyHint="done"
          label={rules.isGenericRegion ? t`Second part, optional` : t`Second part`}
          placeholder={'•'.repeat(SERIAL_PART_2_MAX)}
          value={halves.part2}
          onChange={({ target: { value } }) =>
            applyInput(value, editSecondHalf(value, halves.part1), false)
          }
          error={problem && !isInFirstPart ? problemText(problem) : undefined}
        />
      </div>
      <p className="mt-1.5 text-small text-ink-soft break-long">
        <Trans>On the label, for example 24A17K3M-0042.</Trans>
      </p>
      <div role="status">
        <TypingNotes notes={halves.part1 + halves.part2 === '' ? null : notes} />
      </div>
    </fieldset>
  );
}

interface NumberHalfProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'style'> {
  /** Accessible name; the legend names both fields together. */
  label: string;
  error: string | undefined;
}

/** One half of the serial number, in a large font, like on the product's label. */
function NumberHalf({ label, error, ...nativeProps }: NumberHalfProps) {
  const ids = useFieldIds(undefined, { error });
  return (
    <div className="min-w-0">
      <input
        type="text"
        {...nativeProps}
        id={ids.control}
        aria-label={label}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className={controlClass(
          Boolean(error),
          'font-display text-[max(1.25rem,16px)]! tracking-[0.06em] tnum',
        )}
      />
      <FieldNotes ids={ids} error={error} />
    </div>
  );
}

/** Shows which characters were replaced by look-alikes or dropped. */
function TypingNotes({
  notes,
}: {
  notes: Pick<TypedSerial, 'replacements' | 'unmappable'> | null;
}) {
  if (!notes) return null;
  const unmappable = [...new Set(notes.unmappable)].join(' ');
  const replacements = [...new Set(notes.replacements.map(({ replacement }) => replacement))].join(
    ' ',
  );
  return (
    <>
      {replacements && (
        <p className="mt-2 text-small text-ink-soft break-long">
          <Trans>Similar-looking letters were read as {replacements}</Trans>
        </p>
      )}
      {unmappable && (
        <p className="mt-2 text-small font-medium text-warn break-long">
          <Trans>Left out, not valid in serial numbers: {unmappable}</Trans>
        </p>
      )}
    </>
  );
}

interface UnsplitCodeFieldProps {
  code: string;
  onCodeChange: (code: string) => void;
  problem: SerialProblem | undefined;
}

/** A serial number with more parts than the two fields hold (spec 1 §5). */
export function UnsplitCodeField({ code, onCodeChange, problem }: UnsplitCodeFieldProps) {
  const { t } = useLingui();
  const problemText = useSerialProblemText();
  return (
    <TextField
      label={t`Serial number`}
      hint={t`As shown on the label, including hyphens.`}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={MAX_CODE_LENGTH}
      value={code}
      onChange={(event) => onCodeChange(normaliseCode(event.target.value).value)}
      error={problem && problemText(problem)}
    />
  );
}

/** Returns a function that formats the error of a serial number. */
function useSerialProblemText(): (problem: SerialProblem) => string {
  const { t } = useLingui();
  return (problem) => {
    switch (problem) {
      case 'part_1_missing':
        return t`Enter the serial number.`;
      case 'part_1_too_long':
        return t`Use ${SERIAL_PART_1_MAX} characters or fewer.`;
      case 'part_2_missing':
        return t`Enter the second part.`;
      case 'part_2_too_long':
        return t`Use ${SERIAL_PART_2_MAX} characters or fewer.`;
      case 'bad_characters':
        return t`Use letters A to Z and numbers only.`;
    }
  };
}
