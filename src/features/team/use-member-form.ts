import { valibotResolver } from '@hookform/resolvers/valibot';
import { useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { loadPhoneRules } from '#src/data/words/phone.ts';
import { type MemberForm, memberFormSchema, phoneProblem } from './member-form.ts';

/**
 * A form about a member.
 * @param save is given what is right; where the phone is not, it says so at its field
 */
export function useMemberForm(
  defaultValues: MemberForm,
  save: (values: MemberForm) => Promise<unknown>,
) {
  const { t } = useLingui();
  const { region } = useAccount().identity;
  const errorWords = useErrorWords();
  const form = useForm<MemberForm>({
    resolver: valibotResolver(memberFormSchema),
    defaultValues,
    shouldFocusError: true,
  });
  const submit = form.handleSubmit(async (values) => {
    const isSame = values.phone === defaultValues.phone && values.phone !== '';
    const parse = await loadPhoneRules().catch(() => null);
    const problem = isSame ? null : phoneProblem(values.phone, region, parse);
    if (problem === null) return save(values);
    const message =
      problem === 'phone_letters'
        ? errorWords({ code: 'letters_not_allowed' })
        : t`Enter a phone number of your country.`;
    form.setError('phone', { message }, { shouldFocus: true });
    return undefined;
  });
  return { form, submit, region };
}
