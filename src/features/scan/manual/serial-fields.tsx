import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import {
  CODE_MAX,
  normaliseCode,
  SERIAL_PART_1_MAX,
  SERIAL_PART_2_MAX,
  type SerialRefusal,
} from '#schemas/serial-number.ts';
import { TextField } from '#src/ui/text-field.tsx';
import { typeFirst, typeSecond, type SerialHalves, type TypedSerial } from './manual-entry.ts';

interface SerialFieldsProps {
  halves: SerialHalves;
  onHalvesChange: (halves: SerialHalves) => void;
  problem: SerialRefusal | undefined;
  regionIsGeneric: boolean;
}

/** The two halves of a serial number. A whole code pasted into either is split over both. */
export function SerialFields(props: SerialFieldsProps) {
  const { halves, onHalvesChange, problem, regionIsGeneric } = props;
  const { t } = useLingui();
  const words = useSerialWords();
  const second = useRef<HTMLInputElement>(null);
  const [notes, setNotes] = useState<Pick<TypedSerial, 'mapped' | 'unmappable'> | null>(null);
  const inFirst = problem !== undefined && !problem.startsWith('part_2');

  const take = (typed: TypedSerial, moves: boolean) => {
    setNotes(typed);
    onHalvesChange({ part1: typed.part1, part2: typed.part2 });
    if (moves && typed.goOn) second.current?.focus();
  };
  const common = {
    autoCapitalize: 'characters',
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
  } as const;

  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-small text-ink-soft break-long">
        <Trans>The serial number is on the label, for example 24A17K3M-0042.</Trans>
      </legend>
      <div className="grid grid-cols-[2fr_1fr] items-start gap-3">
        <TextField
          {...common}
          label={t`First part`}
          placeholder={'•'.repeat(SERIAL_PART_1_MAX)}
          value={halves.part1}
          onChange={(event) => {
            const grew = event.target.value.length > halves.part1.length;
            take(typeFirst(event.target.value, halves.part2), grew);
          }}
          error={problem && inFirst ? words(problem) : undefined}
        />
        <TextField
          {...common}
          ref={second}
          label={t`Second part`}
          optionalLabel={regionIsGeneric ? t`optional` : undefined}
          placeholder={'•'.repeat(SERIAL_PART_2_MAX)}
          value={halves.part2}
          onChange={(event) => take(typeSecond(event.target.value, halves.part1), false)}
          error={problem && !inFirst ? words(problem) : undefined}
        />
      </div>
      <div role="status">
        <TypingNotes notes={notes} />
      </div>
    </fieldset>
  );
}

/** What became of characters that no label has: read as their look-alike, or left out. */
function TypingNotes({ notes }: { notes: Pick<TypedSerial, 'mapped' | 'unmappable'> | null }) {
  if (!notes) return null;
  const left = [...new Set(notes.unmappable)].join(' ');
  const read = [...new Set(notes.mapped.map(({ as }) => as))].join(' ');
  return (
    <>
      {read && (
        <p className="mt-2 text-small text-ink-soft break-long">
          <Trans>Letters that look alike were read as {read}</Trans>
        </p>
      )}
      {left && (
        <p className="mt-2 text-small font-medium text-warn break-long">
          <Trans>Left out, because no serial number has it: {left}</Trans>
        </p>
      )}
    </>
  );
}

interface WholeCodeFieldProps {
  code: string;
  onCodeChange: (code: string) => void;
  problem: SerialRefusal | undefined;
}

/** A label's serial number of more parts than manual entry has fields (spec 1 §5). */
export function WholeCodeField({ code, onCodeChange, problem }: WholeCodeFieldProps) {
  const { t } = useLingui();
  const words = useSerialWords();
  return (
    <TextField
      label={t`Serial number`}
      hint={t`As it is on the label, with its hyphens.`}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={CODE_MAX}
      value={code}
      onChange={(event) => onCodeChange(normaliseCode(event.target.value).value)}
      error={problem && words(problem)}
    />
  );
}

/** What is wrong with a serial number, in a sentence. */
function useSerialWords(): (problem: SerialRefusal) => string {
  const { t } = useLingui();
  return (problem) => {
    switch (problem) {
      case 'part_1_missing':
        return t`Enter the serial number.`;
      case 'part_1_too_long':
        return t`At most ${SERIAL_PART_1_MAX} characters.`;
      case 'part_2_missing':
        return t`Enter the second part.`;
      case 'part_2_too_long':
        return t`At most ${SERIAL_PART_2_MAX} characters.`;
      case 'bad_characters':
        return t`Only letters A to Z and digits.`;
    }
  };
}
