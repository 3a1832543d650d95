import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { Problems } from './list-draft.ts';

type Limit = 'min' | 'max' | 'step' | 'limit';

interface QuestionLimitsProps {
  readonly question: SurveyQuestion;
  readonly index: number;
  readonly problems: Problems;
  readonly set: (changes: Partial<SurveyQuestion>) => void;
}

/** Fields for the limits and step of a number, or for the maximum number of answers that can be chosen. */
export function QuestionLimits({ question, index, problems, set }: QuestionLimitsProps) {
  const { t } = useLingui();
  const labels: Readonly<Record<Limit, string>> = {
    min: t`Smallest number`,
    max: t`Largest number`,
    step: t`Step`,
    limit: t`Maximum answers`,
  };
  const shownLimits: Readonly<Record<SurveyQuestion['kind'], readonly Limit[]>> = {
    single: [],
    multi: ['limit'],
    number: ['min', 'max', 'step'],
  };
  return shownLimits[question.kind].map((name) => (
    <LimitField
      key={name}
      label={labels[name]}
      value={question[name]}
      isInvalid={problems.has(`${index}.${name}`)}
      onChange={(value) => set({ [name]: value })}
    />
  ));
}

interface LimitFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly isInvalid: boolean;
  readonly onChange: (value: number | null) => void;
}

function LimitField({ label, value, isInvalid, onChange }: LimitFieldProps) {
  const { t } = useLingui();
  // The typed text can be incomplete, such as "1,".
  const [typedText, setTypedText] = useState(value === null ? '' : String(value));
  return (
    <TextField
      label={label}
      hint={t`Leave it empty for none.`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      value={typedText}
      error={isInvalid ? t`This value isn’t accepted.` : undefined}
      onChange={({ target }) => {
        setTypedText(target.value);
        const text = target.value.replace(',', '.');
        onChange(text === '' ? null : Number(text));
      }}
    />
  );
}
