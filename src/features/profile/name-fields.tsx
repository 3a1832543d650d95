import { useLingui } from '@lingui/react/macro';
import type { UseFormReturn } from 'react-hook-form';
import { MAX_PERSON_NAME } from '#schemas/person-rules.ts';
import { FieldGrid } from '#src/ui/fields/field-grid.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { UserForm } from './user-form.ts';

interface NameFieldsProps {
  form: UseFormReturn<UserForm>;
  /** True if the person may change their own address (spec 1 §6). */
  ownsEmail: boolean;
  /** True if an owner can change it instead; only main companies have teams. */
  hasTeam: boolean;
  /** The server's error about the address. */
  emailError: string | undefined;
}

/** Name and e-mail address. */
export function NameFields({ form, ownsEmail, hasTeam, emailError }: NameFieldsProps) {
  const { t } = useLingui();
  const { register, formState } = form;
  const { errors } = formState;
  const byOthers = hasTeam
    ? t`The owner of your company can change it. It becomes yours once you enter the code that we send there.`
    : t`Write to support to have it changed.`;
  const hint = ownsEmail
    ? t`We send a code to another address. It becomes yours once you enter the code.`
    : byOthers;
  const invalidEmail = errors.email && t`Enter an e-mail address, such as name@example.com.`;
  return (
    <FieldGrid>
      <TextField
        label={t`First name`}
        autoComplete="given-name"
        error={errors.name && t`Enter your first name, up to ${MAX_PERSON_NAME} characters.`}
        {...register('name')}
      />
      <TextField
        label={t`Last name`}
        autoComplete="family-name"
        error={errors.surname && t`Enter your last name, up to ${MAX_PERSON_NAME} characters.`}
        {...register('surname')}
      />
      <TextField
        label={t`E-mail address`}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={!ownsEmail}
        hint={hint}
        error={invalidEmail ?? emailError}
        {...register('email')}
      />
    </FieldGrid>
  );
}
