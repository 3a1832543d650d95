import { useLingui } from '@lingui/react/macro';
import { findCompanyType, MIN_TAX_NUMBER } from '#schemas/company.ts';
import { regions } from '#schemas/regions.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import type { PickedAddress } from '#src/features/_shared/address/address-choices.ts';
import { AddressField } from '#src/features/_shared/address/address-field.tsx';
import {
  Acceptance,
  CompanyTypeCards,
  ConsentFields,
  TaxNumberFields,
} from '#src/features/_shared/onboarding/tax-number-fields.tsx';
import { PhoneField } from '#src/ui/fields/phone-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { RegistrationFields, RegistrationDraft } from './registration-draft.ts';
import type { FieldProblems, RegistrationRules, FieldProblem } from './registration-rules.ts';

/** Company type, which determines the required acceptances. */
export function CompanyTypeStep({ draft, rules, problems, onChange }: StepProps) {
  const problemText = useFieldProblemText();
  return (
    <CompanyTypeCards
      settings={rules.settings}
      value={draft.company_type}
      error={problemText(problems.company_type)}
      onChange={(company_type) => onChange({ company_type })}
    />
  );
}

export function DisclaimerStep({ draft, rules, problems, onChange }: StepProps) {
  const problemText = useFieldProblemText();
  return (
    <Acceptance
      document="disclaimer"
      type={findCompanyType(rules.settings, draft.company_type)}
      accepted={draft.disclaimer_accepted}
      error={problemText(problems.disclaimer_accepted)}
      onChange={(disclaimer_accepted) => onChange({ disclaimer_accepted })}
    />
  );
}

export function DeclarationStep({ draft, rules, problems, onChange }: StepProps) {
  const problemText = useFieldProblemText();
  return (
    <Acceptance
      document="declaration"
      type={findCompanyType(rules.settings, draft.company_type)}
      accepted={draft.declaration_accepted}
      error={problemText(problems.declaration_accepted)}
      onChange={(declaration_accepted) => onChange({ declaration_accepted })}
    />
  );
}

export function ConsentStep({ draft, onChange }: StepProps) {
  return (
    <ConsentFields
      email_consent={draft.email_consent}
      phone_consent={draft.phone_consent}
      onChange={onChange}
    />
  );
}

/** Company name and tax numbers, labelled with their names in the country. */
export function CompanyStep({ draft, rules, problems, onChange }: StepProps) {
  const { t } = useLingui();
  const problemText = useFieldProblemText();
  return (
    <>
      <TextField
        label={t`Company name`}
        autoComplete="organization"
        maxLength={160}
        value={draft.company_name}
        error={problemText(problems.company_name)}
        onChange={(event) => onChange({ company_name: event.target.value })}
      />
      <TaxNumberFields
        settings={rules.settings}
        values={draft}
        errors={{
          registration_number: problemText(problems.registration_number),
          registration_number_2: problemText(problems.registration_number_2),
        }}
        onChange={onChange}
      />
    </>
  );
}

/** Company address, with suggestions while typing. */
export function AddressStep({ draft, problems, onChange }: StepProps) {
  const { t } = useLingui();
  const problemText = useFieldProblemText();
  const applySuggestion = ({ street_name, house_number, postal_code, city }: PickedAddress) =>
    onChange({
      street: street_name,
      // Keep typed values that the suggestion lacks.
      ...(house_number !== '' && { house_number }),
      ...(postal_code !== '' && { postal_code }),
      ...(city !== '' && { city }),
    });
  return (
    <>
      <AddressField
        label={t`Street`}
        region={draft.region}
        value={draft.street}
        error={problemText(problems.street)}
        onValueChange={(street) => onChange({ street: street.slice(0, 160) })}
        onPick={applySuggestion}
      />
      <TextField
        label={t`House number`}
        autoComplete="off"
        maxLength={20}
        value={draft.house_number}
        error={problemText(problems.house_number)}
        onChange={(event) => onChange({ house_number: event.target.value })}
      />
      <TextField
        label={t`Postal code`}
        autoComplete="postal-code"
        maxLength={16}
        value={draft.postal_code}
        error={problemText(problems.postal_code)}
        onChange={(event) => onChange({ postal_code: event.target.value })}
      />
      <TextField
        label={t`City`}
        autoComplete="address-level2"
        maxLength={80}
        value={draft.city}
        error={problemText(problems.city)}
        onChange={(event) => onChange({ city: event.target.value })}
      />
    </>
  );
}

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
        label={t`Email address`}
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
        hint={t`You can sign in with your email address or this number.`}
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

export interface StepProps {
  draft: RegistrationDraft;
  rules: RegistrationRules;
  /** Problems to show: server rejections, and all others after the first attempt to continue. */
  problems: FieldProblems;
  isDecor: boolean;
  onChange: (changes: Partial<RegistrationFields>) => void;
}

/** Returns a function that formats a field's problem; null if the field is valid. */
export function useFieldProblemText(): (problem: FieldProblem | undefined) => string | null {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  return (problem) => {
    if (problem === undefined) return null;
    switch (problem.code) {
      case 'too_short': {
        const { min } = problem;
        return min === 1 ? t`This field can’t be empty.` : t`Enter at least ${min} characters.`;
      }
      case 'email_invalid':
        return t`Enter an email address, such as name@example.com.`;
      case 'phone_short':
        return t`Enter your phone number, at least 5 digits.`;
      case 'phone_letters':
        return errorText({ code: 'letters_not_allowed' });
      case 'phone_invalid':
        return t`Enter a phone number from the country you chose.`;
      case 'tax_number':
        return t`This number is required. Enter at least ${MIN_TAX_NUMBER} characters.`;
      case 'choose':
        return t`Choose one to continue.`;
      case 'accept':
        return t`Tick this to continue.`;
      case 'answer':
        return t`Answer all questions first.`;
      case 'rejected':
        return errorText({ code: problem.error });
    }
  };
}
