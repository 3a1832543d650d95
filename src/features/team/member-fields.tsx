import * as v from 'valibot';
import type { UserChanges } from '#schemas/api/account-calls.ts';
import { changedFields } from '#schemas/company.ts';
import { memberName } from '#schemas/person-rules.ts';
import { validatePhone, type ParsePhone, isTestPhone, type PhoneProblem } from '#schemas/phone.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { normaliseEmail } from '#schemas/email.ts';
import { optionalEmail } from '#schemas/optional-email.ts';
import type { TeamMember } from '#schemas/team.ts';
import { displayEmail } from '#schemas/display-email.ts';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { type UseFormReturn, type Resolver, useForm } from 'react-hook-form';
import { useAccount } from '#src/data/account/account-context.tsx';
import { errorAt } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { useCountries } from '#src/data/text/use-countries.ts';
import { useFormDraft } from '#src/features/_shared/editing/form-draft.tsx';
import { formResolver, submitHandler } from '#src/ui/fields/form-resolver.ts';
import { FieldGrid } from '#src/ui/fields/field-grid.tsx';
import { PhoneField } from '#src/ui/fields/phone-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';

/** Form of a team member. */
export interface MemberForm extends Record<string, unknown> {
  name: string;
  surname: string;
  /** National format. */
  phone: string;
  /** Empty for a new member or one without an address. */
  email: string;
}

/**
 * Form schema (spec 2 §5). The error messages of `phone` are problem codes.
 * @param parse null if the phone rules failed to load; then only the server validates
 * @param savedPhone the saved number, which isn't validated again
 */
export function memberFormSchema(parse: ParsePhone | null, region: RegionCode, savedPhone: string) {
  return v.object({
    name: memberName,
    surname: memberName,
    phone: v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed || (dataset.value === savedPhone && savedPhone !== '')) return;
        const problem = phoneProblem(dataset.value, region, parse);
        if (problem !== null) addIssue({ message: problem });
      }),
    ),
    email: optionalEmail,
  });
}

export const emptyMember: MemberForm = { name: '', surname: '', phone: '', email: '' };

export function toMemberForm({
  name,
  surname,
  phone,
  email,
  pending_email,
}: TeamMember): MemberForm {
  return { name, surname, phone: phone ?? '', email: displayEmail(pending_email ?? email ?? '') };
}

/** Returns the changed fields only. An emptied address is ignored. */
export function toMemberChanges(member: TeamMember, form: MemberForm): UserChanges {
  const { email, ...otherChanges } = changedFields(toMemberForm(member), form);
  const savedEmail = member.pending_email ?? member.email ?? '';
  return email && normaliseEmail(email) !== savedEmail ? { ...otherChanges, email } : otherChanges;
}

/**
 * Validates a typed number; null if valid. Leaves test numbers to the server.
 * @param parse null if the phone rules failed to load; then only the server validates
 */
function phoneProblem(
  enteredPhone: string,
  region: RegionCode,
  parse: ParsePhone | null,
): PhoneProblem | null {
  if (parse === null || isTestPhone(enteredPhone)) return null;
  const validation = validatePhone(enteredPhone, region, parse);
  return validation.ok ? null : validation.problem;
}

interface MemberFieldsProps {
  form: UseFormReturn<MemberForm>;
  region: RegionCode;
  /** The server's error, if any. */
  failure: unknown;
  /**
   * `new` while adding a member; `open` if the number can be changed; `fixed` if it can't, because the member
   * already signs in with it.
   */
  phoneState?: 'new' | 'open' | 'fixed';
  hasEmail?: boolean;
}

/** Fields that show the server's errors themselves. */
export const memberFieldNames = ['phone', 'email'] as const;

/** Name and sign-in details of a member. */
export function MemberFields(props: MemberFieldsProps) {
  const { form, region, failure, phoneState = 'new', hasEmail = false } = props;
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const countries = useCountries();
  const { register, formState } = form;
  const { errors } = formState;
  const serverError = (name: string) => {
    const failureAtField = errorAt(failure, name);
    return failureAtField === null ? undefined : errorText(failureAtField);
  };
  const phoneError =
    errors.phone?.message === 'phone_letters'
      ? errorText({ code: 'letters_not_allowed' })
      : t`Enter a phone number from your country.`;
  const phoneHint = {
    new: t`They sign in with this number.`,
    open: t`If you change the number, this person will be signed out. We’ll text both numbers.`,
    fixed: t`They sign in with this number, so it can’t be changed.`,
  }[phoneState];
  return (
    <FieldGrid>
      <TextField
        label={t`First name`}
        autoComplete="off"
        error={errors.name && t`Enter the first name, without numbers.`}
        {...register('name')}
      />
      <TextField
        label={t`Last name`}
        autoComplete="off"
        error={errors.surname && t`Enter the last name, without numbers.`}
        {...register('surname')}
      />
      <PhoneField
        label={t`Phone number`}
        hint={phoneHint}
        countries={countries}
        country={region}
        countryLabel={t`Country`}
        autoComplete="off"
        maxLength={40}
        readOnly={phoneState === 'fixed'}
        error={errors.phone ? phoneError : serverError('phone')}
        {...register('phone')}
      />
      {hasEmail && (
        <TextField
          label={t`Email address`}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={t`We’ll email a code to the new address. They need to enter it in their profile.`}
          error={
            (errors.email && t`Enter an email address, such as name@example.com.`) ??
            serverError('email')
          }
          {...register('email')}
        />
      )}
    </FieldGrid>
  );
}

/**
 * Form for adding or editing a member.
 * @param name name of the saved draft
 * @param save called with valid values
 */
export function useMemberForm(
  name: string,
  defaultValues: MemberForm,
  save: (values: MemberForm) => Promise<unknown>,
) {
  const { region } = useAccount().identity;
  const { phone } = defaultValues;
  // The phone rules are large, so they load on the first validation.
  const resolver = useMemo(
    (): Resolver<MemberForm> => async (values, context, options) => {
      const parse = await loadPhoneParser().catch(() => null);
      const rules = memberFormSchema(parse, region, phone);
      return formResolver<MemberForm, MemberForm>(rules)(values, context, options);
    },
    [region, phone],
  );
  const form = useForm<MemberForm>({ resolver, defaultValues, shouldFocusError: false });
  const draft = useFormDraft(form, `member:${name}`);
  return { form, draft, submit: submitHandler(form, (values) => save(values)), region };
}
