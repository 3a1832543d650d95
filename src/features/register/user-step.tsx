import { useLingui } from '@lingui/react/macro';
import { regions } from '#schemas/regions.ts';
import { PhoneField } from '#src/ui/fields/phone-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { StepProps } from './step-props.ts';
import { useFieldProblemText } from './use-field-problem-text.ts';

const countries = regions.map(({ code, dialCode }) => ({ id: code, name: code, dialCode }));

/** The owner's name and contact details. */
export function UserStep({ draft, problems, onChange }: StepProps) {
  const { t } = useLingui();
  const problemText = useFieldProblemText();
  return (
    <>
      <TextField
        label={t`First name`}
        autoComplete="given-name"
        maxLength={80}
        value={draft.name}
        error={problemText(problems.name)}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label={t`Last name`}
        autoComplete="family-name"
        maxLength={80}
        value={draft.surname}
        error={problemText(problems.surname)}
        onChange={(event) => onChange({ surname: event.target.value })}
      />
      <TextField
        label={t`E-mail address`}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={draft.email}
        error={problemText(problems.email)}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      <PhoneField
        label={t`Phone number`}
        hint={t`You can sign in with your e-mail address or this number.`}
        countryLabel={t`Country`}
        countries={countries}
        country={draft.region}
        maxLength={40}
        value={draft.phone}
        error={problemText(problems.phone)}
        onChange={(event) => onChange({ phone: event.target.value })}
      />
    </>
  );
}
