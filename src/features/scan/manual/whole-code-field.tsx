import { useLingui } from '@lingui/react/macro';
import { CODE_MAX, normaliseCode, type SerialRefusal } from '#schemas/serial-number.ts';
import { TextField } from '#src/ui/text-field.tsx';
import { useSerialWords } from './use-manual-words.ts';

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
